/** The roles of a table's columns: given by the user, or by usual names. */

import { GoldieError, nearest, type ProblemPlace } from "../../core/problem.ts";
import { firstNames } from "../../core/shown.ts";
import type { Kind, ReadContext } from "../format.ts";
import {
  ANSWER,
  DOC,
  DOCS,
  GRADE,
  meantColumn,
  nearestField,
  OF_ANSWERS,
  plainName,
  QUERY,
  QUERY_TEXT,
  RANK,
  SCORE,
  TOPIC,
} from "./field-names.ts";
import { type NeededRole, rowProblem } from "./problems.ts";

/** A column: 0 one value per row, 1 a list, 2 a list of lists. */
export interface NamedColumn {
  readonly name: string;
  readonly depth: number;
  /** Whether it holds numbers, where that is known. */
  readonly numeric?: boolean;
}

/** query: its id. doc: an id per row, or all of a query in one list. words: the text of the query. texts: of the hits. passages: of the gold. */
export const ROLES = [
  "query",
  "doc",
  "score",
  "grade",
  "rank",
  "words",
  "answer",
  "passages",
  "texts",
  "text",
  "title",
] as const;
export type Role = (typeof ROLES)[number];
export type Roles<C> = Partial<Record<Role, C>>;

export const VERDICT: readonly string[] = ["relevant", "isrelevant"];
const isVerdict = ({ name }: NamedColumn): boolean => VERDICT.includes(plainName(name));
const GRADES = ["grades", "relevances", "labels", "scores"];
const NAMES: Readonly<Record<Kind, Partial<Record<Role, readonly string[]>>>> = {
  run: { doc: [...DOCS.run, ...DOC], score: SCORE, rank: RANK },
  gold: {
    doc: [...DOCS.gold.filter((name) => !OF_ANSWERS.has(name)), ...DOC, ...OF_ANSWERS],
    grade: GRADE,
    answer: ANSWER,
  },
  corpus: {
    doc: ["docid", "id", ...DOC.slice(1)],
    text: ["text", "contents", "content", "passage", "body", "chunk", "pagecontent"],
    title: ["title"],
  },
  scores: {},
};

/** The roles that a file of each kind has. */
const OF_KIND: Readonly<Record<Kind, readonly Role[]>> = {
  run: ["query", "doc", "score", "rank", "words", "texts"],
  gold: ["query", "doc", "grade", "words", "answer", "passages"],
  corpus: ["doc", "text", "title"],
  scores: [],
};

/** Roles that only keys of JSON have, beside those of columns. */
const JSON_ROLES: Readonly<Record<Kind, readonly string[]>> = {
  run: ["id", "query_id", "doc_id", "hits", "error", "text"],
  gold: "id query_id doc_id relevant grades groups hops forbidden subtopics subtopic spans answerable tags".split(
    " ",
  ),
  corpus: ["id", "doc_id"],
  scores: ["query"],
};

/** Does a file of this kind have such a column? */
export const readsRole = (kind: Kind, role: string): boolean =>
  (OF_KIND[kind] as readonly string[]).includes(role) || JSON_ROLES[kind].includes(role);

/**
 * `given`: role → column from the user, for all files together, so that a single file may lack it.
 * Missing required columns are an error.
 */
export function columnRoles<C extends NamedColumn>(
  columns: readonly C[],
  { kind, columns: given, problem }: Pick<ReadContext, "kind" | "columns" | "problem">,
  file: string,
  needed: readonly NeededRole[] = kind === "corpus" ? ["doc", "text"] : ["query", "doc"],
): Roles<C> {
  const roles: Roles<C> = {};
  const names = columns.map(({ name }) => name);
  // A table has one column for the id of the query, and another for its words.
  const id = given["id"] === undefined ? undefined : meantColumn("id", given["id"], names);
  const absent: [string, string][] = Object.entries(given).filter(
    ([role, name]) =>
      !OF_KIND[kind].includes(role as Role) &&
      !["relevant", "hits", "tags", ...(kind === "corpus" ? [] : ["id"])].includes(role) &&
      readsRole(kind, role) &&
      !columns.some((one) => one.name === name),
  );
  const said = (role: Role): string | undefined => {
    if (role === "query" && kind !== "corpus" && id !== undefined) return id;
    return given[role] ?? (role === "doc" ? given[kind === "gold" ? "relevant" : "hits"] : undefined);
  };
  for (const role of OF_KIND[kind]) {
    const name = said(role);
    const column = columns.find((one) => one.name === name);
    if (column !== undefined) roles[role] = column;
    else if (name !== undefined) absent.push([name === id ? "id" : role, name]);
  }
  const taken = (): Set<C> => new Set(Object.values(roles));
  const plain = columns.map(({ name }) => plainName(name));
  const guess = (role: Role, names: readonly string[] | undefined, fits: (column: C) => boolean): void => {
    if (roles[role] !== undefined || names === undefined) return;
    for (const name of names) {
      const found = columns.find((c, i) => plain[i] === name && fits(c) && !taken().has(c));
      if (found === undefined) continue;
      roles[role] = found;
      return;
    }
  };
  if (kind === "run") retrieved(columns, roles);
  const usual = NAMES[kind];
  // With a column of documents, "relevant" says whether each one is.
  if (kind === "gold" && columns.some(isVerdict)) guess("doc", DOC, (c) => c.depth === 0);
  guess(
    "doc",
    usual.doc,
    (c) =>
      c.depth <= (kind === "gold" ? 2 : kind === "run" ? 1 : 0) &&
      (c.depth > 0 || !OF_ANSWERS.has(plainName(c.name))),
  );
  const depth = roles.doc?.depth ?? 0;
  if (kind === "corpus") {
    guess("text", usual.text, (c) => c.depth === 0);
    guess("title", usual.title, (c) => c.depth === 0);
  } else {
    const flat = (c: C): boolean => c.depth === 0;
    // With a row per query, "id" may be the query's; with a row per document, it is the row's.
    guess("query", [...QUERY, ...(depth > 0 ? ["id"] : []), ...QUERY_TEXT, TOPIC], flat);
    guess("words", QUERY_TEXT, flat);
    // If the user names the rank column, it decides.
    if (said("rank") === undefined || said("score") !== undefined)
      guess("score", depth > 0 ? ["retrievescores", "scores"] : usual.score, (c) => c.depth === depth);
    if (depth === 0 && kind === "gold") guess("grade", VERDICT, () => true);
    if (depth < 2) guess("grade", depth > 0 ? GRADES : usual.grade, (c) => c.depth === depth);
    if (depth === 0 && roles.score === undefined) guess("rank", usual.rank, flat);
    if (kind === "run" && depth === 0 && roles.score === undefined && roles.rank === undefined)
      onlyScore(columns, roles);
    guess("texts", ["retrievedcontents", "contents", "contexts", "texts"], (c) => c.depth === 1);
    if (kind === "gold") guess("passages", ["retrievalgtcontents"], (c) => c.depth === 1 || c.depth === 2);
    guess("answer", usual.answer, (c) => c.depth <= 1);
  }
  for (const role of needed)
    if (roles[role] === undefined) missingRole(role, said(role), columns, { side: kind, file });
  for (const [role, name] of absent) {
    const found = roles[role as Role] === undefined ? {} : { found: roles[role as Role]!.name };
    problem(rowProblem("no-column/other", { ...mistyped(name, columns), role, ...found }));
  }
  return roles;
}

/** AutoRAG names what its last step retrieved retrieved_ids, retrieved_ids_lexical or retrieved_ids_semantic; the last one counts. */
function retrieved<C extends NamedColumn>(columns: readonly C[], roles: Roles<C>): void {
  const found = columns.findLast((c) => /^retrieved_ids(_\w+)?$/.test(c.name) && c.depth === 1);
  if (found === undefined || (roles.doc !== undefined && roles.doc !== found)) return;
  const suffix = found.name.slice("retrieved_ids".length);
  roles.doc = found;
  const scores = columns.find((c) => c.name === `retrieve_scores${suffix}` && c.depth === 1);
  const texts = columns.find((c) => c.name === `retrieved_contents${suffix}` && c.depth === 1);
  if (scores !== undefined) roles.score ??= scores;
  if (texts !== undefined) roles.texts ??= texts;
}

/** bm25_score or cosine_similarity is the score if it is the only column of such a name. */
export function onlyScore<C extends NamedColumn>(columns: readonly C[], roles: Roles<C>): void {
  const [found, another] = columns.filter(
    (c) => /.(score|similarity)$/.test(plainName(c.name)) && c.depth === 0 && c.numeric === true,
  );
  if (found !== undefined && another === undefined && !Object.values(roles).includes(found))
    roles.score = found;
}

const namesOf = (columns: readonly NamedColumn[]): string[] => columns.map(({ name }) => name);

const mistyped = (column: string, columns: readonly NamedColumn[]) => ({
  column,
  ...firstNames("columns", namesOf(columns)),
  nearest: nearest(column, namesOf(columns), 1),
});

const namesFor = (role: Role, side: ProblemPlace["side"]): readonly string[] =>
  role === "query" ? [...QUERY, ...QUERY_TEXT] : (NAMES[side as Kind][role] ?? []);

function missingRole(
  role: NeededRole,
  given: string | undefined,
  columns: readonly NamedColumn[],
  at: ProblemPlace,
): never {
  if (given !== undefined)
    throw new GoldieError(rowProblem("no-column/needed", { ...mistyped(given, columns), role }, { at }));
  const names = namesOf(columns);
  throw new GoldieError(
    role === "query" && names.includes("retrieved_ids")
      ? rowProblem("no-column/autorag-module", firstNames("columns", names), { at })
      : rowProblem(
          "no-column/role",
          { role, ...firstNames("columns", names), nearest: nearestField(names, namesFor(role, at.side)) },
          { at },
        ),
  );
}
