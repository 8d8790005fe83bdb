/** One hit of a list in JSON: its id, its score, and whatever else is known of it. */

import type { ReadContext } from "../format.ts";
import type { UnreadKeys } from "./_unread.ts";
import { type IdReader, shown } from "./ids.ts";
import { JsonObject, type JsonValue } from "./parse.ts";

export interface ReadHit {
  readonly id: string | null;
  readonly score?: number;
  /** What does not fit into a row of a table. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** The names that people give to a hit's id and text. */
const IDS = ["id", "docid", "doc_id", "_id"];
const TEXTS = ["text", "content", "contents"];
/** Where a hit stands in its document. */
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

  /** An id, null, or an object; undefined, and a Problem, where it is none of them. */
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
      this.#context.problem({
        code: "missing-score",
        what: `document ${shown(id)} has no score`,
        why: "the scores decide the order",
        fix: "give it a number, or write a list of ids, best first",
        level: "error",
        at: { line, query },
      });
    return text === undefined || score === undefined || score === null ? undefined : { id: text, score };
  }

  /** null: there is none; undefined, and a Problem: it is no number. */
  score(
    query: string,
    id: string | null | undefined,
    value: JsonValue | undefined,
    line: number,
  ): number | null | undefined {
    if (value === undefined || value === null) return null;
    if (typeof value === "number" || typeof value === "bigint") return Number(value);
    this.#context.problem({
      code: "bad-score",
      what: `the score of ${id === undefined ? "a hit without an id" : shown(id)} is ${typeof value === "string" ? "the text " : ""}${shown(value)}`,
      fix: "give a number",
      level: "error",
      at: { line, query },
    });
    return undefined;
  }

  #object(query: string, hit: JsonObject, line: number): ReadHit | undefined {
    const first = (names: readonly string[]): JsonValue | undefined => {
      for (const name of names) if (hit.get(name) !== undefined) return hit.get(name);
      return undefined;
    };
    const given = first(IDS);
    const words = first(TEXTS);
    if (given === undefined && words === undefined) return this.#bad(query, hit, line);
    const twice = hit.twice();
    if (twice !== undefined) {
      this.#context.problem({
        code: "duplicate-key",
        what: `a hit of query ${query} has the key ${shown(twice)} twice`,
        fix: "remove one",
        level: "error",
        at: { line, query },
      });
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
    // Without an id its text is all that is known of a hit.
    if ((this.#context.texts || id === null) && words !== undefined && words !== null) more["text"] = words;
    return {
      id,
      ...(score === null ? {} : { score }),
      ...(Object.keys(more).length === 0 ? {} : { more }),
    };
  }

  #bad(query: string, value: JsonValue, line: number): undefined {
    this.#context.problem({
      code: "bad-hit",
      what: `a hit of query ${query} is ${shown(value)}, which has no id`,
      fix: 'give {"id": "d1"}, or the id itself',
      level: "error",
      at: { line, query },
    });
    return undefined;
  }
}
