/** The denominators: how many queries a mean is of, and why the others are not in it. */
import type { Counts, Summary } from "../core/score.ts";
import { SCORED, STATES } from "../evaluate/score/summarize.ts";
import { oneLine } from "../text/width.ts";
import type { SummaryColumn } from "./_summary.ts";
import type { Reported } from "./model.ts";
import { whyNot } from "./words.ts";

export const COUNTED = ["scored", "undefined", "skipped", "failed", "missing", "unknown"] as const;

export const queriesIn = ({ counts }: Summary): number =>
  counts.scored + counts.undefined + counts.skipped + counts.failed;

/** Counts that some metrics of some runs share. */
interface CountsKind {
  readonly queries: number;
  readonly counts: readonly number[];
  /** Lists of metrics, the first one with the runs before it; the runs go unnamed where that is all of them. */
  readonly owners: readonly (readonly string[])[];
}
export interface CountsTable {
  /** One where the counts are the same everywhere. */
  readonly kinds: readonly CountsKind[];
  /** A count that occurs, and what it means. */
  readonly meanings: readonly (readonly [name: string, words: string])[];
}

/** What the less common counts mean; the reasons of the others come with them. */
const MEANING: Partial<Record<keyof Counts, string>> = {
  missing: "in the gold but not in the run; scored as an empty list and included in scored",
  unknown: "in the run but not in the gold; ignored",
};

type CountedRun = Pick<Reported, "name" | "queries" | "score" | "column">;

export function countsTable(results: readonly CountedRun[], columns: readonly SummaryColumn[]): CountsTable {
  // counts → by result the metrics that have them
  const kinds = new Map<string, string[][]>();
  const reasons = COUNTED.map((count) => new Set(MEANING[count] === undefined ? [] : [MEANING[count]]));
  for (const { metric, summaries } of columns)
    summaries.forEach((summary, i) => {
      if (summary === undefined) return;
      const counts = COUNTED.map((count) => summary.counts[count]);
      const metrics = kinds.get(counts.join()) ?? results.map(() => []);
      kinds.set(counts.join(), metrics);
      metrics[i]!.push(metric);
      addReasons(results[i]!, metric, reasons);
    });
  const rows = [...kinds].map(([key, metrics]): CountsKind => {
    const counts = key.split(",").map(Number);
    // The four states, which come first, add up to the queries.
    const queries = counts.slice(0, STATES.length).reduce((a, b) => a + b, 0);
    return { queries, counts, owners: ownersOf(results, metrics) };
  });
  const meanings = COUNTED.flatMap((count, c) =>
    rows.some(({ counts }) => counts[c] !== 0) && reasons[c]!.size > 0
      ? [[count, few([...reasons[c]!]).join("; ")] as const]
      : [],
  );
  return { kinds: rows, meanings };
}

/** The places of the counts that are shown: what is 0 everywhere says nothing. */
export const shownCounts = (kinds: readonly CountsKind[]): number[] =>
  COUNTED.flatMap((name, c) => (name === "scored" || kinds.some(({ counts }) => counts[c] !== 0) ? [c] : []));

function ownersOf(results: readonly CountedRun[], metrics: readonly (readonly string[])[]): string[][] {
  const sets = [...new Set(metrics.map((list) => list.join("\n")))].filter((set) => set !== "");
  return sets.map((set) => {
    const list = set.split("\n");
    const runs = results
      .filter((_, i) => metrics[i]!.join("\n") === set)
      .map((result) => oneLine(result.name));
    return runs.length === results.length ? list : [`${runs.join(", ")}: ${list[0]}`, ...list.slice(1)];
  });
}

/** By state, why cells have no value. */
function addReasons(
  result: Pick<Reported, "queries" | "score" | "column">,
  metric: string,
  reasons: readonly Set<string>[],
): void {
  result.column(metric).states.forEach((state, i) => {
    if (state === SCORED) return;
    const score = result.score(result.queries[i]!, metric);
    if (score.status !== "scored") reasons[state]!.add(oneLine(whyNot(score)));
  });
}

/** Each failure may have its own message. */
export const few = (list: readonly string[], most = 3): string[] =>
  list.length <= most
    ? [...list]
    : [
        ...list.slice(0, most),
        `and ${list.length - most} other ${list.length - most === 1 ? "reason" : "reasons"}`,
      ];
