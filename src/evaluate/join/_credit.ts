/** Looks every hit up in the gold, by id or by text, and writes the columns. */
import { named } from "../../core/named.ts";
import type { GroupCredit, JudgedRanking, Overlap } from "../../core/ranking.ts";
import type { JoinRule } from "../../core/rules.ts";
import { coverGold, holdsEnough } from "../../match/cover.ts";
import { TextMatcher } from "../../match/text/matcher.ts";
import { tokenRules } from "../../text/token-rules.ts";
import type { Ranking } from "../input/read-run.ts";
import type { Mutable, Scratch } from "./scratch.ts";
import { GROUPS, type ShapedGold } from "./shape-gold.ts";
import { hitNames, intervals } from "./spans.ts";

/** The columns of a ranking, best first, after some of them were left out. */
export interface CreditColumns {
  readonly ids: Ranking["ids"];
  readonly texts: Ranking["texts"] | undefined;
  readonly docs: Ranking["docs"] | undefined;
  readonly spans: Ranking["spans"] | undefined;
  readonly off: Ranking["off"] | undefined;
  readonly from: Ranking["from"] | undefined;
  readonly lines: Ranking["lines"] | undefined;
}

/** Looks every hit up once and writes the columns. */
export function credit(
  c: CreditColumns,
  keys: readonly (string | null)[] | undefined,
  gold: ShapedGold,
  rule: JoinRule,
  scratch: Scratch,
  blank: Uint8Array | undefined,
  ties: Uint32Array | undefined,
  repeated: boolean,
  known: ReadonlySet<string> | undefined,
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

  if (known !== undefined) r.known = new Uint8Array(n);
  if (gold.forbidden !== undefined) r.forbidden = forbiddenAt(c, keys, gold.forbidden, rule.unit === "doc");
  else if (r.forbidden !== undefined) delete r.forbidden;

  if ("text" in rule.match) return creditTexts(c, gold, rule.match, r);
  if ("spans" in rule.match) return creditSpans(c, gold, rule.match, r);
  const looked = keys ?? c.ids;
  const entries = (gold.has & GROUPS) !== 0 ? new Int32Array(n).fill(-1) : undefined;
  const { index, gradeOf, listedOf } = gold;
  // Two chunks may belong to one gold document: it counts once, unless repeated hits are kept.
  const earned = keys !== undefined && rule.duplicates !== "keep" ? new Set<number>() : undefined;
  const simple = blank === undefined && c.off === undefined && earned === undefined && known === undefined;
  if (simple && entries === undefined)
    for (let i = 0; i < n; i++) {
      const e = index.get(looked[i] as string);
      const found = e !== undefined;
      grades[i] = found ? gradeOf[e]! : 0;
      judged[i] = found ? 1 : 0;
      relevant[i] = found ? listedOf[e]! : 0;
    }
  else
    for (let i = 0; i < n; i++) {
      const e = index.get(looked[i] as string);
      if (known !== undefined) r.known![i] = known.has(looked[i] as string) ? 1 : 0;
      if (e === undefined || blank?.[i] === 1 || c.off?.[i] === 1 || earned?.has(e) === true) {
        grades[i] = 0;
        // A hit that earns nothing is not looked at: judged with grade 0 would still count where grade 0 is worth something.
        judged[i] = 0;
        relevant[i] = 0;
        continue;
      }
      earned?.add(e);
      judged[i] = 1;
      grades[i] = gradeOf[e]!;
      relevant[i] = listedOf[e]!;
      if (entries !== undefined) entries[i] = e;
    }
  r.item = repeated || keys !== undefined ? itemNumbers(looked) : scratch.identity;
  if (entries !== undefined)
    r.groups = groupCredit(gold, n, (rank, visit) =>
      entries[rank]! >= 0 ? visit(entries[rank]!) : undefined,
    );
  else if (r.groups !== undefined) delete r.groups;
  return r;
}

/** By rank: which forbidden document the hit is, at its first rank; 0 elsewhere. Texts and spans forbid nothing, so ids decide. */
function forbiddenAt(
  c: CreditColumns,
  keys: readonly (string | null)[] | undefined,
  forbidden: ReadonlyMap<string, number>,
  byDoc: boolean,
): Uint32Array {
  const seen = new Set<number>();
  return Uint32Array.from(c.ids, (id, i) => {
    const name = keys === undefined ? ((byDoc ? c.docs?.[i] : undefined) ?? id) : keys[i];
    const which = c.off?.[i] === 1 ? undefined : forbidden.get(name as string);
    if (which === undefined || seen.has(which)) return 0;
    seen.add(which);
    return which;
  });
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
  const doc = new Int32Array(n).fill(-1);
  for (let rank = 0; rank < n; rank++)
    entriesAt(rank, (e) => {
      if (doc[rank] === -1) doc[rank] = e;
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
    docGrades: gold.groupGrades,
    docOrder: gold.byIdDescending,
    doc,
  };
}

/** What a text match compares: texts with gold passages, and ids with gold that has none. */
const textsOf = ({ ids, texts }: CreditColumns, gold: ShapedGold): string[] =>
  gold.passages ? ids.map((id, i) => texts?.[i] ?? id ?? "") : ids.map((id, i) => id ?? texts?.[i] ?? "");

/** The names that distinguish hits: ids, or whatever is compared instead. */
export const namesOf = (c: CreditColumns, gold: ShapedGold, rule: JoinRule): readonly (string | null)[] =>
  "ids" in rule.match ? c.ids : "text" in rule.match ? textsOf(c, gold) : hitNames(c);

/** The gold entries that a hit matches decide its columns. */
function creditMatches(
  gold: ShapedGold,
  n: number,
  r: Mutable<JudgedRanking>,
  matches: (hit: number, entry: number) => boolean,
): void {
  const entries = gold.keys.length;
  for (let i = 0; i < n; i++) {
    let any = 0;
    let grade = 0;
    for (let j = 0; j < entries; j++) {
      if (!matches(i, j)) continue;
      grade = any === 1 ? Math.max(grade, gold.gradeOf[j]!) : gold.gradeOf[j]!;
      any = 1;
    }
    r.relevant[i] = any;
    r.judged[i] = any;
    r.grades[i] = grade;
  }
  r.groups = groupCredit(gold, n, (rank, visit) => {
    for (let j = 0; j < entries; j++) if (matches(rank, j)) visit(j);
  });
}

/** A hit matches a gold span if it alone covers enough of it; joint coverage is in `spans`. */
function creditSpans(
  c: CreditColumns,
  gold: ShapedGold,
  match: Extract<JoinRule["match"], { spans: string }>,
  r: Mutable<JudgedRanking>,
): JudgedRanking {
  const { hits, golds } = intervals(c, gold.spans ?? []);
  const least = match.at ?? 0;
  creditMatches(gold, hits.length, r, (i, j) => holdsEnough(hits[i], golds[j]!, least));
  r.item = itemNumbers(hitNames(c));
  r.spans = coverGold(hits, golds);
  return r;
}

function creditTexts(
  c: CreditColumns,
  gold: ShapedGold,
  match: Extract<JoinRule["match"], { text: string }>,
  r: Mutable<JudgedRanking>,
): JudgedRanking {
  const texts = textsOf(c, gold);
  const golds = gold.keys;
  const matcher = gold.matcher ?? new TextMatcher(golds, match);
  const tokens = match.tokens === undefined ? undefined : named(tokenRules, match.tokens, "token rule");
  const similarity = matcher.similarities(texts);
  const matches = (i: number, j: number): boolean => matcher.isEnough(similarity[i * golds.length + j]!);
  creditMatches(gold, texts.length, r, matches);
  r.item = itemNumbers(texts);
  r.overlap = overlapOf(texts, golds, tokens, similarity);
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
