/** One query's gold in the shape a join rule asks for, ready to be looked up. */
import type { DocId } from "../../core/ids.ts";
import type { JoinRule } from "../../core/rules.ts";
import { sortDescending } from "../../core/sort-few.ts";
import { compareIds } from "../../match/ids/index.ts";
import { parseIdRule } from "../../match/ids/parse.ts";
import { type SourceSpan, spanName } from "../../match/spans.ts";
import { TextMatcher } from "../../match/text/matcher.ts";
import { withoutWordless } from "../../match/text/wordless.ts";
import type { ReadGold } from "../input/read-gold.ts";

export interface ShapedGold {
  /** Which needs of a metric this gold can answer: GRADES, GROUPS, TEXTS and SPANS, added up with HOPS and FORBIDDEN. */
  readonly has: number;
  /** id (or text) → entry. */
  readonly index: ReadonlyMap<string, number>;
  /** By entry. */
  readonly gradeOf: ArrayLike<number>;
  readonly listedOf: Uint8Array;
  /** Entries of a text match, in order. */
  readonly keys: readonly string[];
  /** As in JudgedRanking. */
  readonly pool: Float64Array;
  readonly listed: Float64Array;
  readonly goldListed: number;
  readonly groupCount: number;
  /** Entry e belongs to the groups groupsOf[groupsStart[e]] … */
  readonly groupsStart: Uint32Array;
  readonly groupsOf: Uint32Array;
  /** Beside groupsOf: how well the entry serves the group. */
  readonly groupGrades: Float64Array;
  /** Entries by id, descending; only where there are groups. */
  readonly byIdDescending: Uint32Array;
  /** A text match reads gold passages, not ids that stand for texts. */
  readonly passages: boolean;
  /** Where texts are compared: the gold texts, prepared for all rankings. */
  readonly matcher?: TextMatcher;
  /** Where spans are compared: those of the entries. */
  readonly spans?: readonly SourceSpan[];
  /** Where the gold forbids documents: how the look-up writes each → which it is, counted from 1. */
  readonly forbidden?: ReadonlyMap<string, number>;
  /** The gold has an explicit list, which decides relevance. */
  readonly hasList: boolean;
  /** The groups as lists: what guards look at. */
  readonly lists: readonly (readonly string[])[];
}

export const GRADES = 1;
export const GROUPS = 2;
const TEXTS = 4;
const SPANS = 8;
const HOPS = 16;
const FORBIDDEN = 32;

const noGroups = {
  groupCount: 0,
  groupsStart: new Uint32Array(0),
  groupsOf: new Uint32Array(0),
  groupGrades: new Float64Array(0),
  byIdDescending: new Uint32Array(0),
};

/** Greatest first. */
function descending(values: number[]): Float64Array {
  const out = new Float64Array(values);
  sortDescending(out);
  return out;
}

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];

const positive = (graded: ReadGold["graded"]): number =>
  graded?.grades.filter((grade) => grade > 0).length ?? 0;

/** The groups of a rule that turns one shape into another. */
function regroup(gold: ReadGold, rule: JoinRule, items: Items): readonly (readonly string[])[] {
  const grouped = items ?? gold.groups;
  const list = gold.relevant ?? gold.graded?.ids.filter((_, i) => gold.graded!.grades[i]! > 0) ?? [];
  if (rule.shape === "groups") return grouped ?? (list.length === 0 ? [] : [list]);
  const flat = grouped?.flat() ?? list;
  if (rule.shape === "one-group") return [flat];
  return (rule.shape === "each-own-group" ? flat : distinct(flat)).map((id) => [id]);
}

/** Unique names for gold without ids: the text itself, or the position of the span. */
type Items = readonly (readonly string[])[] | undefined;

export function shapeGold(gold: ReadGold, rule: JoinRule): ShapedGold {
  const shaped = shapeRelevant(gold, rule);
  const { forbidden } = gold;
  // A rule that makes other groups knows no order of theirs.
  const hops = gold.hops === true && "ids" in rule.match && rule.shape === "as-given" ? HOPS : 0;
  if (forbidden === undefined) return hops === 0 ? shaped : { ...shaped, has: shaped.has + hops };
  const key = keyOf(rule);
  return {
    ...shaped,
    has: shaped.has + hops + FORBIDDEN,
    forbidden: new Map(forbidden.map((id, i) => [key === undefined ? id : key(id), i + 1])),
  };
}

function shapeRelevant(given: ReadGold, rule: JoinRule): ShapedGold {
  const kept = rule.blank === "drop" ? withoutBlank(given) : given;
  const gold = rule.grades === "listed" ? listedGrades(kept) : kept;
  const { match } = rule;
  if ("ids" in match && rule.shape === "as-given")
    return asGiven(rule.grades === "ignore" ? binary(gold) : gold, rule);
  const kind = "text" in match ? TEXTS : "spans" in match ? SPANS : 0;
  const items: Items =
    kind === TEXTS
      ? gold.passages && withoutWordless(gold.passages, match)
      : kind === SPANS
        ? gold.spans?.map((group) => group.map(spanName))
        : undefined;
  // Ids are not texts: gold without passages cannot be scored, unless it says that nothing is relevant.
  if (kind !== 0 && items === undefined && !("text" in match && match.orIds === true))
    return gold.relevant?.length === 0
      ? compile([], undefined, [], 0, undefined, kind, undefined)
      : nothingSaid();
  const said = gold.relevant ?? gold.graded ?? gold.groups ?? items;
  if (said === undefined) return nothingSaid();
  // Texts have no grades; ids that stand for texts keep theirs.
  const gradeless =
    rule.grades === "ignore" || items !== undefined || (kind !== 0 && rule.shape === "as-given");
  const graded = gradeless ? undefined : gold.graded;
  const lists =
    rule.shape === "as-given"
      ? (items ?? gold.groups ?? distinct(gold.relevant ?? []).map((id) => [id]))
      : regroup(gold, rule, items);
  const source = items ?? gold.groups;
  const goldListed =
    source?.reduce((n, group) => n + group.length, 0) ??
    gold.relevant?.length ??
    lists.reduce((n, l) => n + l.length, 0);
  // Texts that hits repeat would count again and again: as given, only groups are within range.
  const flat = rule.shape === "as-given" ? undefined : lists.flat();
  const shaped = compile(flat, graded, lists, goldListed, keyOf(rule), kind, undefined);
  if ("text" in match)
    return { ...shaped, passages: items !== undefined, matcher: new TextMatcher(shaped.keys, match) };
  if (kind !== SPANS) return shaped;
  const byName = new Map((gold.spans ?? []).flat().map((span) => [spanName(span), span]));
  return { ...shaped, spans: shaped.keys.map((name) => byName.get(name)!) };
}

/** The same gold for a tool that takes no notice of the empty id. */
function withoutBlank(gold: ReadGold): ReadGold {
  const { graded, relevant, groups, groupGrades } = gold;
  const kept = (ids: readonly DocId[]): DocId[] => ids.filter((id) => id !== "");
  const beside = (ids: readonly DocId[], grades: readonly number[]) => grades.filter((_, i) => ids[i] !== "");
  return {
    ...gold,
    ...(relevant === undefined ? {} : { relevant: kept(relevant) }),
    ...(groups === undefined ? {} : { groups: groups.map(kept) }),
    ...(groups === undefined || groupGrades === undefined
      ? {}
      : { groupGrades: groupGrades.map((grades, g) => beside(groups[g]!, grades)) }),
    ...(graded === undefined
      ? {}
      : { graded: { ids: kept(graded.ids), grades: beside(graded.ids, graded.grades) } }),
  };
}

/** The same gold for a tool whose gold documents carry their grades: one without has 0, and no other document has any. */
function listedGrades(gold: ReadGold): ReadGold {
  const { graded } = gold;
  const list = gold.relevant ?? gold.groups?.flat();
  if (graded === undefined || graded.ids.length === 0 || list === undefined) return gold;
  const gradeOf = new Map(graded.ids.map((id, i) => [id, graded.grades[i]!]));
  const ids = distinct(list);
  return { ...gold, graded: { ids, grades: ids.map((id) => gradeOf.get(id) ?? 0) } };
}

/** The same gold for a tool that knows no grades: a grade above 0 is a place in the list. */
function binary({ graded, ...gold }: ReadGold): ReadGold {
  if (graded === undefined || gold.relevant !== undefined) return gold;
  return { ...gold, relevant: graded.ids.filter((_, i) => graded.grades[i]! > 0) };
}

function asGiven(gold: ReadGold, rule: JoinRule): ShapedGold {
  const { relevant, graded, groups } = gold;
  const nothing = relevant?.length === 0 && graded === undefined && groups === undefined;
  const lists = groups ?? (nothing ? [] : undefined);
  const goldListed =
    relevant?.length ??
    (graded === undefined ? groups?.reduce((n, group) => n + group.length, 0) : undefined) ??
    positive(graded);
  return compile(relevant, graded, lists, goldListed, keyOf(rule), 0, gold.groupGrades);
}

/** How a gold id is written for the look-up. */
function keyOf(rule: JoinRule): ((id: DocId) => DocId) | undefined {
  const { match } = rule;
  return "ids" in match && match.on === "both" && match.ids !== "exact" ? parseIdRule(match.ids) : undefined;
}

function compile(
  relevant: readonly string[] | undefined,
  graded: ReadGold["graded"],
  lists: readonly (readonly string[])[] | undefined,
  goldListed: number,
  key: ((id: DocId) => DocId) | undefined,
  kind: number,
  listGrades: ReadGold["groupGrades"],
): ShapedGold {
  const index = new Map<string, number>();
  const keys: string[] = [];
  const gradeOf: number[] = [];
  const entry = (id: string, grade: number): number => {
    const written = key === undefined ? id : key(id);
    const known = index.get(written);
    if (known !== undefined) {
      // Two ids that the rule writes alike are one document, worth the better grade.
      if (key !== undefined && grade > gradeOf[known]!) gradeOf[known] = grade;
      return known;
    }
    index.set(written, keys.length);
    gradeOf.push(grade);
    return keys.push(written) - 1;
  };
  // Treat an empty table of grades as missing.
  const tabled = graded !== undefined && graded.ids.length > 0;
  if (tabled) for (let i = 0; i < graded.ids.length; i++) entry(graded.ids[i]!, graded.grades[i]!);
  // Without grades a listed document has grade 1; with grades, one that they lack has 0.
  const listed = relevant?.map((id) => entry(id, tabled ? 0 : 1));
  const groups = lists?.map((group) => group.map((id) => entry(id, tabled || listed !== undefined ? 0 : 1)));
  const listedOf = new Uint8Array(keys.length);
  if (listed !== undefined) for (const e of listed) listedOf[e] = 1;
  else if (tabled) for (let e = 0; e < graded.ids.length; e++) listedOf[e] = gradeOf[e]! > 0 ? 1 : 0;
  const grades: number[] = [];
  const worth: number[] = [];
  for (let e = 0; e < keys.length; e++) {
    if (listed !== undefined || tabled) grades.push(gradeOf[e]!);
    if (listedOf[e] === 1) worth.push(gradeOf[e]!);
  }
  const rows = groups === undefined ? noGroups : groupRows(keys, groups, listGrades);
  return {
    has:
      (relevant !== undefined || graded !== undefined ? GRADES : 0) +
      (groups !== undefined ? GROUPS : 0) +
      kind,
    index,
    keys,
    gradeOf,
    listedOf,
    pool: descending(grades),
    listed: descending(worth),
    goldListed,
    lists: lists ?? relevant?.map((id) => [id]) ?? graded?.ids.map((id) => [id]) ?? [],
    groupCount: rows.groupCount,
    groupsStart: rows.groupsStart,
    groupsOf: rows.groupsOf,
    groupGrades: rows.groupGrades,
    byIdDescending: rows.byIdDescending,
    hasList: relevant !== undefined,
    passages: false,
  };
}

/** A gold that cannot tell. */
const nothingSaid = (): ShapedGold => compile(undefined, undefined, undefined, 0, undefined, 0, undefined);

/** Entry → groups, as compressed rows. */
function groupRows(
  keys: readonly string[],
  groups: readonly (readonly number[])[],
  grades: ReadGold["groupGrades"],
): typeof noGroups {
  const entries = keys.length;
  // The first place of an entry in its group counts.
  const members = groups.map(
    (group, g) => new Map(group.map((e, i) => [e, grades?.[g]?.[i] ?? 1] as const).reverse()),
  );
  const groupsStart = new Uint32Array(entries + 1);
  for (const group of members) for (const e of group.keys()) groupsStart[e + 1]!++;
  for (let e = 0; e < entries; e++) groupsStart[e + 1]! += groupsStart[e]!;
  const groupsOf = new Uint32Array(groupsStart[entries]!);
  const groupGrades = new Float64Array(groupsOf.length);
  const at = groupsStart.slice();
  members.forEach((group, g) => {
    for (const [e, grade] of group) {
      groupGrades[at[e]!] = grade;
      groupsOf[at[e]!++] = g;
    }
  });
  const byIdDescending = Uint32Array.from(keys.keys()).sort((a, b) => compareIds(keys[b]!, keys[a]!));
  return { groupCount: groups.length, groupsStart, groupsOf, groupGrades, byIdDescending };
}
