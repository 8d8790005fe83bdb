/** Between which values a score, or the difference of two, ends: whatever the labels of what is still open will be. */
import type { Score } from "../../core/score.ts";
import { type LabelCase, OPEN } from "./_case.ts";

/** Sound: no labels lead outside. */
export interface Spread {
  readonly low: number;
  readonly high: number;
  /** Some labels, or none at all, leave the query without a score. */
  readonly optional: boolean;
}

/** What is asked for: by run, how often its score counts. [1, 0] is the first run's score, [-1, 1] the difference. */
export type Combination = readonly number[];

/** Up to so many labellings, or ways to hand out grades, all of them are tried, and bounds are exact. */
export interface SpreadLimits {
  readonly labellings: number;
  readonly mixes: number;
}

/** For each query: fewer where there are many, so that the first look at a large pool takes a second or two. */
export const limitsFor = (queries: number): SpreadLimits => ({
  labellings: 256,
  mixes: Math.min(2000, Math.max(60, Math.floor(200_000 / queries))),
});
/** Sums in another order differ in their last digits. */
const NOISE = 1e-10;

/** By combination; undefined where no labels lead to a score. `highest`: labels are whole numbers from 0 to it. */
export function spreadsOf(
  c: LabelCase,
  combinations: readonly Combination[],
  highest: number,
  limits: SpreadLimits,
): (Spread | undefined)[] {
  const open = c.open;
  const found = combinations.map(() => new Extremes());
  if (open.length === 0) {
    addAll(found, combinations, scoresOf(c, c.labels));
    return found.map((one) => one.spread(0));
  }
  const { metric, params } = c.rule ?? {};
  const effect = metric?.labels?.(params as never);
  const grades =
    effect?.grades === "binary" && highest > 0
      ? [0, highest]
      : Array.from({ length: highest + 1 }, (_, grade) => grade);
  // A metric that may tell unjudged from not relevant has other scores on the way, with some of them labelled.
  const levels = effect === undefined ? [OPEN, ...grades] : grades;
  if (levels.length ** open.length <= limits.labellings) everyLabelling(c, open, levels, combinations, found);
  else if (effect?.moves === "sum" && bySums(c, open, levels, combinations, found, limits.mixes)) {
    // Done.
  } else if (effect?.moves === "up" && effect.grades === "binary")
    byRanks(c, open, highest, combinations, found);
  else byRange(c, combinations, found);
  return found.map((one, i) => within(one.spread(NOISE), rangeOf(c, combinations[i]!)));
}

/** No score is outside the range of its metric. */
const within = (spread: Spread | undefined, range: Spread | undefined): Spread | undefined =>
  spread && range
    ? { ...spread, low: Math.max(spread.low, range.low), high: Math.min(spread.high, range.high) }
    : spread;

class Extremes {
  low = Number.POSITIVE_INFINITY;
  high = Number.NEGATIVE_INFINITY;
  optional = false;

  add(low: number, high = low): void {
    if (low < this.low) this.low = low;
    if (high > this.high) this.high = high;
  }

  spread(noise: number): Spread | undefined {
    if (this.low > this.high) return undefined;
    return { low: this.low - noise, high: this.high + noise, optional: this.optional };
  }
}

const valueIn = (score: Score | undefined): number | undefined =>
  score?.status === "scored" ? score.value : undefined;

/** By run. */
const scoresOf = (c: LabelCase, labels: ArrayLike<number>): (number | undefined)[] =>
  Array.from({ length: c.runs }, (_, run) => valueIn(c.score(run, labels)));

function addAll(
  found: readonly Extremes[],
  combinations: readonly Combination[],
  values: readonly (number | undefined)[],
): void {
  combinations.forEach((weights, i) => {
    const sum = combined(weights, values);
    if (sum === undefined) found[i]!.optional = true;
    else found[i]!.add(sum);
  });
}

function combined(weights: Combination, values: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (let run = 0; run < weights.length; run++) {
    if (weights[run] === 0) continue;
    const value = values[run];
    if (value === undefined) return undefined;
    sum += weights[run]! * value;
  }
  return sum;
}

function everyLabelling(
  c: LabelCase,
  open: readonly number[],
  levels: readonly number[],
  combinations: readonly Combination[],
  found: readonly Extremes[],
): void {
  const labels = c.labels.slice();
  const count = levels.length ** open.length;
  for (let n = 0; n < count; n++) {
    let rest = n;
    for (const d of open) {
      labels[d] = levels[rest % levels.length]!;
      rest = Math.floor(rest / levels.length);
    }
    addAll(found, combinations, scoresOf(c, labels));
  }
}

/**
 * Scores that are sums over hits. As long as the grades that are handed out stay the same, so does what the sum is divided
 * by; and the most comes of the highest gain where it counts most, the least of the opposite. false: the sums are not what
 * they should be.
 */
function bySums(
  c: LabelCase,
  open: readonly number[],
  levels: readonly number[],
  combinations: readonly Combination[],
  found: readonly Extremes[],
  limit: number,
): boolean {
  const top = levels.at(-1)!;
  const labels = c.labels.slice();
  for (const d of open) labels[d] = 0;
  const outside = c.labels.slice();
  // With one document of the highest grade: outside of all lists, and in the place of each that is open.
  const one = [top, ...open.slice(1).map(() => 0)];
  const unit = valueIn(c.scoreOfOne(top, outside, one));
  if (unit === undefined || unit === 0 || valueIn(c.scoreOfOne(0, outside, one)) !== 0) return false;
  const gains = levels.map((grade) => (valueIn(c.scoreOfOne(grade, outside, one)) ?? Number.NaN) / unit);
  if (gains.some((gain) => !(gain >= 0 && Number.isFinite(gain)))) return false;
  const used = combinations[0]!.map(
    (_, run) => combinations.some((weights) => weights[run] !== 0) && c.has(run),
  );
  const bases = used.map((is, run) => (is ? valueIn(c.score(run, outside, one)) : undefined));
  const worth = used.map((is, run) =>
    bases[run] === undefined || !is
      ? undefined
      : open.map((d) => {
          labels[d] = top;
          const value = valueIn(c.score(run, labels));
          labels[d] = 0;
          return value === undefined ? Number.NaN : value - bases[run]!;
        }),
  );
  if (worth.some((list) => list?.some(Number.isNaN))) return false;
  // A run without a score under these labels has none under any others either; checked by trying them all elsewhere.
  const sums = combinations.map((weights) => {
    if (weights.some((weight, run) => weight !== 0 && bases[run] === undefined)) return undefined;
    const perDoc = open.map((_, i) =>
      weights.reduce((sum, weight, run) => (weight === 0 ? sum : sum + weight * worth[run]![i]!), 0),
    );
    const sorted = Float64Array.from(perDoc).sort();
    return {
      base: weights.reduce((sum, weight, run) => (weight === 0 ? sum : sum + weight * bases[run]!), 0),
      most: prefixSums(sorted.slice().reverse()),
      least: prefixSums(sorted),
      perDoc,
    };
  });
  const share = (grades: readonly number[]): number | undefined => {
    const value = valueIn(c.scoreOfOne(top, outside, grades));
    return value === undefined ? undefined : value / unit;
  };
  const n = open.length;
  const byGain = [...levels.keys()]
    .filter((level) => levels[level]! > 0)
    .sort((x, y) => gains[y]! - gains[x]!);
  const add = (i: number, divided: number | undefined, least: number, most: number): void => {
    if (divided === undefined) found[i]!.optional = true;
    else found[i]!.add(divided * least, divided * most);
  };
  if (mixes(n, levels.length) <= limit)
    forEachMix(n, byGain.length, (counts) => {
      const grades: number[] = [];
      byGain.forEach((level, at) => {
        for (let j = 0; j < counts[at]!; j++) grades.push(levels[level]!);
      });
      while (grades.length < n) grades.push(0);
      const divided = share(grades);
      sums.forEach((sum, i) => {
        if (sum === undefined) return;
        let [least, most, from] = [sum.base, sum.base, 0];
        byGain.forEach((level, at) => {
          const to = from + counts[at]!;
          most += gains[level]! * (sum.most[to]! - sum.most[from]!);
          least += gains[level]! * (sum.least[to]! - sum.least[from]!);
          from = to;
        });
        add(i, divided, least, most);
      });
    });
  else byCount(n, levels, gains, sums, share, found);
  sums.forEach((sum, i) => {
    if (sum === undefined) addRange(c, combinations[i]!, found[i]!);
  });
  return true;
}

interface Sums {
  readonly base: number;
  readonly most: Float64Array;
  readonly least: Float64Array;
  readonly perDoc: readonly number[];
}

/** Too many ways to hand out grades: by the number of documents above 0, each with the grade that is worst for the bound. */
function byCount(
  n: number,
  levels: readonly number[],
  gains: readonly number[],
  sums: readonly (Sums | undefined)[],
  share: (grades: readonly number[]) => number | undefined,
  found: readonly Extremes[],
): void {
  const above = gains.filter((_, level) => levels[level]! > 0);
  const [small, large] = [Math.min(...above), Math.max(...above)];
  const filled = (grade: number, count: number): number[] =>
    Array.from({ length: n }, (_, i) => (i < count ? grade : 0));
  const bounds = sums.map(
    (sum) =>
      sum && {
        most: prefixSums(
          Float64Array.from(sum.perDoc, (x) => Math.max(x * small, x * large))
            .sort()
            .reverse(),
        ),
        least: prefixSums(Float64Array.from(sum.perDoc, (x) => Math.min(x * small, x * large)).sort()),
      },
  );
  for (let count = 0; count <= n; count++) {
    const shares = levels.filter((grade) => grade > 0).map((grade) => share(filled(grade, count)));
    const known = shares.filter((one) => one !== undefined);
    const [least, most] = [Math.min(...known), Math.max(...known)];
    sums.forEach((sum, i) => {
      if (sum === undefined) return;
      if (known.length < shares.length) found[i]!.optional = true;
      if (known.length === 0) return;
      const [low, high] = [sum.base + bounds[i]!.least[count]!, sum.base + bounds[i]!.most[count]!];
      found[i]!.add(low * (low < 0 ? most : least), high * (high < 0 ? least : most));
    });
  }
}

function prefixSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sums[i + 1] = sums[i]! + values[i]!;
  return sums;
}

/** In how many ways n documents can have levels, if only their numbers count. */
function mixes(n: number, levels: number): number {
  let ways = 1;
  for (let i = 1; i < levels; i++) ways = (ways * (n + i)) / i;
  return ways;
}

/** Every way to have at most n in all. */
function forEachMix(n: number, kinds: number, hear: (counts: readonly number[]) => void): void {
  const counts = new Array<number>(kinds).fill(0);
  const fill = (at: number, left: number): void => {
    if (at === kinds) {
      hear(counts);
      return;
    }
    for (let count = 0; count <= left; count++) {
      counts[at] = count;
      fill(at + 1, left - count);
    }
    counts[at] = 0;
  };
  fill(0, n);
}

/**
 * Scores that rise as relevant documents come further up, as long as there are as many: each run on its own, with so many
 * relevant documents first at the top and then outside, or at the bottom.
 */
function byRanks(
  c: LabelCase,
  open: readonly number[],
  highest: number,
  combinations: readonly Combination[],
  found: readonly Extremes[],
): void {
  const labels = c.labels.slice();
  const orders = Array.from({ length: c.runs }, (_, run) => (c.has(run) ? c.byRank(run, open) : undefined));
  for (let count = 0; count <= open.length; count++) {
    const ends = orders.map((order, run) => {
      if (order === undefined) return undefined;
      const scored = [order.slice(0, count), order.slice(order.length - count)].map((relevant) => {
        for (const d of open) labels[d] = 0;
        for (const d of relevant) labels[d] = highest;
        return valueIn(c.score(run, labels));
      });
      return scored.includes(undefined) ? undefined : (scored as [number, number]);
    });
    combinations.forEach((weights, i) => {
      let [low, high] = [0, 0];
      for (let run = 0; run < weights.length; run++) {
        const weight = weights[run]!;
        if (weight === 0) continue;
        const end = ends[run];
        if (end === undefined) {
          found[i]!.optional = true;
          return;
        }
        const [x, y] = [weight * end[0], weight * end[1]];
        low += Math.min(x, y);
        high += Math.max(x, y);
      }
      found[i]!.add(low, high);
    });
  }
}

/** Nothing is known but the range of the metric. */
function byRange(c: LabelCase, combinations: readonly Combination[], found: readonly Extremes[]): void {
  for (const [i, weights] of combinations.entries()) addRange(c, weights, found[i]!);
}

function addRange(c: LabelCase, weights: Combination, found: Extremes): void {
  const range = rangeOf(c, weights);
  found.optional = true;
  if (range !== undefined) found.add(range.low, range.high);
}

/** undefined: a run has no list. */
function rangeOf(c: LabelCase, weights: Combination): Spread | undefined {
  if (weights.some((weight, run) => weight !== 0 && !c.has(run))) return undefined;
  const { metric, join } = c.rule!;
  // What is counted twice can add up to more than everything.
  const [low, high] =
    join.duplicates === "keep" ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] : metric.range;
  let [least, most] = [0, 0];
  for (const weight of weights) {
    if (weight === 0) continue;
    least += Math.min(weight * low, weight * high);
    most += Math.max(weight * low, weight * high);
  }
  return { low: least, high: most, optional: true };
}
