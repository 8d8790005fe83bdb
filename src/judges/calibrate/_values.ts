/** Values of the judged metrics for one query: from a whole record, and from the cells that people labelled. */

import type { QueryId } from "../../core/ids.ts";
import type { JudgedContexts } from "../../core/judgement.ts";
import type { JudgementRecord } from "../../core/judgement-record.ts";
import { fillParams } from "../../core/params.ts";
import type { Score } from "../../core/score.ts";
import { contextPrecision } from "../../metrics/context-precision.ts";
import { contextRecall } from "../../metrics/context-recall.ts";
import { contextRelevancy } from "../../metrics/context-relevancy.ts";
import { groupBy } from "./_group-by.ts";
import type { Level } from "./_levels.ts";
import type { Pair } from "./_pairs.ts";
import { type Cell, type FoundCell, findCell } from "./cells.ts";

type Yes = (level: Level) => boolean;
type ComputeJudged = (judged: JudgedContexts) => Score;

/** A metric, and the part of a judgement that it reads. */
interface ComparedMetric {
  readonly metric: string;
  readonly compute: ComputeJudged;
  readonly facet: "claims" | "statements" | "verdicts";
}

/** By its defaults: what partial support is worth was settled before. */
const judged = (metric: ContextMetric, facet: ComparedMetric["facet"]): ComparedMetric => ({
  metric: metric.id,
  compute: (j) => metric.compute(j, fillParams(metric, {}) as never),
  facet,
});
type ContextMetric = typeof contextPrecision | typeof contextRecall | typeof contextRelevancy;

export const METRICS: readonly ComparedMetric[] = [
  judged(contextRecall, "claims"),
  judged(contextRelevancy, "statements"),
  judged(contextPrecision, "verdicts"),
];

/** What the judge's record gives; undefined where it has no value, or a part of it was not judged. */
export function recordValue(
  record: JudgementRecord,
  { facet, compute }: ComparedMetric,
  yes: Yes,
): number | undefined {
  const levels = cellsOf(record, facet);
  return levels && numberOf(compute({ [facet]: levels.map((level) => (yes(level) ? 1 : 0)) }));
}

const numberOf = (score: Score): number | undefined => (score.status === "scored" ? score.value : undefined);

function cellsOf(record: JudgementRecord, facet: ComparedMetric["facet"]): Level[] | undefined {
  const ask: readonly FoundCell[] =
    facet === "claims"
      ? (record.claims ?? []).map(({ id }) => findCell(record, { claim: id }))
      : facet === "statements"
        ? record.chunks.flatMap(({ statements }) =>
            statements.map(({ id }) => findCell(record, { statement: id })),
          )
        : record.chunks.map((_, i) => findCell(record, { chunk: i + 1 }));
  if (facet === "claims" && (record.unjudged ?? []).some(({ part }) => part === "claims")) return undefined;
  const levels = ask.flatMap((found) => ("level" in found ? [found.level] : []));
  return levels.length === ask.length ? levels : undefined;
}

export interface Both {
  readonly human: number;
  readonly judge: number;
}

/** People's and judge's value over the same labelled cells of one query; undefined where the labels do not tell it. */
export function labelledValue(
  pairs: readonly Pair[],
  { facet, compute }: ComparedMetric,
  yes: Yes,
  record: JudgementRecord | undefined,
): Both | undefined {
  const cells =
    facet === "statements"
      ? sides(pairs.filter(({ cell }) => cell.part === "statements"))
      : facet === "claims"
        ? claimSides(pairs, record)
        : chunkSides(pairs, record);
  if (cells === undefined || cells.length === 0) return undefined;
  const value = (side: "human" | "judge") =>
    numberOf(compute({ [facet]: cells.map((cell) => (yes(cell[side]) ? 1 : 0)) }));
  const [human, judge] = [value("human"), value("judge")];
  return human === undefined || judge === undefined ? undefined : { human, judge };
}

interface Sides {
  readonly human: Level;
  readonly judge: Level;
}
const sides = (pairs: readonly Pair[]): Sides[] =>
  pairs.map(({ human, judge }) => ({ human: human[0], judge }));
const best = (all: readonly Sides[]): Sides => ({
  human: Math.max(...all.map(({ human }) => human)) as Level,
  judge: Math.max(...all.map(({ judge }) => judge)) as Level,
});

/** Labels of claims, and claims that were labelled against every chunk: one that is not there could be the one that supports it. */
function claimSides(pairs: readonly Pair[], record: JudgementRecord | undefined): Sides[] {
  const whole = pairs.filter(({ cell }) => cell.part === "claims");
  const done = new Set(whole.map(({ cell }) => cell.claim));
  const grid = pairs.filter(({ cell }) => cell.part === "support" && !done.has(cell.claim));
  const chunks = new Set(record ? distinctRanks(record) : grid.map(({ cell }) => cell.chunk));
  const rows = [...groupBy(grid, ({ cell }) => cell.claim).values()];
  return [
    ...sides(whole),
    ...rows.filter((row) => covers(row, chunks, "chunk")).map((row) => best(sides(row))),
  ];
}

/** Every chunk in the order of ranks, or nothing: the metric is about the order of all of them. */
function chunkSides(pairs: readonly Pair[], record: JudgementRecord | undefined): Sides[] | undefined {
  const byRank = new Map<Cell["chunk"], Sides>();
  const chunks = pairs.filter(({ cell }) => cell.part === "chunks");
  for (const pair of chunks) byRank.set(pair.cell.chunk, sides([pair])[0]!);
  const grid = pairs.filter(({ cell }) => cell.part === "support");
  const claims = new Set(
    record ? (record.claims ?? []).map(({ id }) => id) : grid.map(({ cell }) => cell.claim),
  );
  for (const [rank, column] of groupBy(grid, ({ cell }) => cell.chunk))
    if (!byRank.has(rank) && covers(column, claims, "claim")) byRank.set(rank, best(sides(column)));
  // A chunk counts under the first with the same text.
  const ranks = record
    ? record.chunks.map(({ sameAs }, i) => (sameAs ?? i) + 1)
    : Array.from({ length: byRank.size }, (_, i) => i + 1);
  const inOrder = ranks.map((rank) => byRank.get(rank));
  return inOrder.every((one) => one !== undefined) ? inOrder : undefined;
}

const distinctRanks = ({ chunks }: JudgementRecord): number[] =>
  chunks.flatMap(({ sameAs, statements }, i) =>
    sameAs === undefined && statements.length > 0 ? [i + 1] : [],
  );

const covers = (row: readonly Pair[], wanted: ReadonlySet<unknown>, by: "claim" | "chunk"): boolean => {
  const there = new Set<unknown>(row.map(({ cell }) => cell[by]));
  return [...wanted].every((one) => there.has(one));
};

/** By query. */
export const byQuery = (pairs: readonly Pair[]): ReadonlyMap<QueryId, readonly Pair[]> =>
  groupBy(pairs, ({ cell }) => cell.id);
