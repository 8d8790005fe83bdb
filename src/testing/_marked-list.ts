/** One query's ranked list as a failing test shows it: ✓ beside relevant hits, and what was missed and why. */
import type { Missed } from "../core/missed.ts";
import { ProblemLog } from "../core/problem-log.ts";
import { type GoldValue, readGold } from "../evaluate/input/read-gold.ts";
import { type RankingInput, readRanking } from "../evaluate/input/read-run.ts";
import { Planner } from "../evaluate/plan/plan.ts";
import type { Rules } from "../evaluate/plan/rules.ts";
import { type MissedHit, MissFinder } from "../evaluate/why/missed.ts";
import { rankedHits } from "../evaluate/why/run-misses.ts";
import { oneLine, widthOf } from "../text/width.ts";

/** Hits that are shown below the top k. */
const BELOW = 5;
const LONGEST_TEXT = 60;

export interface MarkedList {
  readonly lines: readonly string[];
  readonly missed: readonly Missed[];
}

export function markedList(
  query: string,
  given: RankingInput,
  goldValue: GoldValue,
  k: number,
  rules: Rules,
): MarkedList {
  // What is wrong with the input is known from the scores.
  const log = new ProblemLog();
  const { join } = new Planner({ ...rules, metrics: `recall@${k}` }).plans()[0]!;
  const gold = readGold(query, goldValue, log);
  const hits = rankedHits(query, readRanking(query, given, log), join);
  const finder = new MissFinder(join);
  const isRelevant = (hit: MissedHit): boolean => {
    const alone = { query, gold, hits: [hit], k: 1 };
    return finder.find(alone).length < finder.items(alone).length;
  };
  const counted = finder.counted({ gold, hits });
  return { lines: listed(counted, k, isRelevant), missed: finder.find({ query, gold, hits, k }) };
}

function listed(hits: readonly MissedHit[], k: number, isRelevant: (hit: MissedHit) => boolean): string[] {
  if (hits.length === 0) return ["  (no hits)"];
  const shown = hits.slice(0, k + BELOW);
  const ids = shown.map(({ id, doc }) => oneLine(id ?? doc ?? "(no id)"));
  const widest = Math.max(...ids.map(widthOf));
  const digits = String(shown.length).length;
  const lines = shown.map((hit, i) => {
    const mark = isRelevant(hit) ? "✓" : " ";
    const text =
      hit.text === undefined ? "" : `${" ".repeat(widest - widthOf(ids[i]!))}  ${quoted(hit.text)}`;
    return `${mark} ${String(i + 1).padStart(digits)}  ${ids[i]}${text}`;
  });
  const left = hits.length - shown.length;
  return [
    ...lines.slice(0, k),
    ...(lines.length > k ? [`  ${"-".repeat(digits)}  below the top ${k}`] : []),
    ...lines.slice(k),
    ...(left > 0 ? [`  ${" ".repeat(digits)}  … ${left} more`] : []),
  ];
}

function quoted(text: string): string {
  const letters = [...oneLine(text)];
  return `"${letters.slice(0, LONGEST_TEXT).join("")}${letters.length > LONGEST_TEXT ? "…" : ""}"`;
}
