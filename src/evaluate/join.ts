/** The one place where a ranking meets its gold: order, ties, duplicates, units, ids, grades, groups and texts are settled here. */
import { named } from "../core/named.ts";
import { GoldieError } from "../core/problem.ts";
import type { GroupCredit, JoinRule, JudgedRanking, Overlap, QueryId } from "../core/types.ts";
import { compareIds, idRules } from "../match/ids.ts";
import { textRules } from "../match/text.ts";
import { tokenRules } from "../match/tokens.ts";
import type { ProblemLog } from "./problem-log.ts";
import type { Ranking } from "./read-run.ts";
import { GROUPS, type ShapedGold } from "./shape-gold.ts";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const IDENTITY = Uint32Array.from({ length: 1024 }, (_, i) => i);

/** Columns that one rule uses again for query after query. */
export class Scratch {
  grades: Float64Array = new Float64Array(128);
  judged: Uint8Array = new Uint8Array(128);
  relevant: Uint8Array = new Uint8Array(128);
  /** 0, 1, 2 …: the items of a list without duplicates. */
  identity: Uint32Array = IDENTITY;
  readonly ranking: Mutable<JudgedRanking> = {
    length: 0,
    grades: this.grades,
    judged: this.judged,
    relevant: this.relevant,
    item: IDENTITY,
    pool: this.grades,
    goldListed: 0,
    listed: this.grades,
  };

  /** By fingerprint of an id: the last list that had one. */
  seen: Uint16Array = new Uint16Array(SLOTS);
  #list = 0;

  nextList(): number {
    if (this.#list === 0xffff) {
      this.seen.fill(0);
      this.#list = 0;
    }
    return ++this.#list;
  }

  fit(n: number): void {
    if (n <= this.grades.length) return;
    const size = 2 ** Math.ceil(Math.log2(n));
    this.grades = new Float64Array(size);
    this.judged = new Uint8Array(size);
    this.relevant = new Uint8Array(size);
    if (size > this.identity.length) this.identity = Uint32Array.from({ length: size }, (_, i) => i);
  }
}

/** The columns of a ranking, best first, after some of them were left out. */
interface Columns {
  readonly ids: readonly (string | null)[];
  readonly texts: Ranking["texts"];
  readonly docs: Ranking["docs"];
}

function pickFrom<T>(list: readonly T[], at: ArrayLike<number>): T[] {
  const picked = new Array<T>(at.length);
  for (let i = 0; i < at.length; i++) picked[i] = list[at[i]!]!;
  return picked;
}
const pick = ({ ids, texts, docs }: Columns, at: ArrayLike<number>): Columns => ({
  ids: pickFrom(ids, at),
  texts: texts && pickFrom(texts, at),
  docs: docs && pickFrom(docs, at),
});

/** Positions that pass, or undefined when all do. */
function positions(n: number, keep: (i: number) => boolean): number[] | undefined {
  const kept: number[] = [];
  for (let i = 0; i < n; i++) if (keep(i)) kept.push(i);
  return kept.length === n ? undefined : kept;
}

const SLOTS = 1 << 16;

/** A number from a few characters of an id: cheap, and different for most ids of one list. */
function fingerprint(id: string): number {
  const n = id.length;
  const step = n > 16 ? n >> 3 : 1;
  let h = n;
  for (let i = n - 1; i >= 0; i -= step) h = Math.imul(h, 31) + id.charCodeAt(i);
  return (h ^ (h >>> 16)) & (SLOTS - 1);
}

/** Looks at fingerprints first: a Set of all ids would cost more than the rest of the join. */
function hasDuplicates(ids: readonly (string | null)[], scratch: Scratch): boolean {
  const n = ids.length;
  if (n < 2) return false;
  const { seen } = scratch;
  const now = scratch.nextList();
  for (let i = 0; i < n; i++) {
    const id = ids[i];
    const slot = id === null || id === undefined ? 0 : fingerprint(id);
    if (seen[slot] === now) return new Set(ids).size < n;
    seen[slot] = now;
  }
  return false;
}

/** Best first by score, and where runs of equal scores end. undefined: as it stands. */
function byScore(
  query: QueryId,
  { ids, scores }: Ranking,
  rule: JoinRule,
): { order?: Uint32Array; ties?: Uint32Array } {
  const n = ids.length;
  if (n === 0) return {};
  const given = scores as readonly number[] | undefined;
  if (given === undefined || (given as readonly unknown[]).length < n || given.includes(undefined as never)) {
    const at = given === undefined ? 0 : ids.findIndex((_, i) => given[i] === undefined);
    throw new GoldieError({
      code: "no-score",
      what: `ranking of query ${query}: hit ${at + 1} (${ids[at]}) has no score`,
      why: "the order was asked to come from the scores",
      fix: 'give every hit a score, or use order "given"',
      at: { query },
    });
  }
  const s = rule.float === 32 ? given.map(Math.fround) : given;
  let sorted = true;
  let tied = false;
  for (let i = 1; i < n; i++) {
    if (s[i]! > s[i - 1]!) sorted = false;
    else if (s[i] === s[i - 1]) tied = true;
  }
  if (sorted && !tied) return {};
  const order = descendingOrder(s, tieBreak(ids, rule.ties));
  return { order, ...tieRuns(order, s) };
}

/** Positions by score, greatest first: a merge sort that asks the tie rule only on equal scores. */
function descendingOrder(s: readonly number[], tie: (a: number, b: number) => number): Uint32Array {
  const n = s.length;
  let from = new Uint32Array(n);
  for (let i = 0; i < n; i++) from[i] = i;
  let to = new Uint32Array(n);
  for (let width = 1; width < n; width *= 2) {
    for (let low = 0; low < n; low += 2 * width) {
      const middle = Math.min(low + width, n);
      const high = Math.min(low + 2 * width, n);
      let left = low;
      let right = middle;
      for (let i = low; i < high; i++) {
        let takeLeft = left < middle;
        if (takeLeft && right < high) {
          const a = from[left]!;
          const b = from[right]!;
          takeLeft = s[a]! > s[b]! || (s[a] === s[b] && tie(a, b) <= 0);
        }
        to[i] = takeLeft ? from[left++]! : from[right++]!;
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

function tieRuns(order: Uint32Array, s: readonly number[]): { ties?: Uint32Array } {
  const ends: number[] = [];
  for (let i = 1; i <= order.length; i++)
    if (i === order.length || s[order[i]!] !== s[order[i - 1]!]) ends.push(i);
  return ends.length === order.length ? {} : { ties: Uint32Array.from(ends) };
}

function tieBreak(ids: Ranking["ids"], ties: JoinRule["ties"]): (a: number, b: number) => number {
  if (ties === "given") return (a, b) => a - b;
  if (ties === "given-reversed") return (a, b) => b - a;
  const sign = ties === "id-asc" ? 1 : -1;
  return (a, b) => sign * compareIds(ids[a] ?? "", ids[b] ?? "") || a - b;
}

function reportDuplicate(query: QueryId, ids: Columns["ids"], rule: JoinRule, log: ProblemLog): void {
  const first = new Map<string | null, number>();
  for (let i = 0; i < ids.length; i++) {
    const before = first.get(ids[i]!);
    if (before === undefined) {
      first.set(ids[i]!, i);
      continue;
    }
    const kept = rule.duplicates === "first" ? "the later one was left out" : "the later one earns nothing";
    const problem = {
      code: "duplicate-hit",
      what: `query ${query} ranks document ${ids[i]} twice, at ${before + 1} and ${i + 1}${rule.duplicates === "error" ? "" : `; ${kept}`}`,
      why: "counting it twice would inflate every metric",
      fix: 'remove it, or choose duplicates: "keep", "blank" or "error"',
      at: { query },
    };
    if (rule.duplicates === "error") throw new GoldieError(problem);
    log.add(problem);
  }
}

function refuse(query: QueryId, code: string, rank: number, what: string, fix: string): never {
  throw new GoldieError({
    code,
    what: `ranking of query ${query}: hit ${rank + 1} has ${what}`,
    fix,
    at: { query },
  });
}

export function join(
  query: QueryId,
  ranking: Ranking,
  gold: ShapedGold,
  rule: JoinRule,
  scratch: Scratch,
  log: ProblemLog,
): JudgedRanking {
  const byText = "text" in rule.match;
  let c: Columns = ranking as Columns;
  let ties: Uint32Array | undefined;
  if (rule.order === "score" || (rule.order === "input" && ranking.mapping)) {
    const best = byScore(query, ranking, rule);
    ties = best.ties;
    if (best.order !== undefined) c = pick(c, best.order);
  }

  const depth =
    rule.depth === "all" || rule.depth === "k" ? c.ids.length : Math.min(rule.depth, c.ids.length);
  const drop = (keep: (i: number) => boolean): void => {
    const kept = positions(c.ids.length, keep);
    if (kept === undefined) return;
    // Runs of equal scores shrink with the hits that leave.
    ties = ties && Uint32Array.from(ties, (end) => kept.filter((i) => i < end).length);
    c = pick(c, kept);
  };
  if (depth < c.ids.length) drop((i) => i < depth);
  if (ranking.nulls && !byText) {
    if (rule.nulls === "error")
      refuse(query, "null-id", c.ids.indexOf(null), "no id", "give every hit an id");
    if (rule.nulls === "drop-after-depth") drop((i) => c.ids[i] !== null);
  }
  if (rule.blank === "error" && !byText)
    for (let i = 0; i < c.ids.length; i++)
      if (c.ids[i] === "") refuse(query, "empty-id", i, "an empty id", "give every hit an id");

  // A text match compares texts, whose ids may well be absent.
  const names = byText ? c.ids.map((id, i) => c.texts?.[i] ?? id ?? "") : c.ids;
  const repeated = !ranking.mapping && hasDuplicates(names, scratch);
  let blank: Uint8Array | undefined;
  if (repeated && rule.duplicates !== "keep") {
    reportDuplicate(query, names, rule, log);
    const first = new Map(names.map((name, i) => [name, i] as const).reverse());
    if (rule.duplicates === "blank")
      blank = Uint8Array.from(names, (name, i) => (first.get(name) === i ? 0 : 1));
    else drop((i) => first.get(names[i]!) === i);
  }

  const idRule =
    "ids" in rule.match && rule.match.ids !== "exact" ? named(idRules, rule.match.ids, "id rule") : undefined;
  const byDoc = rule.unit === "doc";
  let keys: (string | null)[] | undefined;
  if ((idRule !== undefined || byDoc) && !byText)
    keys = c.ids.map(
      (id, i) =>
        (byDoc ? c.docs?.[i] : undefined) ?? (id === null ? null : idRule === undefined ? id : idRule(id)),
    );
  if (byDoc && keys !== undefined) {
    const all = keys;
    const first = new Map(all.map((key, i) => [key, i] as const).reverse());
    const isFirst = (_: unknown, i: number) => first.get(all[i]!) === i;
    drop((i) => isFirst(undefined, i));
    keys = all.filter(isFirst);
    blank = blank?.filter(isFirst);
  }
  const kept = rule.duplicates === "keep" || rule.duplicates === "blank";
  return credit(c, keys, gold, rule, scratch, blank, ties, repeated && kept && !byDoc);
}

/** Looks every hit up once and writes the columns. */
function credit(
  c: Columns,
  keys: readonly (string | null)[] | undefined,
  gold: ShapedGold,
  rule: JoinRule,
  scratch: Scratch,
  blank: Uint8Array | undefined,
  ties: Uint32Array | undefined,
  repeated: boolean,
): JudgedRanking {
  const n = c.ids.length;
  scratch.fit(n);
  const { grades, judged, relevant, ranking: r } = scratch;
  r.length = n;
  r.grades = grades;
  r.judged = judged;
  r.relevant = relevant;
  r.pool = gold.pool;
  r.listed = gold.listed;
  r.goldListed = gold.goldListed;
  if (ties !== undefined) r.ties = ties;
  else if (r.ties !== undefined) delete r.ties;

  if ("text" in rule.match) return creditTexts(c, gold, rule.match, r);
  const looked = keys ?? c.ids;
  const entries = (gold.has & GROUPS) !== 0 ? new Int32Array(n).fill(-1) : undefined;
  const { index, gradeOf, listedOf } = gold;
  // Two chunks may stand for one gold document: it earns once, unless repeated hits are kept.
  const earned = keys !== undefined && rule.duplicates !== "keep" ? new Set<number>() : undefined;
  for (let i = 0; i < n; i++) {
    const e = index.get(looked[i] as string);
    if (e === undefined || (blank !== undefined && blank[i] === 1)) {
      grades[i] = 0;
      judged[i] = 0;
      relevant[i] = 0;
      continue;
    }
    judged[i] = 1;
    if (earned?.has(e)) {
      grades[i] = 0;
      relevant[i] = 0;
      continue;
    }
    earned?.add(e);
    grades[i] = gradeOf[e]!;
    relevant[i] = listedOf[e]!;
    if (entries !== undefined) entries[i] = e;
  }
  r.item = repeated ? itemNumbers(c.ids) : scratch.identity;
  if (entries !== undefined)
    r.groups = groupCredit(gold, n, (rank, visit) =>
      entries[rank]! >= 0 ? visit(entries[rank]!) : undefined,
    );
  else if (r.groups !== undefined) delete r.groups;
  return r;
}

function itemNumbers(names: readonly (string | null)[]): Uint32Array {
  const numbers = new Map<string | null, number>();
  return Uint32Array.from(names, (name) => {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, numbers.size);
    return numbers.size - 1;
  });
}

/** Group → ranks, from the gold entries that each rank matched. */
function groupCredit(
  gold: ShapedGold,
  n: number,
  entriesAt: (rank: number, visit: (entry: number) => void) => void,
): GroupCredit {
  const { groupCount, groupsStart, groupsOf } = gold;
  const ranksOf: number[][] = Array.from({ length: groupCount }, () => []);
  for (let rank = 0; rank < n; rank++)
    entriesAt(rank, (e) => {
      for (let at = groupsStart[e]!; at < groupsStart[e + 1]!; at++) {
        const list = ranksOf[groupsOf[at]!]!;
        if (list[list.length - 1] !== rank) list.push(rank);
      }
    });
  const start = new Uint32Array(groupCount + 1);
  for (let g = 0; g < groupCount; g++) start[g + 1] = start[g]! + ranksOf[g]!.length;
  return {
    count: groupCount,
    start,
    ranks: Uint32Array.from(ranksOf.flat()),
    docs: gold.keys.length,
    docStart: groupsStart,
    docGroups: groupsOf,
  };
}

function creditTexts(
  c: Columns,
  gold: ShapedGold,
  match: Extract<JoinRule["match"], { text: string }>,
  r: Mutable<JudgedRanking>,
): JudgedRanking {
  const texts = c.ids.map((id, i) => c.texts?.[i] ?? id ?? "");
  const golds = gold.keys;
  const rule = named(textRules, match.text, "text rule");
  const tokens = match.tokens === undefined ? undefined : named(tokenRules, match.tokens, "token rule");
  const similarity = new Float64Array(texts.length * golds.length);
  const least = match.at ?? 1;
  const matches = (i: number, j: number): boolean => {
    const s = similarity[i * golds.length + j]!;
    return match.above === true ? s > least : s >= least;
  };
  texts.forEach((text, i) => {
    let any = 0;
    golds.forEach((wanted, j) => {
      similarity[i * golds.length + j] = rule(text, wanted);
      if (matches(i, j)) any = 1;
    });
    r.relevant[i] = any;
    r.judged[i] = any;
    r.grades[i] = any;
  });
  r.item = itemNumbers(texts);
  r.overlap = overlapOf(texts, golds, tokens, similarity);
  r.groups = groupCredit(gold, texts.length, (rank, visit) => {
    for (let j = 0; j < golds.length; j++) if (matches(rank, j)) visit(j);
  });
  return r;
}

/** Sizes and shared tokens of every hit × gold text. */
function overlapOf(
  hits: readonly string[],
  golds: readonly string[],
  tokens: ((text: string) => readonly string[]) | undefined,
  similarity: Float64Array,
): Overlap {
  const a = hits.map((text) => tokens?.(text) ?? []);
  const b = golds.map((text) => tokens?.(text) ?? []);
  const shared = new Float64Array(a.length * b.length);
  b.forEach((gold, j) => {
    const wanted = new Map<string, number>();
    for (const token of gold) wanted.set(token, (wanted.get(token) ?? 0) + 1);
    a.forEach((hit, i) => {
      const left = new Map(wanted);
      for (const token of hit) {
        const n = left.get(token);
        if (n === undefined || n === 0) continue;
        left.set(token, n - 1);
        shared[i * b.length + j]!++;
      }
    });
  });
  const sizes = (lists: readonly (readonly string[])[]) => Float64Array.from(lists, (list) => list.length);
  return { hits: a.length, golds: b.length, shared, hitSize: sizes(a), goldSize: sizes(b), similarity };
}
