/** What hits and documents are worth, and what that adds up to. */

import type { Derivation } from "../core/derivation.ts";
import { idealSum, product, ratio, sum, value } from "../core/derivation.ts";
import { gainOf } from "../core/gain.ts";
import type { Gain } from "../core/params.ts";
import type { JudgedRanking, SparseRanks } from "../core/ranking.ts";
import { dcgOf, discountAt, steps } from "./_ranks.ts";
import { keptEarned, queryOf, type RunningDcg } from "./_scratch.ts";

export type Discount = "log2" | "jarvelin";

/** The parameters of a metric that say what a grade is worth. */
export interface Worth {
  readonly gain: Gain;
  readonly min?: number | undefined;
  readonly negatives?: "zero" | "keep";
}

const isPlain = ({ min, negatives }: Worth): boolean => min === undefined && negatives !== "keep";

export function worthOf(grade: number, { gain, min, negatives }: Worth): number {
  if (min !== undefined && grade < min) return 0;
  if (grade >= 0 || negatives !== "keep") return gainOf(grade, gain);
  if (typeof gain === "object") return gain.get(grade) ?? grade;
  return gain === "exp" ? 2 ** grade - 1 : gain === "binary" ? 0 : grade;
}

/** An unjudged hit is worth nothing, also where a table values grade 0. */
export const worthAt = (r: JudgedRanking, rank: number, worth: Worth): number =>
  r.judged[rank] === 1 ? worthOf(r.grades[rank]!, worth) : 0;

/** Gold without any gain cannot tell good lists from bad ones. */
export const worthless = (r: JudgedRanking, worth: Worth): boolean =>
  !r.pool.some((grade) => {
    const x = worthOf(grade, worth);
    return worth.negatives === "keep" ? x !== 0 : x > 0;
  });

/** The gains above 0 that documents with these grades (best first) have, best first. */
function gainsOf(grades: Float64Array, worth: Worth): readonly number[] {
  const gains: number[] = [];
  let falling = true;
  for (let i = 0; i < grades.length; i++) {
    const x = worthOf(grades[i]!, worth);
    if (!(x > 0)) continue;
    if (gains.length > 0 && x > gains[gains.length - 1]!) falling = false;
    gains.push(x);
  }
  // Only a table may value a lower grade more.
  return falling ? gains : gains.sort((a, b) => b - a);
}

/** The gains above 0 of the pool, best first. */
export function idealGains(r: JudgedRanking, worth: Worth): readonly number[] {
  if (r.sparse === undefined) return gainsOf(r.pool, worth);
  const earned = runningDcg(r, r.sparse, worth, "log2");
  earned.ideal ??= gainsOf(r.pool, worth);
  return earned.ideal;
}

/** Discounted gain of the first n grades of a list. */
export function dcgBy(grades: Float64Array, n: number, worth: Worth, discount: Discount): number {
  if (isPlain(worth)) return dcgOf(grades, n, worth.gain, discount);
  let total = 0;
  for (let i = 0; i < n; i++) {
    const x = worthOf(grades[i]!, worth);
    if (x !== 0) total += x / discountAt(i, discount);
  }
  return total;
}

/** Discounted gain of the first n hits in their order. */
export function dcgOfHits(r: JudgedRanking, n: number, worth: Worth, discount: Discount): number {
  if (r.sparse !== undefined) return runningDcg(r, r.sparse, worth, discount).hits[steps(r, n)]!;
  let total = 0;
  for (let i = 0; i < n; i++) {
    const x = worthAt(r, i, worth);
    if (x !== 0) total += x / discountAt(i, discount);
  }
  return total;
}

/** Discounted gain of the first n grades of the pool, as dcgBy adds them up. */
export const dcgOfPool = (r: JudgedRanking, n: number, worth: Worth, discount: Discount): number =>
  r.sparse === undefined
    ? dcgBy(r.pool, n, worth, discount)
    : runningDcg(r, r.sparse, worth, discount).pool[n]!;

/** Cumulative sums at each judged hit and pool grade; reused by metrics that differ only in their cut-off. */
function runningDcg(r: JudgedRanking, sparse: SparseRanks, worth: Worth, discount: Discount): RunningDcg {
  const earned = keptEarned(sparse);
  return earned.query === queryOf(sparse) &&
    earned.gain === worth.gain &&
    earned.discount === discount &&
    earned.min === worth.min &&
    earned.costly === (worth.negatives === "keep")
    ? earned
    : addUp(r, sparse, worth, discount, earned);
}

function addUp(
  r: JudgedRanking,
  sparse: SparseRanks,
  worth: Worth,
  discount: Discount,
  earned: RunningDcg,
): RunningDcg {
  const { gain, min, negatives } = worth;
  earned.query = queryOf(sparse);
  earned.gain = gain;
  earned.min = min;
  earned.costly = negatives === "keep";
  earned.ideal = undefined;
  earned.discount = discount;
  if (earned.hits.length <= sparse.count) earned.hits = new Float64Array(2 * sparse.count + 16);
  if (earned.pool.length <= r.pool.length) earned.pool = new Float64Array(2 * r.pool.length + 16);
  const { hits, pool } = earned;
  let total = 0;
  for (let i = 0; i < sparse.count; i++) {
    const rank = sparse.ranks[i]!;
    const x = worthAt(r, rank, worth);
    if (x !== 0) total += x / discountAt(rank, discount);
    hits[i + 1] = total;
  }
  total = 0;
  for (let i = 0; i < r.pool.length; i++) {
    const x = worthOf(r.pool[i]!, worth);
    if (x !== 0) total += x / discountAt(i, discount);
    pool[i + 1] = total;
  }
  return earned;
}

/** dcgBy or, with what was judged, dcgOfHits, term by term. */
export function dcgTerms(
  grades: Float64Array,
  n: number,
  worth: Worth,
  discount: Discount,
  judged?: Uint8Array,
): Derivation[] {
  const terms: Derivation[] = [];
  for (let i = 0; i < n; i++) {
    const x = judged?.[i] === 0 ? 0 : worthOf(grades[i]!, worth);
    if (x !== 0) terms.push(gainTerm(grades[i]!, x, i, discount));
  }
  return terms;
}

const gainTerm = (grade: number, worth: number, rank: number, discount: Discount): Derivation =>
  ratio(
    "gain / discount",
    value(`gain of grade ${grade}`, worth),
    value("discount", discountAt(rank, discount)),
    rank + 1,
  );

/** Discounted gain of the first n hits, equal scores in their order or on average over all their orders. */
export function rankedDcg(
  r: JudgedRanking,
  n: number,
  worth: Worth,
  discount: Discount,
  ties: "as-ordered" | "expected",
): number {
  if (ties === "as-ordered" || r.ties === undefined) return dcgOfHits(r, n, worth, discount);
  let total = 0;
  let from = 0;
  for (const to of r.ties) {
    if (from >= n) break;
    // Over all orders, each of the tied hits is at each of their ranks equally often.
    let gains = 0;
    for (let i = from; i < to; i++) gains += worthAt(r, i, worth);
    if (to - from === 1) total += gains / discountAt(from, discount);
    else if (gains !== 0) {
      let weight = 0;
      for (let i = from; i < to && i < n; i++) weight += 1 / discountAt(i, discount);
      total += (gains / (to - from)) * weight;
    }
    from = to;
  }
  return total;
}

/** rankedDcg, term by term. */
export function rankedDcgTerms(
  r: JudgedRanking,
  n: number,
  worth: Worth,
  discount: Discount,
  ties: "as-ordered" | "expected",
): Derivation[] {
  if (ties === "as-ordered" || r.ties === undefined) return dcgTerms(r.grades, n, worth, discount, r.judged);
  const terms: Derivation[] = [];
  let from = 0;
  for (const to of r.ties) {
    if (from >= n) break;
    const gains: Derivation[] = [];
    for (let i = from; i < to; i++) {
      const x = worthAt(r, i, worth);
      if (x !== 0 && to - from === 1) terms.push(gainTerm(r.grades[i]!, x, i, discount));
      else if (x !== 0) gains.push(value(`gain of grade ${r.grades[i]}`, x, i + 1));
    }
    if (gains.length > 0) {
      const weights: Derivation[] = [];
      for (let i = from; i < to && i < n; i++)
        weights.push(
          ratio("1 / discount", value("one", 1), value("discount", discountAt(i, discount)), i + 1),
        );
      terms.push(
        product("mean gain of equal scores × their ranks", [
          ratio("mean gain", sum("gains", gains), value("hits with this score", to - from)),
          idealSum("weight of their ranks", weights),
        ]),
      );
    }
    from = to;
  }
  return terms;
}

/** Discounted gain of the first n of some gains. */
export function dcgOfGains(gains: ArrayLike<number>, n: number): number {
  let total = 0;
  for (let i = 0; i < n && i < gains.length; i++)
    if (gains[i] !== 0) total += gains[i]! / discountAt(i, "log2");
  return total;
}

/** dcgOfGains, term by term. */
export function dcgOfGainsTerms(gains: ArrayLike<number>, n: number): Derivation[] {
  const terms: Derivation[] = [];
  for (let i = 0; i < n && i < gains.length; i++)
    if (gains[i] !== 0)
      terms.push(
        ratio("gain / discount", value("gain", gains[i]!), value("discount", discountAt(i, "log2")), i + 1),
      );
  return terms;
}

/** Gains by rank, of the whole list. */
export const gainsByRank = (r: JudgedRanking, worth: Worth): Float64Array =>
  Float64Array.from({ length: r.length }, (_, i) => worthAt(r, i, worth));
