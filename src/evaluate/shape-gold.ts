/** One query's gold in the shape a join rule asks for, ready to be looked up. */
import type { DocId, JoinRule } from "../core/types.ts";
import { compareIds } from "../match/ids/index.ts";
import { parseIdRule } from "../match/ids/parse.ts";
import { TextMatcher } from "../match/text/matcher.ts";
import type { ReadGold } from "./read-gold.ts";

export interface ShapedGold {
  /** Which needs of a metric this gold can answer: GRADES, GROUPS and TEXTS, added up. */
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
  /** The gold has a list of its own, which decides what is relevant. */
  readonly hasList: boolean;
  /** The groups as lists: what guards look at. */
  readonly lists: readonly (readonly string[])[];
}

export const GRADES = 1;
export const GROUPS = 2;
export const TEXTS = 4;

const noGroups = {
  groupCount: 0,
  groupsStart: new Uint32Array(0),
  groupsOf: new Uint32Array(0),
  groupGrades: new Float64Array(0),
  byIdDescending: new Uint32Array(0),
};

/** Greatest first. Gold lists are short: insertion beats the generic sort. */
function descending(values: number[]): Float64Array {
  const out = new Float64Array(values.length);
  if (values.length > 64)
    return out
      .fill(0)
      .map((_, i) => values[i]!)
      .sort()
      .reverse();
  for (let i = 0; i < values.length; i++) {
    const x = values[i]!;
    let j = i - 1;
    while (j >= 0 && out[j]! < x) {
      out[j + 1] = out[j]!;
      j--;
    }
    out[j + 1] = x;
  }
  return out;
}

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];

const positive = (graded: ReadGold["graded"]): number =>
  graded?.grades.filter((grade) => grade > 0).length ?? 0;

/** The groups of a rule that turns one shape into another. */
function regroup(gold: ReadGold, rule: JoinRule, byText: boolean): readonly (readonly string[])[] {
  const grouped = (byText ? gold.passages : undefined) ?? gold.groups;
  const list = gold.relevant ?? gold.graded?.ids.filter((_, i) => gold.graded!.grades[i]! > 0) ?? [];
  if (rule.shape === "groups") return grouped ?? (list.length === 0 ? [] : [list]);
  const flat = grouped?.flat() ?? list;
  if (rule.shape === "one-group") return [flat];
  return (rule.shape === "each-own-group" ? flat : distinct(flat)).map((id) => [id]);
}

export function shapeGold(given: ReadGold, rule: JoinRule): ShapedGold {
  const kept = rule.blank === "drop" ? withoutBlank(given) : given;
  const gold = rule.grades === "listed" ? listedGrades(kept) : kept;
  const byText = "text" in rule.match;
  // Ids are no texts: a gold without passages cannot tell, unless it says that nothing is relevant.
  if ("text" in rule.match && rule.match.orIds !== true && gold.passages === undefined)
    return gold.relevant?.length === 0
      ? compile([], undefined, [], 0, undefined, true, undefined)
      : compile(undefined, undefined, undefined, 0, undefined, false, undefined);
  // Texts have no grades; ids that stand for texts keep theirs.
  const gradeless =
    rule.grades === "ignore" || (byText && (gold.passages !== undefined || rule.shape === "as-given"));
  const graded = gradeless ? undefined : gold.graded;
  if (rule.shape === "as-given" && !byText)
    return asGiven(rule.grades === "ignore" ? binary(gold) : gold, rule);
  const said = gold.relevant ?? gold.graded ?? gold.groups ?? (byText ? gold.passages : undefined);
  if (said === undefined) return compile(undefined, undefined, undefined, 0, undefined, false, undefined);
  const lists =
    rule.shape === "as-given"
      ? (gold.passages ?? gold.groups ?? distinct(gold.relevant ?? []).map((id) => [id]))
      : regroup(gold, rule, byText);
  const source = (byText ? gold.passages : undefined) ?? gold.groups;
  const goldListed =
    source?.reduce((n, group) => n + group.length, 0) ??
    gold.relevant?.length ??
    lists.reduce((n, l) => n + l.length, 0);
  // Texts that hits repeat would count again and again: as given, only groups are within range.
  const flat = rule.shape === "as-given" ? undefined : lists.flat();
  const shaped = compile(flat, graded, lists, goldListed, keyOf(rule), byText, undefined);
  if (!("text" in rule.match)) return shaped;
  return {
    ...shaped,
    passages: gold.passages !== undefined,
    matcher: new TextMatcher(shaped.keys, rule.match),
  };
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
  return compile(relevant, graded, lists, goldListed, keyOf(rule), false, gold.groupGrades);
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
  texts: boolean,
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
  // An empty table of grades is no table.
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
      (texts ? TEXTS : 0),
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
