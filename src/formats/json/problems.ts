/** Words of the Problems of JSON: documents, rows, lists and ids. */
import { defineProblems } from "../../core/problem-table.ts";
import type { OfQuery } from "../_problem-fields.ts";
import { asWord, quoted, shownValue } from "../_shown.ts";

const ROWS = {
  gold: '{"id": "q1", "relevant": ["d1"]} or {"query": "q1", "doc": "d1", "grade": 1}',
  run: '{"id": "q1", "hits": ["d1"]} or {"query": "q1", "doc": "d1", "score": 1.5}',
  corpus: '{"id": "d1", "text": "..."}',
  scores: '{"id": "q1", "ndcg@10": 0.5}',
} as const;
const rowsOf = (kind: keyof typeof ROWS): string => `give rows such as ${ROWS[kind]}`;

/** `found`: the value as JSON. */
const textOrValue = (found: string): string => (found.startsWith('"') ? `the text ${found}` : found);

const REST_UNREAD = {
  why: "what comes after it was not read",
  fix: "correct the file; a program that writes JSON can write it again",
} as const;

interface Key {
  readonly key: string;
}
interface WithKeys {
  /** The first keys of the row; `others`: how many more it has. */
  readonly keys: readonly string[];
  readonly others?: number;
}

interface Nearest {
  readonly nearest?: readonly string[];
}
const colOf = (role: string, nearest: readonly string[] = []): string =>
  nearest[0] === undefined
    ? `name the key that holds it: --col ${role}=KEY`
    : `name the key that holds it, perhaps --col ${role}=${asWord(nearest[0])}`;

export const jsonProblem = defineProblems({
  "bad-json/number": ({ found, column }: { found: string; column: number }) => ({
    what: `${found} at column ${column} is not JSON`,
    why: "Python writes it so; a number that is none has no place in an order",
    fix: "write null, or leave the field out",
  }),
  /** `message`: of our parser; `says`: JSON.parse, where it objects too. */
  "bad-json/syntax": ({ column, message, says }: { column: number; message: string; says?: string }) => ({
    what: `this is not JSON, at column ${column}: ${message}`,
    ...(says === undefined ? {} : { why: `JSON.parse says: ${says}` }),
    fix: "correct the line, or remove it",
  }),
  "bad-json/cut": () => ({ what: "this is not JSON: it ends too early", ...REST_UNREAD }),
  "bad-json/character": ({ found, column }: { found: string; column: number }) => ({
    what: `this is not JSON, at column ${column}: ${JSON.stringify(found)} is not allowed there`,
    ...REST_UNREAD,
  }),

  "bad-row/no-object": ({ found, kind }: { found: string; kind: keyof typeof ROWS }) => ({
    what: `the row is ${found}, not an object`,
    fix: rowsOf(kind),
  }),
  /** `nearest`, here and below: the key that looks most like one of the names that are read. */
  "bad-row/nameless": ({ keys, others, nearest, kind }: WithKeys & Nearest & { kind: "gold" | "run" }) => ({
    what: `the row names no query; its keys are ${quoted(keys, others)}`,
    fix: `${colOf("query", nearest)}, or ${rowsOf(kind)}`,
  }),
  "bad-row/no-gold": ({ query, keys, others, nearest }: OfQuery & WithKeys & Nearest) => ({
    what: `query ${query} has no gold; its keys are ${quoted(keys, others)}`,
    fix: `${colOf("relevant", nearest)}, or say what is relevant: "relevant": ["d1"], or [] for nothing`,
  }),
  "bad-row/no-hits": ({ query, keys, others, nearest }: OfQuery & WithKeys & Nearest) => ({
    what: `the row of query ${query} must have one of "hits", "doc" and "error"; its keys are ${quoted(keys, others)}`,
    fix: `${colOf("hits", nearest)}, or ${rowsOf("run")}`,
  }),
  "bad-row/no-document-id": ({ keys, others }: WithKeys) => ({
    what: `the document has no id; its keys are ${quoted(keys, others)}`,
    fix: rowsOf("corpus"),
  }),
  "bad-row/no-document-text": ({ document, keys, others }: WithKeys & { document: string }) => ({
    what: `the document ${shownValue(document)} has no text; its keys are ${quoted(keys, others)}`,
    fix: rowsOf("corpus"),
  }),
  "empty-id/in-row": ({ kind }: { kind: "gold" | "run" }) => ({
    what: "the query id is empty",
    fix: kind === "gold" ? rowsOf("gold") : "give every query an id",
  }),
  "empty-id/as-key": ({ of }: { of: "query" | "document" }) => ({
    what: `the id of a ${of} is empty`,
    fix: "give it an id",
  }),

  "duplicate-key/row": ({ key }: Key) => ({
    what: `the row has the key ${JSON.stringify(key)} twice`,
    why: "only one of the two values can count",
    fix: "remove one",
  }),
  "duplicate-key/hit": ({ query, key }: OfQuery & Key) => ({
    what: `a hit of query ${query} has the key ${shownValue(key)} twice`,
    fix: "remove one",
  }),
  "duplicate-key/gold": ({ query, key }: OfQuery & Key) => ({
    what: `the gold of query ${query} has the key ${JSON.stringify(key)} twice`,
    fix: "remove one",
  }),
  "duplicate-key/document": ({ query, document }: OfQuery & { document: string | null }) => ({
    what: `query ${query} has the document ${shownValue(document)} twice in one object`,
    fix: "remove one",
  }),
  "duplicate-query/run-row": ({ query }: OfQuery, { firstLine }) => ({
    what: `the run has query ${query} twice (first at line ${firstLine})`,
    why: "one of the two would be lost",
    fix: "give every query one row",
  }),

  "missing-score/in-object": ({ document }: { document: string }) => ({
    what: `document ${shownValue(document)} has no score`,
    why: "the scores decide the order",
    fix: "give it a number, or write a list of ids, best first",
  }),
  /** `document`: null where the hit says so, absent where it cannot be an id. */
  "bad-score/json": ({ document, found }: { document?: string | null; found: string }) => ({
    what: `the score of ${document === undefined ? "a hit without an id" : shownValue(document)} is ${textOrValue(found)}`,
    fix: "give a number",
  }),
  "bad-hit/json": ({ query, found }: OfQuery & { found: string }) => ({
    what: `a hit of query ${query} is ${found}, which has no id`,
    fix: 'give {"id": "d1"}, or the id itself',
  }),
  "bad-ranking/json": ({ query, found }: OfQuery & { found: string }) => ({
    what: `the hits of query ${query} are ${found}`,
    fix: "give ids best first, hits, or id → score",
  }),
  "missing-grade/json": ({ query, document }: OfQuery & { document: string }) => ({
    what: `the judgement of ${shownValue(document)} for query ${query} has no grade`,
    fix: "give a number",
  }),
  "bad-grade/json": ({ document, found }: OfQuery & { document: string; found: string }) => ({
    what: `the grade of ${shownValue(document)} is ${textOrValue(found)}`,
    fix: "give a number",
  }),
  "duplicate-judgement/written": ({ query, document }: OfQuery & { document: string }) => ({
    what: `query ${query} judges document ${document} twice; the first grade was written`,
    fix: "remove one",
  }),

  "id-type/unicode": ({ of, found }: { of: string; found: string }) => ({
    what: `the ${of} id ${found} is not valid Unicode`,
    why: "half a character has no bytes of its own",
    fix: "write ids as text",
  }),
  "id-type/no-text": ({ of, found }: { of: string; found: string }) => ({
    what: `the ${of} id ${found} is neither text nor a number`,
    fix: "write ids as text",
  }),
  /** `example`: the first of them. */
  "id-type/numbers": ({ count, example }: { count: number; example: string }) => ({
    what: `${count === 1 ? "one id is a number" : `${count} ids are numbers`}, read as text: ${example} is "${example}"`,
    why: '1 and "1" are different ids in other programs',
    fix: "write ids as text",
  }),

  distance: ({ key }: Key) => ({
    what: `hits have a ${JSON.stringify(key)}, which was not read; scores, ranks or the order of the hits decide`,
    why: "of scores the highest is best, of distances the lowest",
    fix: "nothing, if the hits are listed best first; otherwise give a score, such as 1 - distance",
  }),
  /** `keys`: the first twenty, cut where they are long; `more`: there were too many to count. */
  "unread-keys/rows": ({ keys, count, more }: WithKeys & { count: number; more: boolean }) => ({
    what: `${count === 1 ? "one key was" : `${more ? "more than " : ""}${count} keys were`} not read: ${quoted(keys.slice(0, 5))}${count > 5 ? `, and ${count - 5} more` : ""}`,
    fix: "nothing, if they are yours; a hit has id, score, text, doc, start, end, lines, and a row id, query, hits, error, or one hit with query, doc, score, rank, text",
  }),
  /** `wanted`: the names of the facets. */
  "unknown-facet/unread": ({ key, count, wanted }: Key & { count: number; wanted: readonly string[] }) => ({
    what: `${count === 1 ? "a row has" : `${count} rows have`} the key ${JSON.stringify(key)}, which was not read`,
    fix: `the keys are id, query, ${wanted.join(", ")}; put what you want to group by into tags`,
  }),
  "unknown-facet/mistyped": ({ key, nearest }: Key & OfQuery & { nearest: readonly string[] }) => ({
    what: `there is no facet ${JSON.stringify(key)}`,
    fix: `did you mean ${nearest[0]}?`,
  }),
});
