/** Documents as JSON: a row per document, or an object by id → a sink. */

import { firstNames } from "../../core/shown.ts";
import { errorAt } from "../_problems.ts";
import { kept } from "../_shown.ts";
import type { ReadContext, Sink } from "../format.ts";
import { AskedColumns } from "./_asked-columns.ts";
import { IdReader } from "./ids.ts";
import type { JsonObject, JsonValue } from "./parse.ts";
import { jsonProblem } from "./problems.ts";
import { objectRow } from "./row.ts";

const first = (row: JsonObject, names: readonly string[]): JsonValue | undefined => {
  for (const name of names) if (row.get(name) !== undefined) return row.get(name);
  return undefined;
};

export class CorpusReader {
  readonly #sink: Sink;
  readonly #context: ReadContext;
  readonly #ids: IdReader;
  readonly #asked: AskedColumns;

  constructor(sink: Sink, context: ReadContext) {
    this.#sink = sink;
    this.#context = context;
    this.#ids = new IdReader(context.problem);
    this.#asked = new AskedColumns(context);
  }

  value(value: JsonValue, line: number): void {
    this.#asked.row(value);
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
    this.#asked.end();
  }

  #doc(given: JsonValue | undefined, row: JsonObject, line: number): void {
    const id = this.#ids.text(given, "document", line);
    const text = first(row, ["text", "contents", "content"]);
    const title = row.get("title");
    if (id === undefined || id === "" || typeof text !== "string") {
      const keys = firstNames("keys", row.keys);
      this.#context.problem(
        id === undefined || id === ""
          ? jsonProblem("bad-row/no-document-id", keys, errorAt(line))
          : jsonProblem("bad-row/no-document-text", { document: kept(id), ...keys }, errorAt(line)),
      );
      return;
    }
    const doc = row.get("doc");
    const rest = typeof doc === "string" && doc !== "" && doc !== id ? [doc] : [];
    this.#sink.doc?.(id, text, line, typeof title === "string" && title !== "" ? title : undefined, ...rest);
  }
}
