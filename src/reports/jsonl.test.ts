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
