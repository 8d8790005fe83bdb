/** Gold as JSON: a row per query with its facets, a row per judgement, or an object by query → a sink. */
import { editDistance } from "../../core/problem.ts";
import type { ReadContext, Sink } from "../format.ts";
import { IdReader, shown } from "./ids.ts";
import { JsonObject, type JsonValue } from "./parse.ts";
import { isList, plainOf } from "./plain.ts";
import { badRow } from "./read-json.ts";
import { EXAMPLES, objectRow } from "./row.ts";

/** The facets of one query's gold, as the library names them. */
const FACETS = [
  "relevant",
  "grades",
  "groups",
  "subtopics",
  "passages",
  "spans",
  "answer",
  "answerable",
  "tags",
] as const;
const KNOWN = new Set<string>([...FACETS, "id", "query", "query_id"]);

const encoder = new TextEncoder();

export class GoldReader {
  readonly #sink: Sink;
  readonly #context: ReadContext;
  readonly #ids: IdReader;
  /** Keys that are no facets: how often, and where first. */
  readonly #others = new Map<string, { count: number; readonly line: number }>();

  constructor(sink: Sink, context: ReadContext) {
    this.#sink = sink;
    this.#context = context;
    this.#ids = new IdReader(context.problem);
  }

  /** A row that was parsed. */
  value(value: JsonValue, line: number): void {
    if (isList(value) && value.length === 2) {
      const query = this.#ids.text(value[0], "query", line);
      if (query !== undefined) this.query(query, value[1]!, line);
      return;
    }
    const row = objectRow(value, this.#context, line);
    if (row === undefined) return;
    const doc = row.get("doc") ?? row.get("doc_id");
    const words = row.get("query");
    // In a row of one judgement "id" is the row's own.
    const id = row.get("query_id") ?? (doc === undefined ? row.get("id") : undefined);
    const query = this.#ids.text(id ?? words, "query", line);
    if (query === undefined || query === "") {
      const keys = row.keys.map((key) => JSON.stringify(key)).join(", ");
      badRow(
        this.#context.problem,
        query === undefined ? "bad-row" : "empty-id",
        query === undefined ? `the row names no query; its keys are ${keys}` : "the query id is empty",
        `give rows such as ${EXAMPLES.gold}`,
        line,
      );
      return;
    }
    if (doc !== undefined) {
      this.#judgement(query, row, line);
      if ((id ?? null) === null) return;
    } else if (!this.#facets(query, row, line)) return;
    if (typeof words === "string") this.#sink.query?.(query, words, line);
  }

  /** The gold of one query, in any form of the library. */
  query(query: string, value: JsonValue, line: number): void {
    const named =
      value instanceof JsonObject &&
      value.keys.some((key, i) => KNOWN.has(key) && !isNumber(value.values[i]));
    if (named) {
      const words = value.get("query");
      if (this.#facets(query, value, line) && typeof words === "string")
        this.#sink.query?.(query, words, line);
    } else this.#push(query, value, line);
  }

  end(): void {
    this.#ids.end();
    for (const [key, { count, line }] of this.#others)
      this.#context.problem({
        code: "unknown-facet",
        what: `${count === 1 ? "a row has" : `${count} rows have`} the key ${JSON.stringify(key)}, which was not read`,
        fix: `the keys are id, query, ${FACETS.join(", ")}; put what you want to group by into tags`,
        at: { line },
      });
  }

  #judgement(query: string, row: JsonObject, line: number): void {
    const doc = this.#ids.text(row.get("doc") ?? row.get("doc_id"), "document", line);
    const given = row.get("grade") ?? row.get("score");
    const subtopic = row.get("subtopic");
    if (doc === undefined) return;
    if (given === undefined || given === null || !isNumber(given)) {
      const missing = given === undefined || given === null;
      badRow(
        this.#context.problem,
        missing ? "missing-grade" : "bad-grade",
        missing
          ? `the judgement of ${shown(doc)} for query ${query} has no grade`
          : `the grade of ${shown(doc)} is ${typeof given === "string" ? "the text " : ""}${shown(given)}`,
        "give a number",
        line,
        query,
      );
      return;
    }
    const [q, d] = [encoder.encode(query), encoder.encode(doc)];
    const aspect = subtopic === undefined || subtopic === null ? undefined : String(subtopic);
    this.#sink.grade?.(q, 0, q.length, d, 0, d.length, Number(given), line, aspect);
  }

  /** Named facets; false, and a Problem, where there is none, or one is mistyped. */
  #facets(query: string, row: JsonObject, line: number): boolean {
    const kept = new JsonObject();
    let mistyped = false;
    row.keys.forEach((key, i) => {
      if (KNOWN.has(key)) {
        if (key === "id" || key === "query" || key === "query_id") return;
        kept.keys.push(key);
        kept.values.push(row.values[i]!);
        return;
      }
      const like = FACETS.find((facet) => editDistance(key, facet) <= (key.length > 5 ? 2 : 1));
      if (like !== undefined) {
        mistyped = true;
        badRow(
          this.#context.problem,
          "unknown-facet",
          `there is no facet ${JSON.stringify(key)}`,
          `did you mean ${like}?`,
          line,
          query,
        );
        return;
      }
      const seen = this.#others.get(key);
      if (seen === undefined) this.#others.set(key, { count: 1, line });
      else seen.count++;
    });
    if (mistyped) return false;
    if (kept.keys.length === 0) {
      badRow(
        this.#context.problem,
        "bad-row",
        `query ${query} has no gold; its keys are ${row.keys.map((key) => JSON.stringify(key)).join(", ")}`,
        'say what is relevant: "relevant": ["d1"], or [] for nothing',
        line,
        query,
      );
      return false;
    }
    this.#push(query, kept, line);
    return true;
  }

  #push(query: string, value: JsonValue, line: number): void {
    let twice: string | undefined;
    const plain = plainOf(value, {
      twice: (key) => {
        twice ??= key;
      },
      exact: (digits) => this.#ids.number(1, digits, line),
    });
    if (twice !== undefined)
      badRow(
        this.#context.problem,
        "duplicate-key",
        `the gold of query ${query} has the key ${JSON.stringify(twice)} twice`,
        "remove one",
        line,
        query,
      );
    else this.#sink.gold?.(query, this.#textIds(plain, line), line);
  }

  /** Ids that are numbers become text; grades stay numbers. */
  #textIds(gold: unknown, line: number): unknown {
    const read = this.#ids.list(gold, line);
    if (typeof read !== "object" || read === null || Array.isArray(read)) return read;
    const facets = read as Record<string, unknown>;
    for (const name of ["relevant", "groups", "grades"])
      if (typeof facets[name] === "object") facets[name] = this.#ids.list(facets[name], line);
    return facets;
  }
}

const isNumber = (value: unknown): value is number | bigint =>
  typeof value === "number" || typeof value === "bigint";
