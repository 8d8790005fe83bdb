/** Gold in every form people have it → columns. Strings are kept, nothing is looked up yet. */

import type { Passage, Span } from "../../core/gold.ts";
import type { DocId, QueryId } from "../../core/ids.ts";
import type { GoldieError } from "../../core/problem.ts";
import type { ProblemLog } from "../../core/problem-log.ts";
import { idField, shown } from "../../core/shown.ts";
import type { SourceSpan } from "../../match/spans.ts";
import { GoldColumns } from "./gold-columns.ts";
import { type GoldFacetForm, inputProblem, ofGold } from "./problems.ts";
import {
  type ByQuery,
  byQuery,
  isPlainObject,
  numberText,
  type QueryValues,
  refusePromise,
} from "./read-input.ts";
import { readItems, readSpans, readTexts } from "./read-items.ts";

type Grades = ReadonlyMap<DocId, number> | Readonly<Record<DocId, number>>;
type GoldTexts = readonly (string | Passage)[] | readonly (readonly (string | Passage)[])[];
type Spans = readonly Span[] | readonly (readonly Span[])[];

/**
 * Named facets. `relevant` may be ids, AND-of-OR groups, grades, texts or source spans (with their texts or without);
 * further keys of a row (id, query) are allowed.
 */
export interface GoldFacets {
  readonly relevant?:
    | readonly DocId[]
    | readonly (readonly DocId[])[]
    | readonly Passage[]
    | readonly (readonly Passage[])[]
    | Spans
    | Grades;
  readonly grades?: Grades;
  readonly groups?: readonly (readonly DocId[])[];
  /** Groups in the order in which an answer needs them; instead of `groups`. */
  readonly hops?: readonly (readonly DocId[])[];
  /** Documents that must never come back. */
  readonly forbidden?: readonly DocId[];
  /** Aspects of the query, each with its own grades: a group that says how well each document serves it. */
  readonly subtopics?: Readonly<Record<string, Grades>>;
  readonly passages?: GoldTexts;
  readonly spans?: Spans;
  readonly answer?: string;
  readonly answerable?: boolean;
  readonly tags?: Readonly<Record<string, string>>;
}
/** ids, groups, grades, or named facets. */
export type GoldValue = readonly DocId[] | readonly (readonly DocId[])[] | Grades | GoldFacets | GoldColumns;
/** One row per query (without an id, the query text is the id), or one per judgement. */
export type GoldRow =
  | (GoldFacets & { readonly id?: QueryId; readonly query?: string })
  | { readonly query: QueryId; readonly doc: DocId; readonly grade: number };
export type GoldInput =
  | Readonly<Record<QueryId, GoldValue>>
  | ReadonlyMap<QueryId, GoldValue>
  | QueryValues<GoldValue>
  | Iterable<GoldRow | readonly [QueryId, GoldValue]>;

/** One query's gold, as given. */
export interface ReadGold {
  /** Where the grades come from a file's columns: the same grades, whose ids may never be needed. */
  readonly columns?: GoldColumns;
  readonly graded?: { readonly ids: readonly DocId[]; readonly grades: readonly number[] };
  readonly relevant?: readonly DocId[];
  /** Hops are groups too. */
  readonly groups?: readonly (readonly DocId[])[];
  /** The groups are hops: their order means something. */
  readonly hops?: true;
  /** Distinct, at least one. */
  readonly forbidden?: readonly DocId[];
  /** Beside `groups`: the grade of each document for its group. */
  readonly groupGrades?: readonly (readonly number[])[];
  readonly passages?: readonly (readonly string[])[];
  readonly spans?: readonly (readonly SourceSpan[])[];
  readonly answer?: string;
  readonly answerable?: boolean;
  readonly tags?: Readonly<Record<string, string>>;
}

const FACETS = new Set([
  "relevant",
  "grades",
  "groups",
  "hops",
  "forbidden",
  "subtopics",
  "passages",
  "spans",
  "answer",
  "answerable",
  "tags",
  "id",
  "query",
]);

function readGrades(query: QueryId, given: Grades): ReadGold["graded"] & object {
  if (!(given instanceof Map) && !isPlainObject(given))
    throw inputProblem.error("bad-gold/grades", { found: shown(given) }, ofGold(query));
  const ids = given instanceof Map ? [...given.keys()] : Object.keys(given);
  const grades = given instanceof Map ? [...given.values()] : (Object.values(given) as number[]);
  for (let i = 0; i < ids.length; i++) {
    const grade: unknown = grades[i];
    if (typeof grade !== "number" || !Number.isFinite(grade)) {
      const fields = { ...idField(ids[i]), found: shown(grade) };
      if (typeof grade === "string")
        throw inputProblem.error("bad-grade/text", { ...fields, wanted: "a finite number" }, ofGold(query));
      throw inputProblem.error("bad-grade/not-finite", fields, ofGold(query));
    }
    if (typeof ids[i] !== "string") readId(query, ids[i]);
  }
  return { ids, grades };
}

function readId(query: QueryId, id: unknown): DocId {
  if (typeof id !== "string")
    throw inputProblem.error(
      "id-type/not-text",
      { found: shown(id), type: id === null ? "null" : typeof id },
      ofGold(query),
    );
  return id;
}

/** Empty ids are accepted here; the join rule decides about them. */
export const emptyGoldId = (query: QueryId): GoldieError =>
  inputProblem.error("empty-id/gold", {}, ofGold(query));

/** A list of ids, of groups, of texts or of source spans. */
function readList(
  query: QueryId,
  given: readonly unknown[],
  log: ProblemLog,
): Pick<ReadGold, "relevant" | "groups" | "passages" | "spans"> {
  const lists = given.filter((one) => Array.isArray(one)).length;
  const isItem = (one: unknown): boolean => typeof one === "object" && one !== null && !Array.isArray(one);
  if (lists > 0) {
    if (lists < given.length) throw inputProblem.error("bad-gold/mixed-groups", {}, ofGold(query));
    if (isItem((given as readonly unknown[][]).find((group) => group.length > 0)?.[0]))
      return readItems(query, given);
    return {
      groups: (given as readonly unknown[][]).map((group) => group.map((id) => docId(id, query, log))),
    };
  }
  if (isItem(given[0])) return readItems(query, given);
  if (given.every((id) => typeof id === "string")) return { relevant: given as readonly DocId[] };
  return { relevant: given.map((id) => docId(id, query, log)) };
}

/** One query's gold. `log` hears of ids that had to be read as text. */
export function readGold(query: QueryId, given: GoldValue, log: ProblemLog): ReadGold {
  if (Array.isArray(given)) return readList(query, given, log);
  if (given instanceof Map) return { graded: readGrades(query, given) };
  if (given instanceof GoldColumns) return given;
  if (typeof given !== "object" || given === null)
    throw inputProblem.error("bad-gold/not-gold", { found: shown(given) }, ofGold(query));
  refusePromise(given, ofGold(query).at);
  if (given instanceof Set) return readList(query, [...given], log);
  if (!isPlainObject(given))
    throw inputProblem.error("bad-gold/not-gold", { found: shown(given) }, ofGold(query));
  const ids: DocId[] = [];
  const grades: number[] = [];
  let finite = true;
  for (const key in given) {
    const x = (given as Record<string, unknown>)[key];
    if (typeof x === "number") {
      ids.push(key);
      grades.push(x);
      // NaN - NaN and Infinity - Infinity are NaN.
      if (x - x !== 0) finite = false;
      continue;
    }
    if (FACETS.has(key)) return readFacets(query, given as GoldFacets, log);
    if (typeof x === "string" && x.trim() !== "" && Number.isFinite(Number(x)))
      throw inputProblem.error(
        "bad-grade/text",
        { document: key, found: shown(x), wanted: "a number" },
        ofGold(query),
      );
    throw unknownFacet(query, key);
  }
  return { graded: finite ? { ids, grades } : readGrades(query, given as Grades) };
}

const unknownFacet = (query: QueryId, facet: string): GoldieError =>
  inputProblem.error("unknown-facet", { facet }, ofGold(query));

function readFacets(query: QueryId, given: GoldFacets, log: ProblemLog): ReadGold {
  for (const key of Object.keys(given)) if (!FACETS.has(key)) throw unknownFacet(query, key);
  const { relevant, grades, groups, hops, forbidden, subtopics, passages, spans, answer, answerable, tags } =
    given;
  const check = (fits: boolean, facet: GoldFacetForm): void => {
    if (!fits) throw inputProblem.error("bad-gold/facet", { facet }, ofGold(query));
  };
  const isList = (x: unknown): boolean => x === undefined || Array.isArray(x) || x instanceof Set;
  const isListOfLists = (x: Iterable<unknown> | undefined): boolean =>
    isList(x) && [...(x ?? [])].every((group) => Array.isArray(group));
  const ids = (list: Iterable<unknown>): DocId[] => Array.from(list, (id) => docId(id, query, log));
  check(isListOfLists(groups), "groups");
  check(isListOfLists(hops), "hops");
  check(isList(forbidden), "forbidden");
  check(isList(passages), "passages");
  check(isList(spans), "spans");
  check(subtopics === undefined || isPlainObject(subtopics), "subtopics");
  check(tags === undefined || (isPlainObject(tags) && canBeWritten(tags)), "tags");
  check(relevant === undefined || (typeof relevant === "object" && relevant !== null), "relevant");
  const list =
    relevant === undefined || relevant === null
      ? {}
      : Array.isArray(relevant) || relevant instanceof Set
        ? readList(query, [...(relevant as Iterable<unknown>)], log)
        : { graded: readGrades(query, relevant as Grades) };
  const twice = (facet: string): never => {
    throw inputProblem.error("bad-gold/twice", { facet }, ofGold(query));
  };
  if ("graded" in list && grades !== undefined) twice("grades");
  if ("groups" in list && groups !== undefined) twice("groups");
  if ("passages" in list && passages !== undefined) twice("passages");
  if ("spans" in list && spans !== undefined) twice("spans");
  if (hops !== undefined && (groups !== undefined || subtopics !== undefined || "groups" in list))
    throw inputProblem.error("bad-gold/hops-and-groups", {}, ofGold(query));
  if (subtopics !== undefined && (groups !== undefined || "groups" in list)) twice("groups");
  return {
    ...list,
    ...(grades === undefined ? {} : { graded: readGrades(query, grades) }),
    ...(groups === undefined ? {} : { groups: groups.map(ids) }),
    ...(hops === undefined ? {} : { groups: hops.map(ids), hops: true }),
    ...(forbidden === undefined ? {} : readForbidden(query, ids(forbidden), log)),
    ...(subtopics === undefined ? {} : readSubtopics(query, subtopics)),
    ...(passages === undefined ? {} : { passages: readTexts(query, [...(passages as Iterable<unknown>)]) }),
    ...(spans === undefined ? {} : { spans: readSpans(query, [...(spans as Iterable<unknown>)]) }),
    ...(answer === undefined ? {} : { answer }),
    ...(answerable === undefined ? {} : { answerable }),
    ...(tags === undefined ? {} : { tags }),
    ...(answerable === false &&
    relevant === undefined &&
    grades === undefined &&
    groups === undefined &&
    hops === undefined &&
    subtopics === undefined &&
    passages === undefined &&
    spans === undefined
      ? { relevant: [] }
      : {}),
  };
}

/** An empty list forbids nothing. */
function readForbidden(
  query: QueryId,
  given: readonly DocId[],
  log: ProblemLog,
): Pick<ReadGold, "forbidden"> {
  if (given.length === 0) return {};
  const distinct = new Set<DocId>();
  for (const document of given) {
    if (document === "") throw emptyGoldId(query);
    if (distinct.has(document)) log.add(inputProblem("duplicate-forbidden", { document }, ofGold(query)));
    distinct.add(document);
  }
  return { forbidden: [...distinct] };
}

/** Results are written with their tags: what leads back to itself has no end. */
function canBeWritten(tags: Readonly<Record<string, unknown>>): boolean {
  if (Object.values(tags).every((value) => typeof value !== "object")) return true;
  try {
    JSON.stringify(tags);
    return true;
  } catch {
    return false;
  }
}

/** A document serves an aspect if its grade there is above 0. */
function readSubtopics(
  query: QueryId,
  subtopics: Readonly<Record<string, Grades>>,
): Pick<ReadGold, "groups" | "groupGrades"> {
  const aspects = Object.values(subtopics).map((aspect) => {
    const { ids, grades } = readGrades(query, aspect);
    return ids.map((id, i) => [id, grades[i]!] as const).filter(([, grade]) => grade > 0);
  });
  return {
    groups: aspects.map((aspect) => aspect.map(([id]) => id)),
    groupGrades: aspects.map((aspect) => aspect.map(([, grade]) => grade)),
  };
}

/** Gold by query, in the order given. Values are read one by one, when a query is scored. */
export function goldByQuery(gold: GoldInput, log: ProblemLog): ByQuery<GoldValue> {
  const judged = new Map<QueryId, Map<DocId, number>>();
  return byQuery<GoldValue, GoldRow>(gold, "gold", log, (row, add) => {
    if (!("grade" in row)) return void add(row.id ?? row.query, row);
    const { query, doc, grade } = row;
    let grades = judged.get(String(query));
    if (grades === undefined) {
      grades = new Map();
      judged.set(add(query, grades), grades);
    }
    const id = docId(doc, query, log);
    if (!grades.has(id)) grades.set(id, grade);
    else log.add(inputProblem("duplicate-judgement/given", { document: id }, ofGold(query)));
  });
}

/** A document's id. A number is not dropped: it is read as text, and named. */
function docId(given: unknown, query: QueryId, log: ProblemLog): DocId {
  if (typeof given !== "number") return readId(query, given);
  log.add(inputProblem("id-type/number", { document: String(given) }, ofGold(query)));
  return numberText(given, ofGold(query).at);
}
