/** Every query's scores dealt out to the systems anew: how far apart the system means then are. */
import { below, type Random } from "../core/random.ts";
import type { ScoreRows } from "./_two-way.ts";

/** A value of the range and how often it comes up, ascending. */
export type RangeCounts = readonly (readonly [range: number, count: number])[];

/** Sums that are equal on paper may differ in their last digits. */
export const slackOf = (scores: ScoreRows): number => {
  let largest = 0;
  for (const row of scores)
    for (let j = 0; j < row.length; j++) largest = Math.max(largest, Math.abs(row[j]!));
  return 1e-9 * largest;
};

/**
 * The largest mean less the smallest, over every way to deal out. Which system is which does not matter to it, so that
 * states with the same sums are kept once, with their number. Undefined where that takes more than `limit` steps.
 */
export function everyDeal(scores: ScoreRows, limit: number): RangeCounts | undefined {
  const queries = scores[0]!.length;
  const grain = Math.max(slackOf(scores), Number.MIN_VALUE);
  let states = new Map<string, { readonly sums: readonly number[]; readonly count: number }>([
    ["", { sums: scores.map(() => 0), count: 1 }],
  ]);
  let steps = 0;
  for (let query = 0; query < queries; query++) {
    const orders = ordersOf(scores.map((row) => row[query]!));
    steps += states.size * orders.length;
    if (steps > limit) return undefined;
    const next: typeof states = new Map();
    for (const { sums, count } of states.values())
      for (const { order, times } of orders) {
        const added = sums.map((sum, i) => sum + order[i]!).sort((x, y) => x - y);
        const key = added.map((sum) => Math.round(sum / grain)).join();
        next.set(key, { sums: added, count: (next.get(key)?.count ?? 0) + count * times });
      }
    states = next;
  }
  const ranges = new Map<number, [number, number]>();
  for (const { sums, count } of states.values()) {
    const range = (sums.at(-1)! - sums[0]!) / queries;
    const key = Math.round(range / grain);
    const seen = ranges.get(key);
    if (seen === undefined) ranges.set(key, [range, count]);
    else seen[1] += count;
  }
  return [...ranges.values()].sort((x, y) => x[0] - y[0]);
}

/** Every order of the values; those that look the same once, with their number. */
function ordersOf(values: readonly number[]): { readonly order: readonly number[]; times: number }[] {
  const found = new Map<string, { readonly order: readonly number[]; times: number }>();
  const walk = (left: readonly number[], order: readonly number[]): void => {
    if (left.length === 0) {
      const same = found.get(order.join());
      if (same === undefined) found.set(order.join(), { order, times: 1 });
      else same.times++;
    }
    left.forEach((value, i) => {
      walk(left.toSpliced(i, 1), [...order, value]);
    });
  };
  walk(values, []);
  return [...found.values()];
}

/** The same over some random ways to deal out; each comes up once. */
export function randomDeals(scores: ScoreRows, draws: number, random: Random): RangeCounts {
  const [systems, queries] = [scores.length, scores[0]!.length];
  const dealt = new Float64Array(systems * queries);
  for (let j = 0; j < queries; j++) for (let i = 0; i < systems; i++) dealt[j * systems + i] = scores[i]![j]!;
  const sums = new Float64Array(systems);
  const ranges = new Float64Array(draws);
  for (let draw = 0; draw < draws; draw++) {
    sums.fill(0);
    for (let from = 0; from < dealt.length; from += systems)
      for (let i = systems - 1; i >= 0; i--) {
        const j = from + below(random, i + 1);
        const value = dealt[j]!;
        dealt[j] = dealt[from + i]!;
        dealt[from + i] = value;
        sums[i]! += value;
      }
    let [least, most] = [sums[0]!, sums[0]!];
    for (const sum of sums) {
      if (sum < least) least = sum;
      if (sum > most) most = sum;
    }
    ranges[draw] = (most - least) / queries;
  }
  return Array.from(ranges.sort(), (range) => [range, 1] as const);
}
