import { expect, test } from "vitest";
import { contentOf, defineProblems } from "./problem-table.ts";

const problem = defineProblems({
  plain: ({ of }: { of: string }) => ({ what: `no ${of}`, fix: "fill it in" }),
  "placed/twice": (_: object, { query, firstLine }) => ({
    what: `query ${query} is there twice (first at line ${firstLine})`,
    fix: "remove one",
  }),
});
const content = (one: ReturnType<typeof problem>) => contentOf(one, [problem.table], "library");
const at = (line: number, query: string) => ({ at: { file: "a.jsonl", line, firstLine: 1, query } });

test("words that say nothing of the place are made from the fields alone", () => {
  const first = content(problem("plain", { of: "id" }, at(1, "q1")));
  expect(first).toBe(content(problem("plain", { of: "id" }, at(2, "q2"))));
  expect(first).not.toBe(content(problem("plain", { of: "score" }, at(1, "q1"))));
});

test("what words mention of the place counts", () => {
  const first = content(problem("placed/twice", {}, at(3, "q1")));
  expect(first).toBe(content(problem("placed/twice", {}, at(9, "q1"))));
  expect(first).not.toBe(content(problem("placed/twice", {}, at(3, "q2"))));
});

test("a Problem that no table knows has none", () => {
  expect(content({ code: "mine", what: "odd", fix: "mend it" })).toBeUndefined();
  expect(content({ code: "plain", what: "odd", fix: "mend it" })).toBeUndefined();
  expect(content({ code: "other", fields: {}, what: "odd", fix: "mend it" })).toBeUndefined();
});
