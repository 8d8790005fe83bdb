/** The words of a Problem come from its code, reason, fields and place, and from nothing else. */
import { expect, test } from "vitest";
import { problemExamples } from "../scripts/_docs/problems.ts";
import { reworded } from "../src/core/problem-table.ts";
import { evaluate } from "../src/evaluate/evaluate.ts";
import { centreProblemTables } from "../src/evaluate/problem-tables.ts";
import { testingProblem } from "../src/testing/problems.ts";

const tables = [...centreProblemTables, testingProblem.table];

const examples = problemExamples().map((problem) => [problem.code, problem] as const);

test.each(examples)("%s: what JSON keeps of it makes the same words", (_, problem) => {
  const { what: _what, why: _why, fix: _fix, ...data } = problem;
  const kept = { ...JSON.parse(JSON.stringify(data)), what: "", fix: "" };
  expect(reworded(kept, tables, "library")).toEqual(problem);
});

test.each(examples)("%s: the command line speaks of flags, not of options", (_, problem) => {
  const { fix } = reworded(problem, tables, "command");
  expect(fix).not.toMatch(/\b(as|duplicates|missing|norm|order|ties|unit): "|match: \{|\(in code/);
});

test("a Problem of somebody's own keeps its words", () => {
  const own = { code: "nothing-matches", what: "mine", fix: "yours" };
  expect(reworded(own, centreProblemTables, "command")).toBe(own);
});

test("words follow the place", () => {
  const run = { q1: [{ id: "a" }, { id: "a" }] };
  const [twice] = evaluate({ gold: { q1: ["a"] }, run, metrics: ["rr"] }).problems;
  expect(twice).toMatchObject({ fields: { document: "a", ranks: [1, 2] }, at: { side: "run", query: "q1" } });
  const { ranks: _, ...fields } = twice!.fields!;
  const moved = { ...twice!, fields, at: { ...twice!.at, line: 9, firstLine: 4 } };
  expect(reworded(moved, centreProblemTables, "library").what).toBe(
    "document a is ranked twice for query q1 (first at line 4); ignoring the second",
  );
});
