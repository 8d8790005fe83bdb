/**
 * The join for rows whose ids are bytes. Most hits were never judged, and unjudged hits are alike:
 * only the ranks of the few that the gold names have to be found, and no list has to be sorted for that.
 */
import { compareIds } from "../../core/ids.ts";
import type { ScratchedRanks } from "../../core/rank-scratch.ts";
import type { JudgedRanking, SparseRanks } from "../../core/ranking.ts";
import type { JoinRule } from "../../core/rules.ts";
import { sortFew } from "../../core/sort-few.ts";
import type { TableRows } from "../input/table-ranking.ts";
import { CountedRanks } from "./_counted.ts";
import type { MappingRanking } from "./mapping-ranking.ts";
import { descendingOrder, isByScore, tieBreak } from "./order.ts";
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

/** With more judged hits than this, sorting the list is cheaper than counting per hit. */
const FEW = 40;

/** Columns that are zero but for what the last query wrote. */
export class TableScratch {
  #size = 128;
  readonly #written: Mutable<ScratchedRanks> = sparseRanks(0, new Uint32Array(64));
  #identity = new Uint32Array(0);
  #scores = new Float64Array(128);
  readonly #counted = new CountedRanks();
  /** Of a mapping: which entries of the gold it has, and their ranks. */
  readonly #entries = new Uint32Array(FEW);
  readonly #ranksFound = new Uint32Array(FEW);
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
    this.#begin(rows.length, gold);
    const at = this.ranks(rows, rule);
    const entries = rows.goldIds === undefined ? rows.foundId : this.#entriesOf(rows, gold);
    return this.#end(rows.found, at, entries, gold, rule);
  }

  /** undefined: what this way cannot tell, or not faster. */
  joinMapping(ranking: MappingRanking, gold: ShapedGold, rule: JoinRule): JudgedRanking | undefined {
    const n = ranking.length;
    const { keys } = gold;
    if (rule.order === "given" || keys.length > Math.max(n, FEW) || ranking.scoreOf("") !== undefined)
      return undefined;
    const entries = this.#entries;
    let found = 0;
    for (let entry = 0; entry < keys.length; entry++) {
      if (ranking.scoreOf(keys[entry]!) === undefined) continue;
      if (found === FEW) return undefined;
      entries[found++] = entry;
    }
    this.#begin(n, gold);
    const s = this.#copied(ranking.scores, n, rule.float === 32);
    const ranks = this.#ranksFound;
    for (let f = 0; f < found; f++) {
      const id = keys[entries[f]!]!;
      const given = ranking.scoreOf(id)!;
      const x = rule.float === 32 ? Math.fround(given) : given;
      let above = 0;
      let level = 0;
      for (let i = 0; i < n; i++) {
        if (s[i]! > x) above++;
        else if (s[i] === x) level++;
      }
      ranks[f] = level === 1 ? above : above + levelBefore(ranking.ids, s, id, rule);
    }
    return this.#end(found, ranks, entries, gold, rule);
  }

  #begin(n: number, gold: ShapedGold): void {
    const r = this.ranking;
    this.#fit(n);
    const { count, ranks } = this.#written;
    for (let i = 0; i < count; i++) {
      const rank = ranks[i]!;
      r.grades[rank] = 0;
      r.judged[rank] = 0;
      r.relevant[rank] = 0;
    }
    this.#written.count = 0;
    this.#written.scratch.query++;
    r.pool = gold.pool;
    r.listed = gold.listed;
    r.goldListed = gold.goldListed;
    r.length = n;
  }

  /** Writes what was found: the rank of each hit, and which entry of the gold it is. */
  #end(
    found: number,
    at: Uint32Array,
    entries: ArrayLike<number>,
    gold: ShapedGold,
    rule: JoinRule,
  ): JudgedRanking {
    const r = this.ranking;
    const depth = typeof rule.depth === "number" ? Math.min(rule.depth, r.length) : r.length;
    r.length = depth;
    if (rule.judgedOnly === true) r.length = this.#onlyJudged(found, at, entries, gold, depth);
    else for (let i = 0; i < found; i++) if (at[i]! < depth) this.#write(at[i]!, entries[i]!, gold);
    sortRanks(this.#written);
    return r;
  }

  #entriesOf({ found, foundId, goldIds }: TableRows, gold: ShapedGold): number[] {
    const entries: number[] = [];
    for (let i = 0; i < found; i++) entries.push(gold.index.get(goldIds![foundId[i]!]!)!);
    return entries;
  }

  #write(rank: number, entry: number, gold: ShapedGold): void {
    const r = this.ranking;
    r.grades[rank] = gold.gradeOf[entry]!;
    r.judged[rank] = 1;
    r.relevant[rank] = gold.listedOf[entry]!;
    this.#written.ranks[this.#written.count++] = rank;
  }

  /** Unjudged hits and negative grades leave; the others move up. */
  #onlyJudged(
    found: number,
    at: Uint32Array,
    entries: ArrayLike<number>,
    gold: ShapedGold,
    depth: number,
  ): number {
    const kept: { rank: number; entry: number }[] = [];
    for (let i = 0; i < found; i++) {
      const entry = entries[i]!;
      if (at[i]! < depth && gold.gradeOf[entry]! >= 0) kept.push({ rank: at[i]!, entry });
    }
    kept.sort((a, b) => a.rank - b.rank);
    kept.forEach(({ entry }, rank) => {
      this.#write(rank, entry, gold);
    });
    return kept.length;
  }

  /** The rank of each judged hit, in the order of `foundAt`. */
  ranks(rows: TableRows, rule: JoinRule): Uint32Array {
    if (rows.found === 0 || !isByScore(rule, rows.scored, rows.mapping)) return rows.foundAt;
    const n = rows.length;
    let { values: s, falling, strict } = rows;
    if (rule.float === 32) {
      s = this.#copied(s, n, true);
      // What falls in 64 bits may be level in 32.
      strict = false;
    }
    if (falling && strict) return rows.foundAt;
    const ranks = new Uint32Array(rows.found);
    const before = tieBreak(rule.ties, (a, b) => rows.compare(a, b));
    if (falling) ranksInRuns(rows, s, before, ranks);
    else if (rows.found <= FEW) this.#counted.ranks(s, n, rows, before, ranks);
    else {
      const { found, foundAt } = rows;
      const order = descendingOrder(s.subarray(0, n), before);
      const rankOf = new Uint32Array(n);
      for (let rank = 0; rank < n; rank++) rankOf[order[rank]!] = rank;
      for (let i = 0; i < found; i++) ranks[i] = rankOf[foundAt[i]!]!;
    }
    return ranks;
  }

  #copied(s: ArrayLike<number>, n: number, rounded: boolean): Float64Array {
    if (this.#scores.length < n) this.#scores = new Float64Array(2 * n);
    const scores = this.#scores;
    if (rounded) for (let i = 0; i < n; i++) scores[i] = Math.fround(s[i]!);
    else for (let i = 0; i < n; i++) scores[i] = s[i]!;
    return scores;
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

/** How many of the hits with the score of this one come before it. */
function levelBefore(ids: MappingRanking["ids"], s: Float64Array, id: string, rule: JoinRule): number {
  const at = ids.indexOf(id);
  const before = tieBreak(rule.ties, (a, b) => compareIds(ids[a] ?? "", ids[b] ?? ""));
  let count = 0;
  for (let i = 0; i < ids.length; i++) if (i !== at && s[i] === s[at] && before(i, at) < 0) count++;
  return count;
}

export const sparseRanks = (count: number, ranks: Uint32Array): ScratchedRanks => ({
  count,
  ranks,
  scratch: { query: 0 },
});

/** What is true of this ranking need not be true of a changed copy: spreading it leaves this behind. */
export const withSparse = <R extends JudgedRanking>(ranking: R, sparse: SparseRanks): R =>
  Object.defineProperty(ranking, "sparse", { value: sparse });

/** Mostly in order already. */
function sortRanks({ count, ranks }: SparseRanks): void {
  if (count > FEW) ranks.subarray(0, count).sort();
  else sortFew(ranks, count, 1);
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
    // Most scores are distinct.
    if ((from === 0 || s[from - 1] !== x) && (to >= length || s[to] !== x)) {
      ranks[i++] = from;
      continue;
    }
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
