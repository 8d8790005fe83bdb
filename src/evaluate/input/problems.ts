/** What is said of gold, rankings and judgements that cannot be read as they are given. */

import type { QueryId } from "../../core/ids.ts";
import type { Problem, ProblemPlace } from "../../core/problem.ts";
import { defineProblems } from "../../core/problem-table.ts";
import { shown } from "../../core/shown.ts";
import type { BadStretch } from "../../match/spans.ts";

/** Where it is: in what is given for a query. */
export const ofRun = (query: QueryId) => ({ at: { side: "run", query } }) as const;
export const ofGold = (query: QueryId) => ({ at: { side: "gold", query } }) as const;

/** What no single query has belongs to the run. */
export const ofRunFile = (problem: Problem, file: string): Problem =>
  problem.at?.file !== undefined || problem.at?.query !== undefined
    ? problem
    : { ...problem, at: { ...problem.at, file } };

/** "gold of query q1", "ranking of query q1". */
const whose = ({ side, query }: ProblemPlace): string =>
  `${side === "run" ? "ranking" : side} of query ${query}`;

/** A document that something is said of, as it was named. */
interface NamedDocument {
  readonly document?: string | number | null;
}
/** What stands there, as a message shows it. */
interface FoundValue {
  readonly found: string;
}

const byQuery = ({ found }: FoundValue, { side }: ProblemPlace) => ({
  what: `the ${side} is ${found}`,
  fix: 'give an object, a Map or rows: { q1: ["d1", "d2"] }',
});

const SPAN_FORM =
  '{"doc": "handbook.md", "lines": [40, 52]} or {"doc": "handbook.md", "start": 0, "end": 120}';

const FACET_FORMS = {
  groups: "a list of lists of ids",
  passages: "a list of texts",
  spans: "a list of source spans",
  subtopics: "an object of grades by aspect",
  tags: "an object",
  relevant: "a list of ids, groups, grades or texts",
} as const;

const stretchWords = (bad: BadStretch): string =>
  "lines" in bad
    ? `its lines are ${bad.lines}, not the first and the last line, counted from 1`
    : `its start is ${bad.start} and its end ${bad.end}, not two whole numbers from 0 on, the lesser first`;

export const inputProblem = defineProblems({
  // Gold and rankings as a whole
  "bad-gold/not-by-query": byQuery,
  "bad-run/not-by-query": byQuery,
  "bad-row/no-query": ({ row, found }: FoundValue & { readonly row: number }, { side }) => ({
    what: `row ${row} of the ${side} is ${found}, which names no query`,
    fix:
      side === "gold"
        ? 'give rows such as { id: "q1", relevant: ["d1"] }, or an object by query'
        : 'give rows such as { id: "q1", hits: ["d1"] }, or an object by query',
  }),
  "spent-iterator": (_: object, { side }) => ({
    what: `the ${side} is an iterator that gave no rows`,
    why: "an iterator can be read only once, and this one may have been read before",
    fix: "pass an array, or make the iterator anew: [...rows]",
  }),
  promise: (_: object, at) => ({
    what: `${at.query === undefined ? `the ${at.side}` : whose(at)} is a promise`,
    why: "its value is not here yet",
    fix: "await it first",
  }),
  "duplicate-query/two-rows": (_: object, { side, query, firstLine }) => ({
    what: `the ${side} has query ${query} twice${firstLine === undefined ? "" : ` (first at line ${firstLine})`}`,
    why: "one of the two would be lost",
    fix: "give every query one row",
  }),

  // Ids
  "id-type/number": ({ document }: { readonly document: string }, at) => ({
    what: `${whose(at)}: the id ${document} is a number; it was read as the text "${document}"`,
    why: '1 and "1" are different ids, and would not match',
    fix: "write ids as text",
  }),
  "id-type/inexact": ({ document }: { readonly document: string }, { query }) => ({
    what: `query ${query}: the id ${document} is a number that cannot be written exactly`,
    fix: "write ids as text",
  }),
  "id-type/not-text": ({ found, type }: FoundValue & { readonly type: string }, at) => ({
    what: `${whose(at)}: the id ${found} is a ${type}, not text`,
    fix: at.side === "gold" ? 'write ids as text: 1 and "1" are different ids' : "write ids as text",
  }),
  "id-type/query-number": ({ found }: FoundValue, { side }) => ({
    what: `${side}: the query id ${found} is a number; it was read as the text "${found}"`,
    fix: "write ids as text",
  }),
  "id-type/query": ({ found }: FoundValue, { side }) => ({
    what: `${side}: a row has the query id ${found}`,
    fix: 'give every row an id: { id: "q1", ... }',
  }),
  "empty-id/query": (_: object, { side }) => ({
    what: `${side}: a query id is empty`,
    fix: "give every query an id",
  }),
  "empty-id/gold": (_: object, at) => ({
    what: `${whose(at)}: an id is empty`,
    fix: "remove it or give it a name",
  }),

  // Rankings
  "bad-ranking": ({ found }: FoundValue, at) => ({
    what: `${whose(at)}: ${found} is not a ranking`,
    fix: "give ids best first, hits, or id → score",
  }),
  "bad-score/text": ({ document, found }: NamedDocument & FoundValue, at) => ({
    what: `${whose(at)}: the score of ${shown(document)} is the text ${found}`,
    fix: "give a number",
  }),
  "bad-score/not-finite": ({ document, found }: NamedDocument & FoundValue, at) => ({
    what: `${whose(at)}: the score of ${shown(document)} is ${found}`,
    why: "it has no place in an order",
    fix: "give a finite number",
  }),
  "bad-hit/no-id": ({ rank, found }: FoundValue & { readonly rank: number }, at) => ({
    what: `${whose(at)}: hit ${rank} is ${found}, which has no id`,
    fix: 'give { id: "d1" }, or the id itself',
  }),
  "bad-hit/text": ({ rank, found }: FoundValue & { readonly rank: number }, at) => ({
    what: `${whose(at)}: the text of hit ${rank} is ${found}`,
    fix: "give text",
  }),
  "document-id": ({ field, documents }: { readonly field: string; readonly documents: number }) => ({
    what: `using ${field} as the id of ${documents === 1 ? "the document" : `the ${documents} documents`} of the run`,
    fix: "nothing, if the gold has these ids; otherwise give hits as { id, text }",
  }),
  "no-document-id": ({
    documents,
    places,
  }: {
    readonly documents: number;
    readonly places: readonly string[];
  }) => ({
    what: `${documents === 1 ? "the document of the run has no id" : `no place holds an id in all ${documents} documents of the run`}: looked at ${places.join(", ")}`,
    why: "gold and hits are matched by id",
    fix: "set metadata.id when you split and store the documents, or give hits as { id, text }",
  }),
  "bad-span/hit": ({ rank, ...bad }: BadStretch & { readonly rank: number }, at) => ({
    what: `${whose(at)}: hit ${rank} has no span, ${stretchWords(bad)}`,
    fix: "give start and end in characters, or lines: [first, last]",
  }),

  // Gold
  "bad-gold/not-gold": ({ found }: FoundValue, at) => ({
    what: `${whose(at)}: ${found} is not gold`,
    fix: "give ids, groups, grades, or { relevant, grades, ... }",
  }),
  "bad-gold/grades": ({ found }: FoundValue, at) => ({
    what: `${whose(at)}: ${found} is not a table of grades`,
    fix: "give { id: grade } or a Map",
  }),
  "bad-gold/mixed-groups": (_: object, at) => ({
    what: `${whose(at)}: ids and groups are mixed`,
    fix: 'write every group as a list: [["a", "b"], ["c"]]',
  }),
  "bad-gold/mixed-spans": (_: object, at) => ({
    what: `${whose(at)}: texts and source spans are mixed`,
    fix: "give every item a span, and each of them a text or none",
  }),
  "bad-gold/facet": ({ facet }: { readonly facet: keyof typeof FACET_FORMS }, at) => ({
    what: `${whose(at)}: ${facet} is not ${FACET_FORMS[facet]}`,
    fix: `give ${FACET_FORMS[facet]} in ${facet}, or leave it out`,
  }),
  "bad-gold/twice": ({ facet }: { readonly facet: string }, at) => ({
    what: `${whose(at)}: ${facet} is given twice`,
    fix: `give it once: in relevant or in ${facet}`,
  }),
  "unknown-facet": ({ facet }: { readonly facet: string }, at) => ({
    what: `${whose(at)}: there is no facet ${shown(facet)}`,
    fix: "the facets are relevant, grades, groups, subtopics, passages, spans, answer, answerable and tags",
  }),
  "bad-grade/text": (
    { document, found, wanted }: NamedDocument & FoundValue & { readonly wanted: string },
    at,
  ) => ({
    what: `${whose(at)}: the grade of ${shown(document)} is the text ${found}`,
    fix: `give ${wanted}`,
  }),
  "bad-grade/not-finite": ({ document, found }: NamedDocument & FoundValue, at) => ({
    what: `${whose(at)}: the grade of ${shown(document)} is ${found}`,
    fix: "give a finite number",
  }),
  "bad-passage": ({ found }: FoundValue, at) => ({
    what: `${whose(at)}: ${found} has no text`,
    fix: 'write "some text" or {"text": "some text"}',
  }),
  "bad-span/no-document": ({ found }: FoundValue, at) => ({
    what: `${whose(at)}: ${found} names no document as text`,
    fix: `write ${SPAN_FORM}`,
  }),
  "bad-span/gold": ({ found, ...bad }: FoundValue & (BadStretch | object), at) => ({
    what: `${whose(at)}: ${found} is not a span: ${"lines" in bad || "start" in bad ? stretchWords(bad) : "it has no place"}`,
    fix: `write ${SPAN_FORM}`,
  }),
  "duplicate-judgement/given": ({ document }: { readonly document: string }, at) => ({
    what: `${whose(at)} judges document ${document} twice; the first grade counts`,
    fix: "remove one",
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
    what: `a judgement has no part ${shown(part)}`,
    fix: nearest.length > 0 ? `did you mean ${nearest[0]}?` : `the parts are ${names.join(", ")}`,
  }),
});
