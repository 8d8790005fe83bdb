/** BEIR's corpus.jsonl and queries.jsonl: `{"_id": "d1", "title": "...", "text": "..."}` on each line. */

import type { Source } from "../files/source.ts";
import { dataSetProblem } from "./_data-set-problems.ts";
import { emptyFile, errorAt } from "./_problems.ts";
import { isWhite } from "./bytes/bytes.ts";
import { walkLines } from "./bytes/lines.ts";
import type { ReadContext, Sink } from "./format.ts";
import { CorpusReader } from "./json/corpus.ts";
import { IdReader } from "./json/ids.ts";
import { JsonObject, type JsonValue } from "./json/parse.ts";
import { readJson } from "./json/read-json.ts";

async function eachRow(
  source: Source,
  { problem }: ReadContext,
  what: string,
  row: (value: JsonValue, line: number) => void,
): Promise<void> {
  let rows = 0;
  await walkLines(source, (bytes, start, end, line) => {
    let from = start;
    while (from < end && isWhite(bytes[from]!)) from++;
    if (from === end) return;
    rows++;
    const value = readJson(bytes.subarray(from, end), { line, column: from - start + 1 }, problem);
    if (value !== undefined) row(value, line);
  });
  if (rows === 0) problem(emptyFile(what));
}

export async function readBeirCorpus(source: Source, sink: Sink, context: ReadContext): Promise<void> {
  const reader = new CorpusReader(sink, context);
  await eachRow(source, context, "document", (value, line) => reader.value(value, line));
  reader.end();
}

export async function readBeirQueries(source: Source, sink: Sink, context: ReadContext): Promise<void> {
  const ids = new IdReader(context.problem);
  await eachRow(source, context, "query", (value, line) => {
    const given = value instanceof JsonObject ? value.get("_id") : undefined;
    const id = ids.text(given, "query", line);
    const words = value instanceof JsonObject ? value.get("text") : undefined;
    if (id !== undefined && id !== "" && typeof words === "string") sink.query?.(id, words, line);
    else context.problem(dataSetProblem("bad-row/beir-query", {}, errorAt(line)));
  });
  ids.end();
}
