/**
 * The join for rows whose ids are bytes. Most hits were never judged, and hits that nobody judged are alike:
 * only the ranks of the few that the gold names have to be found, and no list has to be sorted for that.
 */
import type { JudgedRanking, SparseRanks } from "../../core/ranking.ts";
import type { JoinRule } from "../../core/rules.ts";
import type { TableRows } from "../input/table-ranking.ts";
import { CountedRanks } from "./_counted.ts";
import { descendingOrder } from "./order.ts";
import type { Mutable } from "./scratch.ts";
import type { ShapedGold } from "./shape-gold.ts";

/** Whether this way knows all that a rule asks for. */
export const tableFits = (rule: JoinRule): boolean =>
  "ids" in rule.match &&
  rule.match.ids === "exact" &&
  rule.unit === "chunk" &&
  rule.shape === "as-given" &&
  rule.grades === undefined &&
  rule.self !== "drop" &&
  rule.tail === undefined &&
  rule.floor === undefined &&
  rule.blank !== "drop";

/** Beyond so many judged hits, sorting the list is cheaper than counting for each of them. */
const FEW = 40;

/** Columns that are zero but for what the last query wrote. */
export class TableScratch {
  #size = 128;
  readonly #written: Mutable<SparseRanks> = sparseRanks(0, new Uint32Array(64));
  #identity = new Uint32Array(0);
  #scores = new Float64Array(128);
  readonly #counted = new CountedRanks();
  readonly ranking: Mutable<JudgedRanking> = withSparse(
    {
      length: 0,
      grades: new Float64Array(this.#size),
      judged: new Uint8Array(this.#size),
      relevant: new Uint8Array(this.#size),
      item: this.#identity,
      pool: new Float64Array(0),
      goldListed: 0,
      listed: new Float64Array(0),
    },
    this.#written,
  );

  join(rows: TableRows, gold: ShapedGold, rule: JoinRule): JudgedRanking {
    const r = this.ranking;
    this.#fit(rows.length);
    const { count, ranks } = this.#written;
    for (let i = 0; i < count; i++) {
      const rank = ranks[i]!;
      r.grades[rank] = 0;
      r.judged[rank] = 0;
      r.relevant[rank] = 0;
    }
    this.#written.count = 0;
    this.#written.relevant.known = false;
    this.#written.earned.known = false;
    r.pool = gold.pool;
    r.listed = gold.listed;
    r.goldListed = gold.goldListed;
    r.length = rows.length;
    const at = this.#ranks(rows, rule);
    const depth = typeof rule.depth === "number" ? Math.min(rule.depth, rows.length) : rows.length;
    r.length = depth;
    if (rule.judgedOnly === true) r.length = this.#onlyJudged(rows, gold, at, depth);
    else
      for (let i = 0; i < rows.found; i++)
        if (at[i]! < depth) this.#write(at[i]!, entryOf(rows, gold, i), gold);
    sortAscending(this.#written);
    return r;
  }

  #write(rank: number, entry: number, gold: ShapedGold): void {
    const r = this.ranking;
    r.grades[rank] = gold.gradeOf[entry]!;
    r.judged[rank] = 1;
    r.relevant[rank] = gold.listedOf[entry]!;
    this.#written.ranks[this.#written.count++] = rank;
  }

  /** Unjudged hits and negative grades leave; the others move up. */
  #onlyJudged(rows: TableRows, gold: ShapedGold, at: Uint32Array, depth: number): number {
    const kept: { rank: number; entry: number }[] = [];
    for (let i = 0; i < rows.found; i++) {
      const entry = entryOf(rows, gold, i);
      if (at[i]! < depth && gold.gradeOf[entry]! >= 0) kept.push({ rank: at[i]!, entry });
    }
    kept.sort((a, b) => a.rank - b.rank);
    kept.forEach(({ entry }, rank) => {
      this.#write(rank, entry, gold);
    });
    return kept.length;
  }

  /** The rank of each judged hit, in the order of `foundAt`. */
  #ranks(rows: TableRows, rule: JoinRule): Uint32Array {
    const byScore =
      rule.order === "score" ||
      (rule.order === "score-if-any" && rows.scored) ||
      (rule.order === "input" && rows.mapping);
    if (!byScore || rows.found === 0) return rows.foundAt;
    const n = rows.length;
    let { values: s, falling, strict } = rows;
    if (rule.float === 32) {
      s = this.#rounded(s, n);
      // What falls in 64 bits may be level in 32.
      strict = false;
    }
    if (falling && strict) return rows.foundAt;
    const ranks = new Uint32Array(rows.found);
    const before = precedes(rows, rule.ties);
    if (falling) ranksInRuns(rows, s, before, ranks);
    else if (rows.found <= FEW) this.#counted.ranks(s, n, rows, before, ranks);
    else {
      const order = descendingOrder(s.subarray(0, n), before);
      const rankOf = new Uint32Array(n);
      for (let rank = 0; rank < n; rank++) rankOf[order[rank]!] = rank;
      for (let i = 0; i < rows.found; i++) ranks[i] = rankOf[rows.foundAt[i]!]!;
    }
    return ranks;
  }

  #rounded(s: Float64Array, n: number): Float64Array {
    if (this.#scores.length < n) this.#scores = new Float64Array(2 * n);
    for (let i = 0; i < n; i++) this.#scores[i] = Math.fround(s[i]!);
    return this.#scores;
  }

  #fit(n: number): void {
    const r = this.ranking;
    if (n > this.#size) {
      this.#size = 2 ** Math.ceil(Math.log2(n));
      r.grades = new Float64Array(this.#size);
      r.judged = new Uint8Array(this.#size);
      r.relevant = new Uint8Array(this.#size);
      this.#written.ranks = new Uint32Array(this.#size);
      this.#written.count = 0;
    }
    if (this.#identity.length < this.#size) {
      this.#identity = Uint32Array.from({ length: this.#size }, (_, i) => i);
      r.item = this.#identity;
      this.#written.ranks = new Uint32Array(this.#size);
    }
  }
}

const entryOf = (rows: TableRows, gold: ShapedGold, i: number): number =>
  rows.goldIds === undefined ? rows.foundId[i]! : gold.index.get(rows.goldIds[rows.foundId[i]!]!)!;

export const sparseRanks = (count: number, ranks: Uint32Array): SparseRanks => ({
  count,
  ranks,
  relevant: { known: false, rel: undefined, total: 0, count: 0, ranks: new Uint32Array(0) },
  earned: {
    known: false,
    gain: "linear",
    min: undefined,
    costly: false,
    discount: "log2",
    hits: new Float64Array(0),
    pool: new Float64Array(0),
    ideal: undefined,
  },
});

/** What is true of this ranking need not be true of a changed copy: spreading it leaves this behind. */
export const withSparse = <R extends JudgedRanking>(ranking: R, sparse: SparseRanks): R =>
  Object.defineProperty(ranking, "sparse", { value: sparse });

/** Mostly in order already, and few: insertion beats the generic sort. */
function sortAscending({ count, ranks }: SparseRanks): void {
  if (count > FEW) {
    ranks.subarray(0, count).sort();
    return;
  }
  for (let i = 1; i < count; i++) {
    const x = ranks[i]!;
    let j = i - 1;
    while (j >= 0 && ranks[j]! > x) {
      ranks[j + 1] = ranks[j]!;
      j--;
    }
    ranks[j + 1] = x;
  }
}

/** Negative: a comes first, where scores are equal. */
function precedes(rows: TableRows, ties: JoinRule["ties"]): (a: number, b: number) => number {
  if (ties === "given") return (a, b) => a - b;
  if (ties === "given-reversed") return (a, b) => b - a;
  const sign = ties === "id-asc" ? 1 : -1;
  return (a, b) => sign * rows.compare(a, b) || a - b;
}

/** In a list whose scores never rise: the ranks among the equal ones around each hit. */
function ranksInRuns(
  { foundAt, found, length }: TableRows,
  s: Float64Array,
  before: (a: number, b: number) => number,
  ranks: Uint32Array,
): void {
  for (let i = 0; i < found; ) {
    const x = s[foundAt[i]!]!;
    let from = foundAt[i]!;
    let to = from + 1;
    while (from > 0 && s[from - 1] === x) from--;
    while (to < length && s[to] === x) to++;
    const first = i;
    while (i < found && foundAt[i]! < to) i++;
    if (i - first <= FEW)
      for (let f = first; f < i; f++) {
        ranks[f] = from;
        for (let at = from; at < to; at++) if (at !== foundAt[f] && before(at, foundAt[f]!) < 0) ranks[f]!++;
      }
    else {
      const order = Uint32Array.from({ length: to - from }, (_, at) => from + at).sort(before);
      const rankOf = new Uint32Array(order.length);
      order.forEach((at, rank) => {
        rankOf[at - from] = from + rank;
      });
      for (let f = first; f < i; f++) ranks[f] = rankOf[foundAt[f]! - from]!;
    }
  }
}
