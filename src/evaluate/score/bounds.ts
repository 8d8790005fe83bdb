/** What a mean could have been: with unjudged hits counted as relevant, and with ties broken the other way. */

import { gainOf } from "../../core/gain.ts";
import type { ComputedMetric, Metric } from "../../core/metric.ts";
import type { Gain, Params } from "../../core/params.ts";
import type { GoldieError } from "../../core/problem.ts";
import type { GroupCredit, JudgedRanking } from "../../core/ranking.ts";
import type { Score } from "../../core/score.ts";
import type { Plan } from "../plan/plan.ts";
import { scoreProblem } from "./problems.ts";
import type { QueryAgain } from "./query-again.ts";
import type { ScoreColumns } from "./score-columns.ts";
import type { QueryCase } from "./score-query.ts";
import { SCORED, summarize } from "./summarize.ts";

export interface Bounds {
  /** The mean if every unjudged hit that the metric looks at counts 0 (that is the mean itself), and if each counts as a relevant document more. */
  readonly unjudged: {
    readonly asZero: number | undefined;
    readonly asRelevant: number | undefined;
    readonly hits: number;
  };
  /** The least and the greatest mean that another order of equal scores could give; absent where the metric does not say that better hits first is better. */
  readonly ties?: {
    readonly least: number | undefined;
    readonly greatest: number | undefined;
    readonly queries: number;
  };
}

/** The same ranking as if its unjudged hits among the first n were the best documents of the gold. */
export function countedRelevant(r: JudgedRanking, n: number, rel: number | undefined): JudgedRanking {
  const best = Math.max(1, r.pool[0] ?? 0, rel ?? 0);
  const grades = r.grades.slice(0, r.length);
  const judged = r.judged.slice(0, r.length);
  const relevant = r.relevant.slice(0, r.length);
  const added = new Set<number>();
  for (let i = 0; i < n; i++) {
    if (judged[i] === 1) continue;
    grades[i] = best;
    judged[i] = 1;
    relevant[i] = 1;
    added.add(r.item[i]!);
  }
  // They would be the best of the gold, so they come first.
  const first = (list: Float64Array): Float64Array => {
    const all = new Float64Array(added.size + list.length).fill(best, 0, added.size);
    all.set(list, added.size);
    return all;
  };
  return {
    ...r,
    grades,
    judged,
    relevant,
    pool: first(r.pool),
    listed: first(r.listed),
    goldListed: r.goldListed + added.size,
  };
}

/** The same ranking with every run of equal scores best first or worst first, by what a hit is worth. */
function rearranged(
  r: JudgedRanking,
  worth: (rank: number) => number,
  first: "best" | "worst",
): JudgedRanking {
  const order = Uint32Array.from({ length: r.length }, (_, i) => i);
  const sign = first === "best" ? 1 : -1;
  let from = 0;
  for (const to of r.ties ?? []) {
    order
      .subarray(from, to)
      .sort((a, b) => sign * (worth(b) - worth(a)) || sign * (r.grades[b]! - r.grades[a]!) || a - b);
    from = to;
  }
  return {
    ...r,
    grades: Float64Array.from(order, (i) => r.grades[i]!),
    judged: Uint8Array.from(order, (i) => r.judged[i]!),
    relevant: Uint8Array.from(order, (i) => r.relevant[i]!),
    item: Uint32Array.from(order, (i) => r.item[i]!),
    ...(r.groups === undefined ? {} : { groups: moved(r.groups, order) }),
  };
}

/** The credit of groups after hits changed places. */
function moved(groups: GroupCredit, order: Uint32Array): GroupCredit {
  const place = new Uint32Array(order.length);
  order.forEach((from, to) => {
    place[from] = to;
  });
  const ranks = groups.ranks.map((rank) => place[rank]!);
  for (let g = 0; g < groups.count; g++) ranks.subarray(groups.start[g], groups.start[g + 1]).sort();
  return { ...groups, ranks };
}

/** Scores by query as if every unjudged hit that a metric looks at were relevant, and how many such hits there are. */
export interface UnjudgedScores {
  readonly values: Float64Array;
  readonly hits: number;
}

/** By plan; undefined where its metric does not read grades. The gold of a query is read once for all of them. */
export function unjudgedAsRelevant(
  queries: number,
  again: QueryAgain,
  columns: ScoreColumns,
): readonly (UnjudgedScores | undefined)[] {
  const found = again.plans.map(({ metric, params }, p) => {
    if (!readsGrades(metric)) return undefined;
    const { states, values } = columns.columns[p]!;
    return { p, metric, params, states, values: values.slice(), hits: 0 };
  });
  const able = found.filter((one) => one !== undefined);
  for (let i = 0; i < queries; i++) {
    if (columns.missing[i] === 1) continue;
    let q: QueryCase | undefined;
    for (const one of able) {
      if (one.states[i] !== SCORED) continue;
      q ??= again.query(i);
      const r = again.scorer.ranking(q, one.p);
      if (r !== undefined) one.hits += putRelevant(one.values, i, r, one.metric, one.params);
    }
  }
  return found.map((one) => one && { values: one.values, hits: one.hits });
}

/** The score of one query with its unjudged hits counted as relevant; how many these are. */
function putRelevant(
  values: Float64Array,
  i: number,
  r: JudgedRanking,
  metric: ComputedMetric,
  params: Params,
): number {
  const n = typeof params.k === "number" ? Math.min(params.k, r.length) : r.length;
  let unjudged = 0;
  for (let rank = 0; rank < n; rank++) if (r.judged[rank] === 0) unjudged++;
  const rel = typeof params.rel === "number" ? params.rel : undefined;
  if (unjudged > 0) put(values, i, compute(metric, countedRelevant(r, n, rel), params), (_, value) => value);
  return unjudged;
}

function boundedPlan(p: number, again: QueryAgain): Plan & { readonly metric: ComputedMetric } {
  const plan = again.plans[p]!;
  const { metric } = plan;
  if (!readsGrades(metric)) throw noBounds(plan);
  return { ...plan, metric };
}

const readsGrades = (metric: Metric): metric is ComputedMetric =>
  metric.kind === "computed" && metric.needs.includes("grades");

export const noBounds = ({ key }: Plan): GoldieError => scoreProblem.error("no-bounds", { metric: key });

export function boundsOf(
  p: number,
  queries: number,
  again: QueryAgain,
  columns: ScoreColumns,
  poisoned: Score | undefined,
): Bounds {
  const plan = boundedPlan(p, again);
  const { metric, params } = plan;
  const column = columns.columns[p]!;
  const high = { values: column.values.slice(), states: column.states };
  const least = { values: column.values.slice(), states: column.states };
  const greatest = { values: column.values.slice(), states: column.states };
  // A list that was cut may have lost one of several equals: what is left cannot tell.
  const movable = metric.laws.includes("monotone") && typeof plan.join.depth !== "number";
  let hits = 0;
  let tied = 0;
  for (let i = 0; i < queries; i++) {
    if (column.states[i] !== SCORED || columns.missing[i] === 1) continue;
    const r = again.scorer.ranking(again.query(i), p);
    if (r === undefined) continue;
    hits += putRelevant(high.values, i, r, metric, params);
    if (!movable || r.ties === undefined) continue;
    tied++;
    const gain = params.gain as Gain | undefined;
    const byGrade = (rank: number): number =>
      gain === undefined ? r.grades[rank]! : gainOf(r.grades[rank]!, gain);
    for (const worth of [byGrade, (rank: number): number => r.relevant[rank]!]) {
      put(least.values, i, compute(metric, rearranged(r, worth, "worst"), params), Math.min);
      put(greatest.values, i, compute(metric, rearranged(r, worth, "best"), params), Math.max);
    }
  }
  const mean = (values: { values: Float64Array; states: Uint8Array }) =>
    summarize(values, plan.average, columns.missing, 0, undefined, poisoned).mean;
  return {
    unjudged: { asZero: mean(column), asRelevant: mean(high), hits },
    ...(movable ? { ties: { least: mean(least), greatest: mean(greatest), queries: tied } } : {}),
  };
}

const compute = (metric: ComputedMetric, r: JudgedRanking, params: Params): Score =>
  metric.compute(r, params as never);

function put(values: Float64Array, i: number, score: Score, choose: (a: number, b: number) => number): void {
  if (score.status === "scored") values[i] = choose(values[i]!, score.value);
}
