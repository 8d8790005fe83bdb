/** Runs as JSON: a row per query with its hits, a row per hit, or an object by query → a sink. */

import { firstNames } from "../../core/shown.ts";
import { errorAt } from "../_problems.ts";
import { kept, shownValue } from "../_shown.ts";
import { textOf } from "../bytes/bytes.ts";
import { QueryBatch } from "../bytes/query-batch.ts";
import type { ReadContext, RowOrder, Sink } from "../format.ts";
import { DOCS, nearestField, QUERY, QUERY_TEXT } from "../rows/field-names.ts";
import { RunNames, runColumn } from "../rows/run-names.ts";
import { TableHits } from "../rows/table-hits.ts";
import { AskedColumns } from "./_asked-columns.ts";
import { DocumentLists } from "./_documents.ts";
import { HitReader, type ReadHit } from "./_hit.ts";
import { HitScanner } from "./hits.ts";
import { IdReader } from "./ids.ts";
import { JsonObject, type JsonValue } from "./parse.ts";
import { isList } from "./plain.ts";
import { jsonProblem } from "./problems.ts";
import { type Place, readJson } from "./read-json.ts";
import { namedRow } from "./row.ts";

const encoder = new TextEncoder();

export class RunReader {
  readonly #sink: Sink;
  readonly #context: ReadContext;
  readonly #ids: IdReader;
  readonly #asked: AskedColumns;
  readonly #scanner = new HitScanner();
  /** Can hits be passed on as bytes? */
  readonly #fast: boolean;
  #order: RowOrder | undefined;
  /** Lines of queries whose hits came as one list, to detect a second list for the same query. */
  readonly #lines = new Map<string, number>();
  readonly #table: TableHits;
  readonly #batch: QueryBatch;
  readonly #runs: RunNames;
  readonly #hits: HitReader;
  readonly #documents: DocumentLists;

  constructor(sink: Sink, context: ReadContext) {
    this.#sink = sink;
    this.#context = context;
    this.#ids = new IdReader(context.problem);
    this.#asked = new AskedColumns(context);
    this.#fast = sink.hit !== undefined && !context.texts && Object.keys(context.columns).length === 0;
    this.#table = new TableHits(sink, context);
    this.#batch = new QueryBatch(sink);
    this.#runs = new RunNames(context);
    this.#documents = new DocumentLists(sink, context);
    this.#hits = new HitReader(this.#ids, context, this.#scanner.unread);
  }

  /** A row in `b[start … end - 1]`; a byte below 32 must follow. */
  row(b: Uint8Array, start: number, end: number, place: Place): void {
    const scanner = this.#scanner;
    scanner.unread.line = place.line;
    if (this.#fast && scanner.scan(b, start, end)) {
      const { queryStart, queryEnd, wordsStart, wordsEnd, form } = scanner;
      const { line } = place;
      const scored = form === "row" && !Number.isNaN(scanner.values[0]!);
      const order = form === "mapping" || scored ? "score" : "given";
      // A table that starts with scores must keep them; the row parser reports missing ones.
      if (scanner.count === 0 || (this.#fits(order) && (form !== "row" || this.#table.goesOn(scored)))) {
        if (form !== "row" && !this.#once(textOf(b, queryStart, queryEnd), line)) return;
        scanner.unread.keep();
        if (form === "row" && scanner.runStart >= 0)
          this.#runs.bytes(scanner.runKey, b, scanner.runStart, scanner.runEnd, line);
        if (wordsStart >= 0)
          this.#sink.query?.(textOf(b, queryStart, queryEnd), textOf(b, wordsStart, wordsEnd), line);
        this.#push(b, queryStart, queryEnd, order, line);
        return;
      }
    }
    this.endBlock();
    const value = readJson(b.subarray(start, end), place, this.#context.problem);
    if (value !== undefined) this.value(value, place.line);
  }

  /** The hits of a query in `b[start … end - 1]`; `id`: the bytes of the query's id, if they need no decoding. */
  hits(
    query: string,
    b: Uint8Array,
    start: number,
    end: number,
    place: Place,
    id: { readonly start: number; readonly end: number } | undefined,
  ): void {
    this.#scanner.unread.line = place.line;
    if (this.#fast && id !== undefined && this.#scanner.scanHits(b, start, end)) {
      const order = this.#scanner.form === "mapping" ? "score" : "given";
      if (this.#scanner.count === 0 || this.#fits(order)) {
        if (!this.#once(query, place.line)) return;
        this.#scanner.unread.keep();
        this.#push(b, id.start, id.end, order, place.line);
        return;
      }
    }
    this.endBlock();
    const value = readJson(b.subarray(start, end), place, this.#context.problem);
    if (value !== undefined && this.#once(query, place.line)) this.#list(query, value, place.line);
  }

  /** The bytes of the rows so far are about to be reused. */
  endBlock(): void {
    this.#batch.end();
  }

  /** A row that was parsed. */
  value(value: JsonValue, line: number): void {
    if (isList(value) && value.length === 2) {
      const query = this.#ids.text(value[0], "query", line);
      if (query !== undefined && this.#once(query, line)) this.#list(query, value[1]!, line);
      return;
    }
    this.#asked.row(value);
    const row = namedRow(value, this.#context, line);
    if (row === undefined) return;
    const failure = failureIn(row);
    const doc = row.get("doc") ?? row.get("doc_id");
    // With an error, null and an empty list mean the same as no list.
    const hits = failure !== undefined && isNothing(row.get("hits")) ? undefined : row.get("hits");
    const words = row.get("query");
    // In a row with one hit, "id" is the id of the row.
    const id =
      row.get("query_id") ??
      (hits === undefined && doc !== undefined ? undefined : row.get("id")) ??
      commonQuery(hits);
    const query = this.#ids.text(id ?? words, "query", line);
    if (query === undefined || query === "" || !isOne(hits, doc, failure)) {
      this.#refuse((value as JsonObject).keys, query, line);
      return;
    }
    if (doc === undefined && !this.#once(query, line)) return;
    this.#scanner.unread.line = line;
    for (const key of row.keys) this.#scanner.unread.name(key);
    if (typeof words === "string" && (id ?? null) !== null) this.#sink.query?.(query, words, line);
    if (failure !== undefined) this.#sink.ranking?.(query, failure, line);
    else if (hits !== undefined) this.#list(query, hits, line);
    else this.#hit(query, row, line);
  }

  end(): void {
    this.endBlock();
    this.#table.end();
    if (this.#documents.found !== undefined) this.#asked.found(this.#documents.found);
    this.#documents.end();
    this.#ids.end();
    this.#asked.end();
    this.#runs.end();
    this.#scanner.unread.end(this.#context.problem, Object.values(this.#context.columns));
  }

  /** Is this the order announced to the sink? The first hit decides; hits in another order go as whole rankings. */
  #fits(order: RowOrder): boolean {
    return this.#order === undefined || this.#order === order;
  }

  #takes(order: RowOrder): boolean {
    if (this.#order === undefined) {
      this.#order = order;
      this.#sink.rows?.(order);
    }
    return this.#order === order;
  }

  #once(query: string, line: number): boolean {
    const first = this.#lines.get(query);
    if (first === undefined) {
      this.#lines.set(query, line);
      return true;
    }
    this.#context.problem(
      jsonProblem(
        "duplicate-query/run-row",
        { query },
        { level: "error", at: { line, firstLine: first, query } },
      ),
    );
    return false;
  }

  /** What the scanner found. */
  #push(b: Uint8Array, queryStart: number, queryEnd: number, order: RowOrder, line: number): void {
    const scanner = this.#scanner;
    if (scanner.numbers > 0)
      this.#ids.number(scanner.numbers, textOf(b, scanner.numberStart, scanner.numberEnd), line);
    if (scanner.count === 0) {
      // A query without hits was asked, so it is not missing.
      this.endBlock();
      this.#sink.ranking?.(textOf(b, queryStart, queryEnd), [], line);
      return;
    }
    this.#takes(order);
    this.#batch.add(b, queryStart, queryEnd, scanner, line);
  }

  #list(query: string, value: JsonValue, line: number): void {
    const failure = value instanceof JsonObject ? failureIn(value) : undefined;
    if (failure !== undefined && (value as JsonObject).keys.length === 1) {
      this.#sink.ranking?.(query, failure, line);
      return;
    }
    if (isList(value) && this.#documents.add(query, value, line)) return;
    const mapping = value instanceof JsonObject;
    const hits = mapping
      ? value.keys.map((id, i) => this.#hits.entry(query, id, value.values[i]!, line))
      : isList(value)
        ? value.map((one) => this.#hits.hit(query, one, line))
        : undefined;
    if (hits === undefined) {
      this.#context.problem(
        jsonProblem("bad-ranking/json", { query, found: shownValue(value) }, errorAt(line, query)),
      );
      return;
    }
    if (hits.includes(undefined)) return;
    if (hits.length === 0) {
      this.#sink.ranking?.(query, [], line);
      return;
    }
    const read = hits as readonly ReadHit[];
    const plain = read.every(({ id, more }) => id !== null && more === undefined);
    if (
      this.#sink.hit !== undefined &&
      plain &&
      !this.#context.texts &&
      this.#takes(mapping ? "score" : "given")
    ) {
      const q = encoder.encode(query);
      for (const { id, score } of read) {
        const d = encoder.encode(id!);
        this.#sink.hit(q, 0, q.length, d, 0, d.length, score ?? Number.NaN, line);
      }
      return;
    }
    if (!mapping) {
      this.#sink.ranking?.(
        query,
        read.map(({ more, ...hit }) => ({ ...hit, ...more })),
        line,
      );
      return;
    }
    const scores = new Map(read.map(({ id, score }) => [id, score]));
    if (scores.size < read.length) {
      const twice = read.find(({ id }, i) => read.findIndex((other) => other.id === id) < i)!.id;
      const fields = { query, document: twice === null ? null : kept(twice) };
      this.#context.problem(jsonProblem("duplicate-key/document", fields, errorAt(line, query)));
    } else this.#sink.ranking?.(query, scores, line);
  }

  #hit(query: string, row: JsonObject, line: number): void {
    const doc = this.#ids.text(row.get("doc") ?? row.get("doc_id"), "document", line);
    const score = this.#hits.score(query, doc, row.get("score"), line);
    const rank = this.#hits.score(query, doc, row.get("rank"), line);
    if (doc === undefined || score === undefined || rank === undefined) return;
    const text = row.get("text");
    const hit = {
      query,
      doc,
      line,
      ...(score === null ? {} : { score }),
      ...(rank === null ? {} : { rank }),
      ...(typeof text === "string" ? { text } : {}),
    };
    const system = runColumn(row.keys.map((name) => ({ name })))?.name;
    const value = system === undefined ? undefined : row.get(system);
    if (typeof value === "string") this.#runs.text(system!, value, line);
    const order = this.#table.orderOf(hit);
    if (order !== undefined) this.#table.add(hit, this.#takes(order));
  }

  /** `keys`: as the file has them. */
  #refuse(keys: readonly string[], query: string | undefined, line: number): void {
    this.#context.problem(
      query === undefined
        ? jsonProblem(
            "bad-row/nameless",
            {
              ...firstNames("keys", keys),
              nearest: nearestField(keys, [...QUERY, ...QUERY_TEXT]),
              kind: "run",
            },
            errorAt(line),
          )
        : query === ""
          ? jsonProblem("empty-id/in-row", { kind: "run" }, errorAt(line))
          : jsonProblem(
              "bad-row/no-hits",
              { query, ...firstNames("keys", keys), nearest: nearestField(keys, DOCS.run) },
              errorAt(line, query),
            ),
    );
  }
}

/** Why the retriever did not answer, if the row has an error. */
function failureIn(row: JsonObject): Error | undefined {
  const error = row.get("error");
  return typeof error === "string" && error !== "" ? new Error(error) : undefined;
}

const isNothing = (hits: JsonValue | undefined): boolean =>
  hits === undefined || hits === null || (isList(hits) && hits.length === 0);

const isOne = (...given: readonly unknown[]): boolean =>
  given.filter((one) => one !== undefined).length === 1;

/** RankGPT and others name the query in each hit; undefined if the hits disagree. */
function commonQuery(hits: JsonValue | undefined): JsonValue | undefined {
  const first = isList(hits) && hits[0] instanceof JsonObject ? hits[0].get("qid") : undefined;
  if (first === undefined || !isList(hits)) return undefined;
  return hits.every((hit) => hit instanceof JsonObject && hit.get("qid") === first) ? first : undefined;
}
