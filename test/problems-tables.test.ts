import { expect, test } from "vitest";
import { root } from "../scripts/_prepare.mjs";
import { callsProblemTables } from "../src/calls/problem-tables.ts";
import { cliTables } from "../src/cli/shared/problem-tables.ts";
import { defineProblems } from "../src/core/problem-table.ts";
import { centreProblemTables } from "../src/evaluate/problem-tables.ts";
import { fileProblemTables } from "../src/files/problem-tables.ts";
import { formatProblemTables } from "../src/formats/problem-tables.ts";
import { judgesProblemTables } from "../src/judges/problem-tables.ts";
import { problemCodesIn } from "./_problem-codes.ts";
import { problemTables } from "./_problem-tables.ts";
import { isTest, readSources } from "./_sources.ts";

const KEY = /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)?$/;
const tables = await problemTables();

/** What stands there twice, and what is no code. */
const wrongKeys = (keys: readonly string[]): string[] =>
  keys.filter((key, i) => !KEY.test(key) || keys.indexOf(key) < i);

test("a key is in one table only, and is a code in kebab case with a reason or without", () => {
  const keys = tables.flatMap(({ table }) => Object.keys(table));
  expect(keys.length).toBeGreaterThan(10);
  expect(wrongKeys(keys)).toEqual([]);
});

test("such keys are found", () => {
  expect(wrongKeys(["a-b", "c/d", "c/e", "utf-16"])).toEqual([]);
  expect(wrongKeys(["a", "a"])).toEqual(["a"]);
  expect(wrongKeys(["c/d", "c/d"])).toEqual(["c/d"]);
  expect(wrongKeys(["c", "c/d"])).toEqual([]);
  expect(wrongKeys(["noCase", "a/", "a b"])).toEqual(["noCase", "a/", "a b"]);
  expect(defineProblems({ a: () => ({ what: "a", fix: "b" }) }).table).toHaveProperty("a");
});

test.each([
  ["core", centreProblemTables],
  ["metrics", centreProblemTables],
  ["stats", centreProblemTables],
  ["fusion", centreProblemTables],
  ["match", centreProblemTables],
  ["evaluate", centreProblemTables],
  ["files", fileProblemTables],
  ["calls", callsProblemTables],
  ["judges", judgesProblemTables],
  ["cli", cliTables],
  ["formats", formatProblemTables],
])("the tables of src/%s are listed", (part, listed) => {
  const own = tables.filter(({ path }) => path.startsWith(`src/${part}/`)).map(({ table }) => table);
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter((table) => !listed.includes(table))).toEqual([]);
});

// Others follow as their Problems become data.
test.each(["files", "formats"])("src/%s writes no code of a Problem out of its tables", (part) => {
  const sources = readSources(root, `src/${part}`).filter(({ path }) => !isTest(path));
  expect(sources.length).toBeGreaterThan(5);
  expect(problemCodesIn(sources)).toEqual({ codes: [], starts: [] });
});
