import { log2 as exactLog2 } from "../core/exact-log.ts";
import { gainOf } from "../core/gain.ts";
/** What metrics over a JudgedRanking share. Ranks here count from 0. */
import type { Gain } from "../core/params.ts";
import type { GroupCredit, JudgedRanking, SparseRanks } from "../core/ranking.ts";
import { keptRelevant, queryOf, type RelevantRanks } from "./_scratch.ts";

/** How many hits count. */
export const depth = (r: JudgedRanking, k: number | undefined): number =>
  k === undefined || k > r.length ? r.length : k;

export const isRelevant = (r: JudgedRanking, rank: number, rel: number | undefined): boolean =>
  rel === undefined ? r.relevant[rank] === 1 : r.judged[rank] === 1 && r.grades[rank]! >= rel;

/**
 * Iteration over the hits for metrics in which unjudged hits count nothing: the number of steps down to rank n, and
 * the rank of each step. Skips unjudged hits if the judged ranks are known.
 */
export function steps(r: JudgedRanking, n: number): number {
  const { sparse } = r;
  if (sparse === undefined) return n;
  let count = sparse.count;
  while (count > 0 && sparse.ranks[count - 1]! >= n) count--;
  return count;
}
export const rankOf = (r: JudgedRanking, step: number): number =>
  r.sparse === undefined ? step : r.sparse.ranks[step]!;

/** The relevant ones among the judged hits whose ranks are known. */
export function relevantRanks(
  r: JudgedRanking,
  sparse: SparseRanks,
  rel: number | undefined,
): Readonly<RelevantRanks> {
  const relevant = keptRelevant(sparse);
  return relevant.query === queryOf(sparse) && relevant.rel === rel
    ? relevant
    : findRelevant(r, sparse, rel, relevant);
}

function findRelevant(
  r: JudgedRanking,
  sparse: SparseRanks,
  rel: number | undefined,
  relevant: RelevantRanks,
): RelevantRanks {
  if (relevant.ranks.length < sparse.count) relevant.ranks = new Uint32Array(sparse.ranks.length);
  relevant.query = queryOf(sparse);
  relevant.rel = rel;
  relevant.total = countRelevant(r, rel);
  relevant.count = 0;
  for (let i = 0; i < sparse.count; i++) {
    const rank = sparse.ranks[i]!;
    if (isRelevant(r, rank, rel)) relevant.ranks[relevant.count++] = rank;
  }
  return relevant;
}

/** How many relevant documents the gold has. */
export const relevantTotal = (r: JudgedRanking, rel: number | undefined): number =>
  r.sparse === undefined ? countRelevant(r, rel) : relevantRanks(r, r.sparse, rel).total;

function countRelevant(r: JudgedRanking, rel: number | undefined): number {
  if (rel === undefined) return r.listed.length;
  let n = 0;
  while (n < r.pool.length && r.pool[n]! >= rel) n++;
  return n;
}

/** Relevant hits among the first n. */
export function found(
  r: JudgedRanking,
  n: number,
  rel: number | undefined,
  count: "each" | "distinct" = "each",
): number {
  let hits = 0;
  if (r.sparse !== undefined) {
    const relevant = relevantRanks(r, r.sparse, rel);
    while (hits < relevant.count && relevant.ranks[hits]! < n) hits++;
    return hits;
  }
  if (count === "each") {
    for (let i = 0; i < n; i++) if (isRelevant(r, i, rel)) hits++;
    return hits;
  }
  const seen = new Set<number>();
  for (let i = 0; i < n; i++) if (isRelevant(r, i, rel)) seen.add(r.item[i]!);
  return seen.size;
}

/** Relevant hits among the first n, on average over all orders of equal scores. */
function expectedFound(r: JudgedRanking, n: number, rel: number | undefined): number {
  if (r.ties === undefined) return found(r, n, rel);
  let total = 0;
  let from = 0;
  for (const to of r.ties) {
    if (from >= n) break;
    let hits = 0;
    for (let i = from; i < to; i++) if (isRelevant(r, i, rel)) hits++;
    total += to <= n ? hits : (hits * (n - from)) / (to - from);
    from = to;
  }
  return total;
}

/** Relevant hits among the first n, each or each document once, as ordered or as expected. */
export const foundBy = (
  r: JudgedRanking,
  n: number,
  rel: number | undefined,
  count: "each" | "distinct",
  ties: "as-ordered" | "expected",
): number => (ties === "expected" ? expectedFound(r, n, rel) : found(r, n, rel, count));

/** Hits in the top n judged not relevant; negative grades do not count as judged. */
export function nonrelevantAmong(r: JudgedRanking, n: number, rel: number | undefined): number {
  let hits = 0;
  const end = steps(r, n);
  for (let i = 0; i < end; i++) if (isNonrelevant(r, rankOf(r, i), rel)) hits++;
  return hits;
}

export const isNonrelevant = (r: JudgedRanking, rank: number, rel: number | undefined): boolean =>
  r.judged[rank] === 1 && r.grades[rank]! >= 0 && !isRelevant(r, rank, rel);

/** Precision at each relevant hit among the first n, added up, and how many there are. */
export function precisionSum(
  r: JudgedRanking,
  n: number,
  rel: number | undefined,
): { total: number; hits: number } {
  let hits = 0;
  let total = 0;
  if (r.sparse === undefined) {
    for (let i = 0; i < n; i++) if (isRelevant(r, i, rel)) total += ++hits / (i + 1);
    return { total, hits };
  }
  const { count, ranks } = relevantRanks(r, r.sparse, rel);
  while (hits < count && ranks[hits]! < n) total += (hits + 1) / (ranks[hits++]! + 1);
  return { total, hits };
}

/** Distinct items among the first n. */
export function distinct(r: JudgedRanking, n: number): number {
  if (r.sparse !== undefined) return n;
  let own = 0;
  while (own < n && r.item[own] === own) own++;
  if (own === n) return n;
  const seen = new Set<number>();
  for (let i = 0; i < n; i++) seen.add(r.item[i]!);
  return seen.size;
}

/** Judged hits in the top n. */
export function judgedAmong(r: JudgedRanking, n: number): number {
  if (r.sparse !== undefined) return steps(r, n);
  let hits = 0;
  for (let i = 0; i < n; i++) hits += r.judged[i]!;
  return hits;
}

export function firstRelevant(r: JudgedRanking, n: number, rel: number | undefined): number {
  if (r.sparse !== undefined) {
    const { count, ranks } = relevantRanks(r, r.sparse, rel);
    return count > 0 && ranks[0]! < n ? ranks[0]! : -1;
  }
  for (let i = 0; i < n; i++) if (isRelevant(r, i, rel)) return i;
  return -1;
}

/** What precision over the first k hits divides by; 0 only where nothing was retrieved. */
export function precisionBelow(
  r: JudgedRanking,
  k: number | undefined,
  of: "k" | "retrieved" | "distinct" | "min",
  relevant: number,
): number {
  const n = depth(r, k);
  if (of === "min") return Math.min(k ?? relevant, relevant);
  if (of === "distinct") return distinct(r, n);
  return of === "k" ? (k ?? n) : n;
}

/** Harmonic mean weighted by beta, in the tools' order of operations. Some tools do not square beta. */
export function harmonic(p: number, r: number, beta: number, squared: "yes" | "no" = "yes"): number {
  const square = squared === "yes" ? beta * beta : beta;
  const below = square * p + r;
  if (below === 0) return 0;
  // trec_eval multiplies from left to right; the others multiply precision and recall first.
  return (squared === "no" ? (1 + square) * p * r : (1 + square) * (p * r)) / below;
}

/** The rank at which each group is first satisfied within the first n hits, or -1. */
export function firstRanks(groups: GroupCredit, n: number): Int32Array {
  const first = new Int32Array(groups.count).fill(-1);
  for (let g = 0; g < groups.count; g++) {
    const at = groups.start[g]!;
    if (at < groups.start[g + 1]! && groups.ranks[at]! < n) first[g] = groups.ranks[at]!;
  }
  return first;
}

// log2(2) … for the first ranks: Math.log2 is right for these.
const LOG2 = Float64Array.from({ length: 1025 }, (_, i) => Math.log2(i));
/** Of a whole number. */
export const log2 = (i: number): number => (i < LOG2.length ? LOG2[i]! : exactLog2(i));

/** What the gain at a rank is divided by. */
export const discountAt = (rank: number, discount: "log2" | "jarvelin"): number =>
  discount === "log2" ? log2(rank + 2) : rank < 2 ? 1 : log2(rank + 1);

/** Discounted gain of the first n grades of a list. */
export function dcgOf(grades: Float64Array, n: number, gain: Gain, discount: "log2" | "jarvelin"): number {
  let total = 0;
  for (let i = 0; i < n; i++) {
    const worth = gainOf(grades[i]!, gain);
    if (worth !== 0) total += worth / discountAt(i, discount);
  }
  return total;
}
