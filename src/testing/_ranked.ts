/** A ranked list as a failing test shows it: marks beside what is relevant, and below it what was missed and why. */
import { type Missed, missWords } from "../core/missed.ts";
import type { Result } from "../evaluate/score/result.ts";
import { oneLine } from "../text/width.ts";

/** Hits that are shown beyond the first k. */
const BEYOND = 5;
const LONGEST = 60;

export interface RankedHit {
  readonly id: string | null;
  readonly score?: number;
  readonly text?: string;
}

/** The first hits of a query. `found`: the places, from 0, of relevant ones. */
export function rankedText(hits: readonly RankedHit[], k: number, found: ReadonlySet<number>): string {
  if (hits.length === 0) return "  (no hits)";
  const shown = hits.slice(0, k + BEYOND);
  const width = String(shown.length).length;
  const lines = shown.flatMap((hit, i) => {
    const text = hit.text === undefined ? "" : `  ${short(hit.text)}`;
    const score = hit.score === undefined ? "" : `  ${Number(hit.score.toPrecision(6))}`;
    const line = `${found.has(i) ? "✓" : " "} ${String(i + 1).padStart(width)}  ${oneLine(hit.id ?? "(no id)")}${score}${text}`;
    return i === k ? [`  ${"-".repeat(width + 8)} top ${k}`, line] : [line];
  });
  const more = hits.length - shown.length;
  return [...lines, ...(more > 0 ? [`  … ${more} more`] : [])].join("\n");
}

/** What a query missed, a line each. */
export const missedText = (missed: readonly Missed[]): string =>
  missed.map((one) => `missed ${one.item.map(oneLine).join(" or ")}: ${missWords(one)}`).join("\n");

/** What one query of a result missed among its first k hits. */
export const missedBy = (result: Result, query: string, k: number): readonly Missed[] =>
  result.missed(k).queries.get(query) ?? [];

function short(text: string): string {
  const line = oneLine(text);
  return JSON.stringify(line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line);
}
