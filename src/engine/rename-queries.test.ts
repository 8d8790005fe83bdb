import { expect, it } from "vitest";
import type { Problem } from "../core/problem.ts";
import type { Sink } from "../formats/index.ts";
import { renamingQueries } from "./rename-queries.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (b: Uint8Array, start: number, end: number) => new TextDecoder().decode(b.subarray(start, end));

/** A sink with state, as an instance of a class. */
class Heard implements Sink {
  readonly calls: unknown[][] = [];
  hits(): void {
    throw new Error("batches cannot be renamed");
  }
  rows(order: string): void {
    this.calls.push(["rows", order]);
  }
  hit(
    q: Uint8Array,
    qs: number,
    qe: number,
    d: Uint8Array,
    ds: number,
    de: number,
    value: number,
    line: number,
  ): void {
    this.calls.push(["hit", text(q, qs, qe), text(d, ds, de), value, line]);
  }
  grade(
    q: Uint8Array,
    qs: number,
    qe: number,
    d: Uint8Array,
    ds: number,
    de: number,
    grade: number,
    line: number,
  ): void {
    this.calls.push(["grade", text(q, qs, qe), text(d, ds, de), grade, line]);
  }
  ranking(query: string, hits: unknown, line: number): void {
    this.calls.push(["ranking", query, hits, line]);
  }
  gold(query: string, value: unknown, line: number): void {
    this.calls.push(["gold", query, value, line]);
  }
  query(id: string, words: string, line: number): void {
    this.calls.push(["query", id, words, line]);
  }
  score(metric: string, query: string | undefined, value: number, line: number): void {
    this.calls.push(["score", metric, query, value, line]);
  }
}

it("gives every query its new name, whatever tells of it", () => {
  const heard = new Heard();
  const problems: Problem[] = [];
  const sink = renamingQueries(heard, "zeros", (problem) => problems.push(problem));
  sink.rows?.("score");
  sink.hit?.(bytes("x 001 y"), 2, 5, bytes("d007"), 0, 4, 0.5, 1);
  sink.grade?.(bytes("002"), 0, 3, bytes("d1"), 0, 2, 1, 2);
  sink.ranking?.("003", ["a"], 3);
  sink.gold?.("004", ["a"], 4);
  sink.query?.("004", "words", 5);
  sink.score?.("map", "005", 1, 6);
  sink.score?.("map", undefined, 1, 7);
  expect(heard.calls).toEqual([
    ["rows", "score"],
    ["hit", "1", "d007", 0.5, 1],
    ["grade", "2", "d1", 1, 2],
    ["ranking", "3", ["a"], 3],
    ["gold", "4", ["a"], 4],
    ["query", "4", "words", 5],
    ["score", "map", "5", 1, 6],
    ["score", "map", undefined, 1, 7],
  ]);
  expect(problems).toEqual([]);
});

it("has only what the sink has, and no batches", () => {
  const sink = renamingQueries({ gold: () => {} }, "lower", () => {});
  expect(Object.keys(sink)).toEqual(["gold"]);
  expect(renamingQueries(new Heard(), "lower", () => {}).hits).toBeUndefined();
});

it("two queries under one name are an error, told once", () => {
  const problems: Problem[] = [];
  const sink = renamingQueries(new Heard(), "lower", (problem) => problems.push(problem));
  for (const [i, id] of ["Q1", "q1", "Q1", "q1", "q2"].entries()) sink.ranking?.(id, [], i + 1);
  expect(problems).toMatchObject([
    {
      code: "merged-queries",
      what: "the query id rule maps both Q1 and q1 to q1",
      level: "error",
      at: { line: 2 },
    },
  ]);
});
