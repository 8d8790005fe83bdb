/** One hit of a JSON list: id, score and optional fields. */

import { errorAt } from "../_problems.ts";
import { kept, shownValue } from "../_shown.ts";
import type { ReadContext } from "../format.ts";
import type { UnreadKeys } from "./_unread.ts";
import type { IdReader } from "./ids.ts";
import { JsonObject, type JsonValue } from "./parse.ts";
import { jsonProblem } from "./problems.ts";

export interface ReadHit {
  readonly id: string | null;
  readonly score?: number;
  /** Fields that do not fit into a row of a table. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Usual names for a hit's id and text. */
export const HIT_IDS = [
  "id",
  "docid",
  "doc_id",
  "_id",
  "document_id",
  "chunk_id",
  "passage_id",
  "pid",
  "docno",
];
const TEXTS = ["text", "content", "contents", "page_content", "pageContent"];
/** The span of a hit in its document. */
const SPAN = ["start", "end", "lines"];

export class HitReader {
  readonly #ids: IdReader;
  readonly #context: ReadContext;
  readonly #unread: UnreadKeys;
  constructor(ids: IdReader, context: ReadContext, unread: UnreadKeys) {
    this.#ids = ids;
    this.#unread = unread;
    this.#context = context;
  }

  /** An id, null, or an object; undefined (with a Problem) for anything else. */
  hit(query: string, value: JsonValue, line: number): ReadHit | undefined {
    if (value === null) return { id: null };
    if (value instanceof JsonObject) return this.#object(query, value, line);
    const id = Array.isArray(value) ? this.#bad(query, value, line) : this.#ids.text(value, "document", line);
    return id === undefined ? undefined : { id };
  }

  /** A document and its score. */
  entry(query: string, id: string, given: JsonValue, line: number): ReadHit | undefined {
    const text = this.#ids.text(id, "document", line);
    const score = this.score(query, id, given, line);
    if (score === null)
      this.#context.problem(
        jsonProblem("missing-score/in-object", { document: kept(id) }, errorAt(line, query)),
      );
    return text === undefined || score === undefined || score === null ? undefined : { id: text, score };
  }

  /** null: missing; undefined (with a Problem): not a number. */
  score(
    query: string,
    id: string | null | undefined,
    value: JsonValue | undefined,
    line: number,
  ): number | null | undefined {
    if (value === undefined || value === null) return null;
    if (typeof value === "number" || typeof value === "bigint") return Number(value);
    const document = id === undefined ? {} : { document: id === null ? null : kept(id) };
    const fields = { ...document, found: shownValue(value) };
    this.#context.problem(jsonProblem("bad-score/json", fields, errorAt(line, query)));
    return undefined;
  }

  #object(query: string, hit: JsonObject, line: number): ReadHit | undefined {
    const first = (names: readonly string[]): JsonValue | undefined => {
      for (const name of names) if (hit.get(name) !== undefined) return hit.get(name);
      return undefined;
    };
    const given = first(HIT_IDS);
    const words = first(TEXTS);
    if (given === undefined && words === undefined) return this.#bad(query, hit, line);
    const twice = hit.twice();
    if (twice !== undefined) {
      this.#context.problem(
        jsonProblem("duplicate-key/hit", { query, key: kept(twice) }, errorAt(line, query)),
      );
      return undefined;
    }
    for (const key of hit.keys) this.#unread.name(key);
    const id = given === undefined || given === null ? null : this.#ids.text(given, "document", line);
    const score = this.score(query, id, hit.get("score"), line);
    if (id === undefined || score === undefined) return undefined;
    const more: Record<string, unknown> = {};
    const doc = hit.get("doc") ?? null;
    if (doc !== null) more["doc"] = this.#ids.text(doc, "document", line);
    for (const key of SPAN) if (hit.get(key) !== undefined) more[key] = hit.get(key);
    // Without an id, only the hit's text is known.
    if ((this.#context.texts || id === null) && words !== undefined && words !== null) more["text"] = words;
    return {
      id,
      ...(score === null ? {} : { score }),
      ...(Object.keys(more).length === 0 ? {} : { more }),
    };
  }

  #bad(query: string, value: JsonValue, line: number): undefined {
    this.#context.problem(
      jsonProblem("bad-hit/json", { query, found: shownValue(value) }, errorAt(line, query)),
    );
    return undefined;
  }
}
