import { defineStatistic, known, none } from "./_define.ts";
import { statProblem } from "./_problems.ts";
import type { Stat } from "./_types.ts";

export interface RboInput {
  /** Ids, best first, each once. */
  readonly a: readonly string[];
  readonly b: readonly string[];
  /** How far down the list counts: the first 10 weigh 86 % at 0.9 (default), nearly all at 0.8. */
  readonly p?: number;
}
export interface RboValue {
  /** If no item below the lists matches, and what could come to it if all do. */
  readonly min: number;
  readonly res: number;
  /** If the lists go on as they are: the one number to print. */
  readonly ext: number;
}

/**
 * Rank-biased overlap of two lists.
 * @example rbo.compute({ a: ["x", "y"], b: ["x", "z"], p: 0.5 }).value // ext 0.75
 */
export const rbo = defineStatistic({
  id: "rbo",
  title: "Rank-biased overlap",
  definition:
    "How much two lists have in common, the top first: 1 the same, 0 nothing. For lists of any length that need not hold the same items, such as the hits of two runs for one query.",
  formula: "(1 − p) × sum over depths d of p^(d − 1) × overlap of the first d / d",
  cite: "Webber, Moffat and Zobel, A similarity measure for indefinite rankings, 2010",
  range: [0, 1],
  compute({ a, b, p = 0.9 }: RboInput): Stat<RboValue> {
    if (!(p > 0 && p < 1)) throw statProblem.error("bad-statistic/probability", { found: String(p) });
    const [short, long] = a.length <= b.length ? [a, b] : [b, a];
    const [s, l] = [short.length, long.length];
    const overlap = overlaps(short, long);
    if (l === 0) return none("no-data");
    const [atShort, atLong] = [overlap[s]!, overlap[l]!];
    let [least, extended, power] = [0, 0, 1];
    for (let d = 1; d <= l; d++) {
      power *= p;
      least += ((overlap[d]! - atLong) * power) / d;
      extended += (overlap[d]! * power) / d;
      if (d > s && s > 0) extended += (atShort * (d - s) * power) / (s * d);
    }
    const more = (1 - p) / p;
    const within = (x: number): number => Math.min(1, Math.max(0, x));
    return known({
      min: within(more * (least - atLong * Math.log1p(-p))),
      ext: within(more * extended + ((atLong - atShort) / l + (s === 0 ? 0 : atShort / s)) * p ** l),
      res: within(residual(s, l, atLong, p)),
    });
  },
});

/** By depth, how many of the first so many are in both. */
function overlaps(short: readonly string[], long: readonly string[]): number[] {
  const [inShort, inLong] = [new Set<string>(), new Set<string>()];
  const out = [0];
  for (let d = 0; d < long.length; d++) {
    let found = out[d]!;
    if (d < short.length) found += add(short[d]!, inShort, inLong);
    found += add(long[d]!, inLong, inShort);
    out.push(found);
  }
  return out;
}

function add(id: string, to: Set<string>, other: ReadonlySet<string>): number {
  if (to.has(id)) throw statProblem.error("bad-statistic/repeated", { found: JSON.stringify(id) });
  to.add(id);
  return other.has(id) ? 1 : 0;
}

/** What matches beyond the lists could add: each unseen item may match, until all do at depth s + l − overlap. */
function residual(s: number, l: number, overlap: number, p: number): number {
  const all = s + l - overlap;
  let [total, power, below] = [0, 1, 0];
  for (let d = 1; d <= all; d++) {
    power *= p;
    below += power / d;
    total += ((Math.max(0, d - s) + Math.max(0, d - l)) * power) / d;
  }
  total += (power * p) / (1 - p) - overlap * (-Math.log1p(-p) - below);
  return ((1 - p) / p) * total;
}
