/** Messages about JSON documents, rows, lists and ids. */
import { defineProblems } from "../../core/problem-table.ts";
import type { OfQuery } from "../_problem-fields.ts";
import { asWord, quoted, shownValue } from "../_shown.ts";

const ROWS = {
  gold: '{"id": "q1", "relevant": ["d1"]} or {"query": "q1", "doc": "d1", "grade": 1}',
  run: '{"id": "q1", "hits": ["d1"]} or {"query": "q1", "doc": "d1", "score": 1.5}',
  corpus: '{"id": "d1", "text": "..."}',
  scores: '{"id": "q1", "ndcg@10": 0.5}',
} as const;
const rowsOf = (kind: keyof typeof ROWS): string => `write rows such as ${ROWS[kind]}`;

/** `found`: the value as JSON. */
const textOrValue = (found: string): string => (found.startsWith('"') ? `the string ${found}` : found);

const REST_UNREAD = {
  why: "the rest of the file was not read",
  fix: "correct the file, or write it again with a JSON library",
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
    why: "Python's json module writes NaN and Infinity, which are not valid JSON",
    fix: "write null, or remove the field",
  }),
  /** `message`: from our parser; `says`: from JSON.parse, if it fails too. */
  "bad-json/syntax": ({ column, message, says }: { column: number; message: string; says?: string }) => ({
    what: `invalid JSON at column ${column}: ${message}`,
    ...(says === undefined ? {} : { why: `JSON.parse says: ${says}` }),
    fix: "correct or remove the line",
  }),
  "bad-json/cut": () => ({ what: "invalid JSON: unexpected end of file", ...REST_UNREAD }),
  "bad-json/character": ({ found, column }: { found: string; column: number }) => ({
    what: `invalid JSON at column ${column}: unexpected ${JSON.stringify(found)}`,
    ...REST_UNREAD,
  }),

  "bad-row/no-object": ({ found, kind }: { found: string; kind: keyof typeof ROWS }) => ({
    what: `the row is ${found}, not an object`,
    fix: rowsOf(kind),
  }),
  /** `nearest`, here and below: the key closest to a known name. */
  "bad-row/nameless": ({ keys, others, nearest, kind }: WithKeys & Nearest & { kind: "gold" | "run" }) => ({
    what: `the row has no query id; its keys are ${quoted(keys, others)}`,
    fix: `${colOf("query", nearest)}, or ${rowsOf(kind)}`,
  }),
  "bad-row/no-gold": ({ query, keys, others, nearest }: OfQuery & WithKeys & Nearest) => ({
    what: `query ${query} has no gold; its keys are ${quoted(keys, others)}`,
    fix: `${colOf("relevant", nearest)}, or add "relevant": ["d1"], or [] if nothing is relevant`,
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
    why: "only one of the two values can be used",
    fix: "remove one of the two",
  }),
  "duplicate-key/hit": ({ query, key }: OfQuery & Key) => ({
    what: `a hit of query ${query} has the key ${shownValue(key)} twice`,
    fix: "remove one of the two",
  }),
  "duplicate-key/gold": ({ query, key }: OfQuery & Key) => ({
    what: `the gold of query ${query} has the key ${JSON.stringify(key)} twice`,
    fix: "remove one of the two",
  }),
  "duplicate-key/document": ({ query, document }: OfQuery & { document: string | null }) => ({
    what: `query ${query} lists document ${shownValue(document)} twice in one object`,
    fix: "remove one of the two",
  }),
  "duplicate-query/run-row": ({ query }: OfQuery, { firstLine }) => ({
    what: `query ${query} is in the run twice (first at line ${firstLine})`,
    why: "one of the two would be lost",
    fix: "merge the two rows into one",
  }),

  "missing-score/in-object": ({ document }: { document: string }) => ({
    what: `document ${shownValue(document)} has no score`,
    why: "the hits are sorted by score",
    fix: "add a score, or write a list of ids, best first",
  }),
  /** `document`: null if the hit has null, absent if it is not a valid id. */
  "bad-score/json": ({ document, found }: { document?: string | null; found: string }) => ({
    what: `the score of ${document === undefined ? "a hit without an id" : shownValue(document)} is ${textOrValue(found)}`,
    fix: "write a number",
  }),
  "bad-hit/json": ({ query, found }: OfQuery & { found: string }) => ({
    what: `a hit of query ${query} has no id: ${found}`,
    fix: 'write {"id": "d1"}, or the id itself',
  }),
  /** `others`: fields that all documents have too. */
  "document-id/json": (f: { field: string; documents: number; others: readonly string[] }) => ({
    what: `using ${f.field} as the id of ${f.documents === 1 ? "the document" : `the ${f.documents} documents`} of the run${f.others.length === 0 ? "" : `; ${f.others.join(", ")} would do as well`}`,
    fix: `nothing to do if the gold uses these ids; otherwise name the field: --col run.doc=${f.others[0] === "id" ? "hits.id" : (f.others[0] ?? "metadata.NAME")}`,
  }),
  "no-document-id/json": ({ documents, places }: { documents: number; places: readonly string[] }) => ({
    what: `no field holds an id in all ${documents} documents of the run: looked at ${places.join(", ")}`,
    why: "gold and hits are matched by id",
    fix: 'give every document an id in its metadata, or write hits as {"id": "d1", "text": "..."}',
  }),
  "bad-ranking/json": ({ query, found }: OfQuery & { found: string }) => ({
    what: `the hits of query ${query} are ${found}`,
    fix: "write a list of ids (best first), a list of hits, or an object of id → score",
  }),
  "missing-grade/json": ({ query, document }: OfQuery & { document: string }) => ({
    what: `the judgement of ${shownValue(document)} for query ${query} has no grade`,
    fix: "write a number",
  }),
  "bad-grade/json": ({ document, found }: OfQuery & { document: string; found: string }) => ({
    what: `the grade of ${shownValue(document)} is ${textOrValue(found)}`,
    fix: "write a number",
  }),
  "duplicate-judgement/written": ({ query, document }: OfQuery & { document: string }) => ({
    what: `document ${document} is judged twice for query ${query}; wrote the first grade`,
    fix: "remove one of the two",
  }),

  "id-type/unicode": ({ of, found }: { of: string; found: string }) => ({
    what: `the ${of} id ${found} is not valid Unicode`,
    why: "it contains an unpaired surrogate",
    fix: "write ids as valid Unicode",
  }),
  "id-type/no-text": ({ of, found }: { of: string; found: string }) => ({
    what: `the ${of} id ${found} is neither a string nor a number`,
    fix: "write ids as strings",
  }),
  /** `example`: the first one. */
  "id-type/numbers": ({ count, example }: { count: number; example: string }) => ({
    what: `${count === 1 ? "one id is a number" : `${count} ids are numbers`}; reading ${example} as the string "${example}"`,
    why: '1 and "1" are different ids in other programs',
    fix: "write ids as strings",
  }),

  distance: ({ key }: Key) => ({
    what: `ignored the ${JSON.stringify(key)} of the hits; ranking them by score, rank or order of appearance`,
    why: "for scores the highest is best, for distances the lowest",
    fix: "nothing to do if the hits are listed best first; otherwise add a score, such as 1 - distance",
  }),
  /** `keys`: the first twenty, shortened; `more`: there were too many to count. */
  "unread-keys/rows": ({ keys, count, more }: WithKeys & { count: number; more: boolean }) => ({
    what: `ignored ${count === 1 ? "one unknown key" : `${more ? "more than " : ""}${count} unknown keys`}: ${quoted(keys.slice(0, 5))}${count > 5 ? `, and ${count - 5} more` : ""}`,
    fix: "nothing to do if they are your own; a hit has id, score, text, doc, start, end, lines; a row has id, query, hits, error, or is one hit with query, doc, score, rank, text",
  }),
  /** `wanted`: the known fields. */
  "unknown-facet/unread": ({ key, count, wanted }: Key & { count: number; wanted: readonly string[] }) => ({
    what: `ignored the unknown key ${JSON.stringify(key)} in ${count === 1 ? "one row" : `${count} rows`}`,
    fix: `known keys: id, query, ${wanted.join(", ")}; to group by it, pass --col tags=${asWord(key)}`,
  }),
  "unknown-facet/mistyped": ({ key, nearest }: Key & OfQuery & { nearest: readonly string[] }) => ({
    what: `unknown key ${JSON.stringify(key)}`,
    fix: `did you mean ${nearest[0]}?`,
  }),
});
