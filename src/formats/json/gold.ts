/** Gold as JSON: a row per query with its facets, a row per judgement, or an object by query → a sink. */
import { editDistance } from "../../core/problem.ts";
import { firstNames } from "../../core/shown.ts";
import { atLine, errorAt } from "../_problems.ts";
import { kept, shownValue } from "../_shown.ts";
import type { ReadContext, Sink } from "../format.ts";
import { DOCS, nearestField, QUERY, QUERY_TEXT } from "../rows/field-names.ts";
import { RowTags, tagValues } from "../rows/tags.ts";
import { AskedColumns } from "./_asked-columns.ts";
import { IdReader } from "./ids.ts";
import { JsonObject, type JsonValue } from "./parse.ts";
import { isList, plainOf } from "./plain.ts";
import { jsonProblem } from "./problems.ts";
import { namedRow } from "./row.ts";

/** The facets of one query's gold, as the library names them. */
const FACETS = [
  "relevant",
  "grades",
  "groups",
  "hops",
  "forbidden",
  "subtopics",
  "passages",
  "spans",
  "answer",
  "answerable",
  "tags",
] as const;
const KNOWN = new Set<string>([...FACETS, "id", "query", "query_id"]);

/** Fields that `goldie gold` adds for the labeller. */
const FOR_LABELLERS: ReadonlySet<string> = new Set(["count", "variants", "candidates", "title", "text"]);

const encoder = new TextEncoder();
/** No key beyond this is a mistyped facet. */
const LONGEST_FACET = 20;

export class GoldReader {
  readonly #sink: Sink;
  readonly #context: ReadContext;
  readonly #ids: IdReader;
  readonly #asked: AskedColumns;
  readonly #tags: RowTags;
  /** Unknown keys: how often, and the first line. */
  readonly #others = new Map<string, { count: number; readonly line: number }>();

  constructor(sink: Sink, context: ReadContext) {
    this.#sink = sink;
    this.#context = context;
    this.#ids = new IdReader(context.problem);
    this.#asked = new AskedColumns(context);
    this.#tags = new RowTags(sink, context);
  }

  /** A row that was parsed. */
  value(value: JsonValue, line: number): void {
    if (isList(value) && value.length === 2) {
      const query = this.#ids.text(value[0], "query", line);
      if (query !== undefined) this.query(query, value[1]!, line);
      return;
    }
    this.#asked.row(value);
    const row = namedRow(value, this.#context, line);
    if (row === undefined) return;
    const keys = (value as JsonObject).keys;
    const doc = row.get("doc") ?? row.get("doc_id");
    const words = row.get("query");
    // In a row with one judgement, "id" is the id of the row.
    const id = row.get("query_id") ?? (doc === undefined ? row.get("id") : undefined);
    const query = this.#ids.text(id ?? words, "query", line);
    if (query === undefined || query === "") {
      this.#context.problem(
        query === undefined
          ? jsonProblem(
              "bad-row/nameless",
              {
                ...firstNames("keys", keys),
                nearest: nearestField(keys, [...QUERY, ...QUERY_TEXT]),
                kind: "gold",
              },
              errorAt(line),
            )
          : jsonProblem("empty-id/in-row", { kind: "gold" }, errorAt(line)),
      );
      return;
    }
    if (doc !== undefined) {
      this.#judgement(query, row, line);
      const tags = row.get("tags");
      if (tags instanceof JsonObject) this.#tags.add(query, tagValues("tags", plainOf(tags)), line);
      if ((id ?? null) === null) return;
    } else if (!this.#facets(query, row, keys, line)) return;
    if (typeof words === "string") this.#sink.query?.(query, words, line);
  }

  /** The gold of one query, in any form of the library. */
  query(query: string, value: JsonValue, line: number): void {
    const named =
      value instanceof JsonObject &&
      value.keys.some((key, i) => KNOWN.has(key) && !isNumber(value.values[i]));
    if (named) {
      const words = value.get("query");
      if (this.#facets(query, value, value.keys, line) && typeof words === "string")
        this.#sink.query?.(query, words, line);
    } else this.#push(query, value, line);
  }

  end(): void {
    this.#ids.end();
    this.#tags.end();
    this.#asked.end();
    for (const [key, { count, line }] of this.#others)
      this.#context.problem(
        jsonProblem("unknown-facet/unread", { key, count, wanted: FACETS }, atLine(line)),
      );
  }

  #judgement(query: string, row: JsonObject, line: number): void {
    const doc = this.#ids.text(row.get("doc") ?? row.get("doc_id"), "document", line);
    const given = row.get("grade") ?? row.get("score");
    const subtopic = row.get("subtopic");
    if (doc === undefined) return;
    if (given === undefined || given === null || !isNumber(given)) {
      const of = { query, document: kept(doc) };
      this.#context.problem(
        given === undefined || given === null
          ? jsonProblem("missing-grade/json", of, errorAt(line, query))
          : jsonProblem("bad-grade/json", { ...of, found: shownValue(given) }, errorAt(line, query)),
      );
      return;
    }
    const [q, d] = [encoder.encode(query), encoder.encode(doc)];
    const aspect = subtopic === undefined || subtopic === null ? undefined : String(subtopic);
    this.#sink.grade?.(q, 0, q.length, d, 0, d.length, Number(given), line, aspect);
  }

  /** Named facets; false, and a Problem, where there is none, or one is mistyped. `given`: the keys as the file has them. */
  #facets(query: string, row: JsonObject, given: readonly string[], line: number): boolean {
    const kept = new JsonObject();
    let mistyped = false;
    row.keys.forEach((key, i) => {
      if (KNOWN.has(key)) {
        if (key === "id" || key === "query" || key === "query_id") return;
        kept.keys.push(key);
        kept.values.push(row.values[i]!);
        return;
      }
      const like = key.length > LONGEST_FACET ? undefined : FACETS.find((facet) => isLike(key, facet));
      if (like !== undefined) {
        mistyped = true;
        const fields = { query, key, nearest: [like] };
        this.#context.problem(jsonProblem("unknown-facet/mistyped", fields, errorAt(line, query)));
        return;
      }
      if (FOR_LABELLERS.has(key) && row.get("query") !== undefined) return;
      const seen = this.#others.get(key);
      if (seen === undefined) this.#others.set(key, { count: 1, line });
      else seen.count++;
    });
    if (mistyped) return false;
    if (kept.keys.length === 0) {
      this.#context.problem(
        jsonProblem(
          "bad-row/no-gold",
          { query, ...firstNames("keys", given), nearest: nearestField(given, DOCS.gold) },
          errorAt(line, query),
        ),
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
      this.#context.problem(jsonProblem("duplicate-key/gold", { query, key: twice }, errorAt(line, query)));
    else this.#sink.gold?.(query, this.#textIds(plain, line), line);
  }

  /** Ids that are numbers become text; grades stay numbers. */
  #textIds(gold: unknown, line: number): unknown {
    const read = this.#ids.list(gold, line);
    if (typeof read !== "object" || read === null || Array.isArray(read)) return read;
    const facets = read as Record<string, unknown>;
    for (const name of ["relevant", "groups", "hops", "forbidden", "grades"])
      if (typeof facets[name] === "object") facets[name] = this.#ids.list(facets[name], line);
    return facets;
  }
}

/** A short key is another word sooner than a slip: "shops" is not "hops". */
const isLike = (key: string, facet: string): boolean =>
  key.length > 5 ? editDistance(key, facet) <= 2 : key[0] === facet[0] && editDistance(key, facet) <= 1;

const isNumber = (value: unknown): value is number | bigint =>
  typeof value === "number" || typeof value === "bigint";
