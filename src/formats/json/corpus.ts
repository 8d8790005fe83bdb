/** Documents as JSON: a row per document, or an object by id → a sink. */

import type { ReadContext, Sink } from "../format.ts";
import { IdReader, shown } from "./ids.ts";
import type { JsonObject, JsonValue } from "./parse.ts";
import { EXAMPLES, objectRow } from "./row.ts";

const first = (row: JsonObject, names: readonly string[]): JsonValue | undefined => {
  for (const name of names) if (row.get(name) !== undefined) return row.get(name);
  return undefined;
};

export class CorpusReader {
  readonly #sink: Sink;
  readonly #context: ReadContext;
  readonly #ids: IdReader;

  constructor(sink: Sink, context: ReadContext) {
    this.#sink = sink;
    this.#context = context;
    this.#ids = new IdReader(context.problem);
  }

  value(value: JsonValue, line: number): void {
    const row = objectRow(value, this.#context, line);
    if (row !== undefined) this.#doc(first(row, ["id", "_id", "doc", "doc_id", "docid"]), row, line);
  }

  /** One document by its id: its text, or a row without the id. */
  query(id: string, value: JsonValue, line: number): void {
    if (typeof value === "string") this.#sink.doc?.(id, value, line);
    else {
      const row = objectRow(value, this.#context, line);
      if (row !== undefined) this.#doc(id, row, line);
    }
  }

  end(): void {
    this.#ids.end();
  }

  #doc(given: JsonValue | undefined, row: JsonObject, line: number): void {
    const id = this.#ids.text(given, "document", line);
    const text = first(row, ["text", "contents", "content"]);
    const title = row.get("title");
    if (id === undefined || id === "" || typeof text !== "string") {
      const missing = id === undefined || id === "" ? "id" : "text";
      this.#context.problem({
        code: "bad-row",
        what: `the document ${missing === "id" ? "" : `${shown(id)} `}has no ${missing}; its keys are ${row.keys.map((key) => JSON.stringify(key)).join(", ")}`,
        fix: `give rows such as ${EXAMPLES.corpus}`,
        level: "error",
        at: { line },
      });
      return;
    }
    this.#sink.doc?.(id, text, line, typeof title === "string" && title !== "" ? title : undefined);
  }
}
