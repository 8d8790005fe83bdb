import { expect, test } from "vitest";
import { callsProblemTables } from "../src/calls/problem-tables.ts";
import { cliTables } from "../src/cli/shared/problem-tables.ts";
import { defineProblems } from "../src/core/problem-table.ts";
import { fileProblemTables } from "../src/files/problem-tables.ts";
import { judgesProblemTables } from "../src/judges/problem-tables.ts";
import { problemTables } from "./_problem-tables.ts";

const KEY = /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)?$/;
const tables = await problemTables();

/** What stands twice, or both alone and with reasons; what is no code. */
function wrongKeys(keys: readonly string[]): string[] {
  const alone = new Set(keys.filter((key) => !key.includes("/")));
  return keys.filter(
    (key, i) =>
      !KEY.test(key) || keys.indexOf(key) < i || (key.includes("/") && alone.has(key.split("/")[0]!)),
  );
}

test("a key is in one table only, and is a code in kebab case with a reason or without", () => {
  const keys = tables.flatMap(({ table }) => Object.keys(table));
  expect(keys.length).toBeGreaterThan(10);
  expect(wrongKeys(keys)).toEqual([]);
});

test("such keys are found", () => {
  expect(wrongKeys(["a-b", "c/d", "c/e", "utf-16"])).toEqual([]);
  expect(wrongKeys(["a", "a"])).toEqual(["a"]);
  expect(wrongKeys(["c/d", "c/d"])).toEqual(["c/d"]);
  expect(wrongKeys(["c", "c/d"])).toEqual(["c/d"]);
  expect(wrongKeys(["noCase", "a/", "a b"])).toEqual(["noCase", "a/", "a b"]);
  expect(defineProblems({ a: () => ({ what: "a", fix: "b" }) }).table).toHaveProperty("a");
});

test.each([
  ["files", fileProblemTables],
  ["calls", callsProblemTables],
  ["judges", judgesProblemTables],
  ["cli", cliTables],
])("the tables of src/%s are listed", (part, listed) => {
  const own = tables.filter(({ path }) => path.startsWith(`src/${part}/`)).map(({ table }) => table);
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter((table) => !listed.includes(table))).toEqual([]);
});
