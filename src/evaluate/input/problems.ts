/** Messages about invalid gold, rankings and judgements. */

import type { QueryId } from "../../core/ids.ts";
import type { Problem, ProblemPlace } from "../../core/problem.ts";
import { defineProblems } from "../../core/problem-table.ts";
import { nameList, shown } from "../../core/shown.ts";
import type { BadStretch } from "../../match/spans.ts";
import { shellWord } from "../../text/shell-word.ts";

/** Places: the ranking or the gold of a query. */
export const ofRun = (query: QueryId) => ({ at: { side: "run", query } }) as const;
export const ofGold = (query: QueryId) => ({ at: { side: "gold", query } }) as const;

/** What no single query has belongs to the run. */
export const ofRunFile = (problem: Problem, file: string): Problem =>
  problem.at?.file !== undefined || problem.at?.query !== undefined
    ? problem
    : { ...problem, at: { ...problem.at, file } };

/** Problems about a query's gold get the gold file, and the line of the query. */
export function ofGoldFile(problem: Problem, file: string, lines?: ReadonlyMap<QueryId, number>): Problem {
  const { at } = problem;
  if (at?.side !== "gold" || at.query === undefined || at.file !== undefined) return problem;
  const line = lines?.get(at.query);
  return { ...problem, at: { ...at, file, ...(line === undefined ? {} : { line }) } };
}

/** "gold of query q1", "ranking of query q1". */
const whose = ({ side, query }: ProblemPlace): string =>
  `${side === "run" ? "ranking" : side} of query ${query}`;

/** A document as the input names it. */
interface NamedDocument {
  readonly document?: string | number | null;
}
/** The invalid value, shortened for a message. */
interface FoundValue {
  readonly found: string;
}

/** The fields that were there instead. */
interface FoundFields {
  readonly fields: readonly string[];
  readonly others?: number;
}
const fieldWords = (fields: readonly string[], others = 0): string =>
  fields.length === 0 ? "" : `; its fields are ${nameList(fields, others)}`;

/** A hit of an answer, or of one of its stages. */
interface OfHit {
  readonly rank: number;
  readonly stage?: string;
}
const hitWords = (rank: number, stage: string | undefined): string =>
  `hit ${rank}${stage === undefined ? "" : ` of stage ${shown(stage)}`}`;
const answerOf = ({ query }: ProblemPlace): string => `answer to query ${query}`;

/** LangChain documents: the field taken as their id, and others that all of them have. */
interface DocumentIds {
  readonly field: string;
  readonly documents: number;
  readonly others: readonly string[];
}
const alsoThere = (others: readonly string[]): string =>
  others.length === 0 ? "" : `; ${others.join(", ")} would do as well`;

const byQuery = ({ found }: FoundValue, { side }: ProblemPlace) => ({
  what: `the ${side} is ${found}`,
  fix: 'pass an object, a Map or rows: { q1: ["d1", "d2"] }',
});

const SPAN_FORM =
  '{"doc": "handbook.md", "lines": [40, 52]} or {"doc": "handbook.md", "start": 0, "end": 120}';

const FACET_FORMS = {
  groups: "a list of lists of ids",
  hops: "a list of lists of ids",
  forbidden: "a list of ids",
  passages: "a list of texts",
  spans: "a list of source spans",
  subtopics: "an object of grades by aspect",
  tags: "an object",
  relevant: "a list of ids, groups, grades or texts",
} as const;
export type GoldFacetForm = keyof typeof FACET_FORMS;

const stretchWords = (bad: BadStretch): string =>
  "lines" in bad
    ? `lines are ${bad.lines}; expected [first, last], counted from 1`
    : `start is ${bad.start} and end is ${bad.end}; expected whole numbers from 0, start before end`;

export const inputProblem = defineProblems({
  // Gold and rankings as a whole
  "bad-gold/not-by-query": byQuery,
  "bad-run/not-by-query": byQuery,
  "bad-row/no-query": ({ row, found }: FoundValue & { readonly row: number }, { side }) => ({
    what: `row ${row} of the ${side} has no query id: ${found}`,
    fix:
      side === "gold"
        ? 'pass rows such as { id: "q1", relevant: ["d1"] }, or an object keyed by query id'
        : 'pass rows such as { id: "q1", hits: ["d1"] }, or an object keyed by query id',
  }),
  "spent-iterator": (_: object, { side }) => ({
    what: `the ${side} is an iterator that yielded no rows`,
    why: "an iterator can be read only once; this one may already be used up",
    fix: "pass an array, such as [...rows]",
  }),
  promise: (_: object, at) => ({
    what: `${at.query === undefined ? `the ${at.side}` : whose(at)} is a promise`,
    why: "its value is not available yet",
    fix: "await it first",
  }),
  "duplicate-query/two-rows": (_: object, { side, query, firstLine }) => ({
    what: `query ${query} is in the ${side} twice${firstLine === undefined ? "" : ` (first at line ${firstLine})`}`,
    why: "one of the two would be lost",
    fix: "merge the two rows into one",
  }),

  // Ids
  "id-type/number": ({ document }: { readonly document: string }, at) => ({
    what: `${whose(at)}: id ${document} is a number; reading it as the string "${document}"`,
    why: '1 and "1" are different ids and would not match',
    fix: "write ids as strings",
  }),
  "id-type/inexact": ({ document }: { readonly document: string }, { query }) => ({
    what: `query ${query}: id ${document} is a number too large to be exact`,
    fix: "write ids as strings",
  }),
  "id-type/not-text": ({ found, type }: FoundValue & { readonly type: string }, at) => ({
    what: `${whose(at)}: id ${found} is a ${type}, not a string`,
    fix: at.side === "gold" ? 'write ids as strings: 1 and "1" are different ids' : "write ids as strings",
  }),
  "id-type/query-number": ({ found }: FoundValue, { side }) => ({
    what: `${side}: query id ${found} is a number; reading it as the string "${found}"`,
    fix: "write ids as strings",
  }),
  "id-type/query": ({ found }: FoundValue, { side }) => ({
    what: `${side}: invalid query id ${found}`,
    fix: 'give every row an id: { id: "q1", ... }',
  }),
  "empty-id/query": (_: object, { side }) => ({
    what: `${side}: a query id is empty`,
    fix: "give every query an id",
  }),
  "empty-id/gold": (_: object, at) => ({
    what: `${whose(at)}: an id is empty`,
    fix: "remove it, or fill it in",
  }),

  // Rankings
  "bad-ranking": ({ found }: FoundValue, at) => ({
    what: `${whose(at)}: ${found} is not a ranking`,
    fix: "pass a list of ids (best first), a list of hits, or an object of id → score",
  }),
  "bad-score/text": ({ document, found }: NamedDocument & FoundValue, at) => ({
    what: `${whose(at)}: score of ${shown(document)} is the string ${found}, not a number`,
    fix: "pass scores as numbers",
  }),
  "bad-score/not-finite": ({ document, found }: NamedDocument & FoundValue, at) => ({
    what: `${whose(at)}: score of ${shown(document)} is ${found}`,
    why: "it cannot be ranked",
    fix: "pass a finite number",
  }),
  "bad-hit/no-id": ({ rank, found }: FoundValue & { readonly rank: number }, at) => ({
    what: `${whose(at)}: hit ${rank} has no id: ${found}`,
    fix: 'pass { id: "d1" }, or the id itself',
  }),
  "bad-hit/text": ({ rank, found }: FoundValue & { readonly rank: number }, at) => ({
    what: `${whose(at)}: text of hit ${rank} is ${found}, not a string`,
    fix: "pass texts as strings",
  }),
  "document-id": ({ field, documents, others }: DocumentIds) => ({
    what: `using ${field} as the id of ${documents === 1 ? "the document" : `the ${documents} documents`} of the run${alsoThere(others)}`,
    fix: `nothing to do if the gold uses these ids; otherwise pass documentHits(documents, ${shown(others[0] ?? "metadata.NAME")})`,
  }),
  "no-document-id": ({
    documents,
    places,
  }: {
    readonly documents: number;
    readonly places: readonly string[];
  }) => ({
    what: `${documents === 1 ? "the document of the run has no id" : `the ${documents} documents of the run have no id field in common`}: looked at ${places.join(", ")}`,
    why: "gold and hits are matched by id",
    fix: "set metadata.id when you split and store the documents, or pass hits as { id, text }",
  }),
  "bad-span/hit": ({ rank, ...bad }: BadStretch & { readonly rank: number }, at) => ({
    what: `${whose(at)}: invalid span of hit ${rank}: ${stretchWords(bad)}`,
    fix: "pass start and end in characters, or lines: [first, last]",
  }),

  // Answers of live retrievers
  "bad-answer/not-a-list": (
    {
      part,
      found,
      fields,
      others,
      likely,
    }: FoundValue & FoundFields & { readonly part?: string; readonly likely?: string },
    at,
    voice,
  ) => ({
    what: `${answerOf(at)}${part === undefined ? "" : `: ${part}`} is ${found}${fieldWords(fields, others)}`,
    why: "Goldie needs the hits in order, best first",
    fix:
      voice === "library" || likely === undefined
        ? "return a list of ids or of hits { id, text, score }, or { hits, stages, timings }"
        : `with --http say where the list is: --hits ${shellWord(likely)}; code returns a list of ids or of hits { id, text, score }`,
  }),
  "bad-answer/promise": ({ rank, stage }: OfHit, at) => ({
    what: `${answerOf(at)}: ${hitWords(rank, stage)} is a promise`,
    fix: "await the hits: await Promise.all(hits)",
  }),
  "bad-answer/not-a-hit": ({ rank, stage, found }: OfHit & FoundValue, at) => ({
    what: `${answerOf(at)}: ${hitWords(rank, stage)} is ${found}`,
    fix: "return ids as strings, or hits as { id, text, score }",
  }),
  "bad-answer/no-id": (
    { rank, stage, fields, others, likely }: OfHit & FoundFields & { readonly likely?: string },
    at,
    voice,
  ) => ({
    what: `${answerOf(at)}: ${hitWords(rank, stage)} has neither an id nor a text${fieldWords(fields, others)}`,
    why: "gold and hits are matched by id, or by text",
    fix: `say where the id is, ${voice === "library" ? "" : `with --http by --id ${shellWord(likely ?? "metadata.docId")}, in a config `}by a path or a function: id: ${JSON.stringify(likely ?? "metadata.docId")}, or return hits as { id, text }`,
  }),
  "bad-answer/no-document-id": (
    { fields, others, places }: FoundFields & { readonly places: readonly string[] },
    at,
  ) => ({
    what: `${answerOf(at)}: the documents have no id field in common (looked at ${places.join(", ")})${fieldWords(fields, others)}`,
    why: "gold and hits are matched by id",
    fix: 'say where the id is, by a path or a function: id: "metadata.file", or set metadata.id when you split and store the documents',
  }),
  "bad-answer/other-document-id": (
    { rank, field, fields, others }: FoundFields & { readonly rank: number; readonly field: string },
    at,
  ) => ({
    what: `${answerOf(at)}: document ${rank} has no ${field}, which is the id of all documents before it${fieldWords(fields, others)}`,
    why: "ids from another field would match nothing, or the wrong documents",
    fix: `set ${field} on every document, or say where the id is, by a path or a function: id: "metadata.file"`,
  }),
  "bad-answer/id": ({ rank, stage, found }: OfHit & FoundValue, at) => ({
    what: `${answerOf(at)}: the id of ${hitWords(rank, stage)} is ${found}`,
    why: "an id must be a string, or a whole number that is exact",
    fix: "turn it into a string: id: (hit) => String(hit.id)",
  }),
  "bad-answer/score": ({ rank, stage, found }: OfHit & FoundValue, at) => ({
    what: `${answerOf(at)}: the score of ${hitWords(rank, stage)} is ${found}`,
    fix: "return scores as finite numbers, or leave them out: the order of the list is the ranking",
  }),
  "bad-answer/text": ({ rank, stage, found }: OfHit & FoundValue, at) => ({
    what: `${answerOf(at)}: the text of ${hitWords(rank, stage)} is ${found}`,
    fix: "return texts as strings, or leave them out",
  }),
  "bad-answer/part": (
    { part, found, wanted }: FoundValue & { readonly part: string; readonly wanted: string },
    at,
  ) => ({
    what: `${answerOf(at)}: ${part} is ${found}`,
    fix: `set ${part} to ${wanted}, or leave it out`,
  }),
  "bad-answer/unreadable": ({ cause }: { readonly cause: string }, at) => ({
    what: `could not read the ${answerOf(at)}: ${cause}`,
    fix: "return plain data: a list of ids or of hits { id, text, score }",
  }),

  // Gold
  "bad-gold/not-gold": ({ found }: FoundValue, at) => ({
    what: `${whose(at)}: ${found} is not gold`,
    fix: "pass ids, groups, grades, or { relevant, grades, ... }",
  }),
  "bad-gold/grades": ({ found }: FoundValue, at) => ({
    what: `${whose(at)}: ${found} is not a table of grades`,
    fix: "pass { id: grade } or a Map",
  }),
  "bad-gold/mixed-groups": (_: object, at) => ({
    what: `${whose(at)}: ids and groups are mixed`,
    fix: 'write every group as a list: [["a", "b"], ["c"]]',
  }),
  "bad-gold/mixed-spans": (_: object, at) => ({
    what: `${whose(at)}: texts and source spans are mixed`,
    fix: "give every item a span; texts beside them are optional",
  }),
  "bad-gold/facet": ({ facet }: { readonly facet: GoldFacetForm }, at) => ({
    what: `${whose(at)}: ${facet} is not ${FACET_FORMS[facet]}`,
    fix: `set ${facet} to ${FACET_FORMS[facet]}, or remove it`,
  }),
  "bad-gold/twice": ({ facet }: { readonly facet: string }, at) => ({
    what: `${whose(at)}: ${facet} is given twice`,
    fix: `give it once, in relevant or in ${facet}`,
  }),
  "bad-gold/hops-and-groups": (_: object, at) => ({
    what: `${whose(at)} has both hops and groups`,
    why: "hops are groups in order, so one of the two would be ignored",
    fix: "give hops if their order matters, otherwise groups",
  }),
  "duplicate-forbidden": ({ document }: { readonly document: string }, at) => ({
    what: `${whose(at)}: document ${document} is forbidden twice`,
    fix: "remove one of the two",
  }),
  "unknown-facet": ({ facet }: { readonly facet: string }, at) => ({
    what: `${whose(at)}: unknown field ${shown(facet)}`,
    fix: "use relevant, grades, groups, hops, forbidden, subtopics, passages, spans, answer, answerable or tags",
  }),
  "bad-grade/text": (
    { document, found, wanted }: NamedDocument & FoundValue & { readonly wanted: string },
    at,
  ) => ({
    what: `${whose(at)}: grade of ${shown(document)} is the string ${found}, not a number`,
    fix: `pass ${wanted}`,
  }),
  "bad-grade/not-finite": ({ document, found }: NamedDocument & FoundValue, at) => ({
    what: `${whose(at)}: grade of ${shown(document)} is ${found}`,
    fix: "pass a finite number",
  }),
  "bad-passage": ({ found }: FoundValue, at) => ({
    what: `${whose(at)}: ${found} has no text`,
    fix: 'write "some text" or {"text": "some text"}',
  }),
  "bad-span/no-document": ({ found }: FoundValue, at) => ({
    what: `${whose(at)}: ${found} has no document id as a string`,
    fix: `write ${SPAN_FORM}`,
  }),
  "bad-span/gold": ({ found, ...bad }: FoundValue & (BadStretch | object), at) => ({
    what: `${whose(at)}: ${found} is not a span: ${"lines" in bad || "start" in bad ? stretchWords(bad) : "it has neither lines nor start and end"}`,
    fix: `write ${SPAN_FORM}`,
  }),
  "duplicate-judgement/given": ({ document }: { readonly document: string }, at) => ({
    what: `${whose(at)}: document ${document} is judged twice; using the first grade`,
    fix: "remove one of the two",
  }),

  // Judgements
  "unknown-part": ({
    part,
    nearest,
    names,
  }: {
    readonly part: string;
    readonly nearest: readonly string[];
    readonly names: readonly string[];
  }) => ({
    what: `unknown part of a judgement: ${shown(part)}`,
    fix: nearest.length > 0 ? `did you mean ${nearest[0]}?` : `use one of: ${names.join(", ")}`,
  }),
});
