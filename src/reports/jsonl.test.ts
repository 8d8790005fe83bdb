import { expect, test } from "vitest";
import type { Problem } from "../core/problem.ts";
import { evaluate } from "../evaluate/evaluate.ts";
import { jsonl } from "./jsonl.ts";
import type { Report } from "./model.ts";

const result = evaluate({ gold: { q1: ["a"] }, run: { q1: new Error("no answer") }, metrics: ["rr"] });
const about = (code: string, query?: string): Problem => ({
  code,
  what: "x",
  fix: "y",
  at: { file: "corpus.jsonl", ...(query === undefined ? {} : { query }) },
});
const linesOf = (report: Report) =>
  jsonl
    .write(report, { perQuery: false })
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("Problems of no run are the last line, without those that a run's own line tells", () => {
  const problems = [about("duplicate-document"), about("retriever-failed", "q1")];
  const lines = linesOf({ runs: [{ result }], problems });
  expect(lines.map(({ kind }) => kind)).toEqual(["run", "problems"]);
  expect(lines[0].problems).toMatchObject([{ code: "retriever-failed", at: { query: "q1" } }]);
  expect(lines[1]).toEqual({ kind: "problems", problems: [problems[0]] });
});

test("without such Problems there is no such line", () => {
  for (const problems of [undefined, [], [about("retriever-failed", "q1")]])
    expect(linesOf({ runs: [{ result }], ...(problems && { problems }) }).map(({ kind }) => kind)).toEqual([
      "run",
    ]);
});

test("lines come in pieces, and are made as they are taken", () => {
  const gold = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`q${i}`, ["a"]]));
  const run = Object.fromEntries(Object.keys(gold).map((query) => [query, ["x", "a"]]));
  const scored = evaluate({ gold, run, name: "x", metrics: ["rr", "recall@5"] });
  let made = 0;
  // The rows are read through the names of the queries.
  const queries: readonly string[] = {
    ...scored.queries,
    *entries() {
      for (const entry of scored.queries.entries()) {
        made++;
        yield entry;
      }
    },
  } as never;
  const counted = new Proxy(scored, {
    get: (target, name) => {
      if (name === "queries") return queries;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const pieces = jsonl.pieces!([counted], { perQuery: true })[Symbol.iterator]();
  const first = pieces.next().value as string;
  expect(first.length).toBeLessThan(70_000);
  expect(made).toBeGreaterThan(100);
  expect(made).toBeLessThan(3000);
  const all = [...jsonl.pieces!([scored], { perQuery: true })];
  expect(Math.max(...all.map(({ length }) => length))).toBeLessThan(70_000);
  expect(all.join("")).toBe(jsonl.write([scored], { perQuery: true }));
  expect(all.join("").trimEnd().split("\n")).toHaveLength(20_001);
  expect(all[0]).toBe(first);
});
