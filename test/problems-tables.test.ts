import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../scripts/_prepare.mjs";
import { callsProblemTables } from "../src/calls/problem-tables.ts";
import { cliTables } from "../src/cli/shared/problem-tables.ts";
import { configProblemTables } from "../src/config/problem-tables.ts";
import { defineProblems, type ProblemTable } from "../src/core/problem-table.ts";
import { dashboardProblemTables } from "../src/dashboard/problem-tables.ts";
import { centreProblemTables } from "../src/evaluate/problem-tables.ts";
import { fileProblemTables } from "../src/files/problem-tables.ts";
import { formatProblemTables } from "../src/formats/problem-tables.ts";
import { judgesProblemTables } from "../src/judges/problem-tables.ts";
import { liveProblemTables } from "../src/live/problem-tables.ts";
import { retrieverProblemTables } from "../src/retrievers/problem-tables.ts";
import { sqlProblemTables } from "../src/sql/problem-tables.ts";
import { storeProblemTables } from "../src/store/problem-tables.ts";
import { keysIn, problemCodesIn } from "./_problem-codes.ts";
import { problemSamples } from "./_problem-samples.ts";
import { problemTables } from "./_problem-tables.ts";
import { isTest, readSources, type Source } from "./_sources.ts";

const KEY = /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)?$/;
const tables = await problemTables();

/** Duplicate and invalid codes. */
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
  ["config", configProblemTables],
  ["judges", judgesProblemTables],
  ["live", liveProblemTables],
  ["dashboard", dashboardProblemTables],
  ["store", storeProblemTables],
  ["retrievers", retrieverProblemTables],
  ["sql", sqlProblemTables],
  ["cli", cliTables],
  ["formats", formatProblemTables],
])("the tables of src/%s are listed", (part, listed) => {
  const own = tables.filter(({ path }) => path.startsWith(`src/${part}/`)).map(({ table }) => table);
  expect(own.length).toBeGreaterThan(0);
  expect(own.filter((table) => !listed.includes(table))).toEqual([]);
});

/** Codes that are no Problems, or are made in one place for a whole table. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  // The one code of all wrong uses, which `defineWrongUses` puts before each reason.
  cli: ["wrong-use"],
  // What repeated hits are counted under until the log makes Problems of them.
  evaluate: ["duplicate-hit"],
  // Flags of a judgement: they belong to its record.
  judges: [
    "canary",
    "flipped",
    "foreign-claim",
    "foreign-entity",
    "may-be-contradicted",
    "no-shared-words",
    "unknown-id",
  ],
};
const sources = readSources(root, "src").filter(({ path }) => !isTest(path));
const parts = [...new Set(sources.map(({ path }) => path.split("/")[1]!))].filter(
  (part) => !part.endsWith(".ts"),
);

test.each(parts)("src/%s writes no code of a Problem out of its tables", (part) => {
  const { codes, starts } = problemCodesIn(sources.filter(({ path }) => path.startsWith(`src/${part}/`)));
  expect([...codes].sort()).toEqual(ELSEWHERE[part] ?? []);
  expect(starts).toEqual([]);
});

/** Keys that nothing makes a Problem of: named nowhere, not even by a template such as `no-${of}`. */
function unused(keys: readonly string[], from: readonly Source[]): string[] {
  const { texts, templates } = keysIn(from);
  return keys.filter((key) => {
    const spellings = [key, key.replace(/^wrong-use\//, "")];
    return !spellings.some((one) => texts.has(one) || templates.some((template) => template.test(one)));
  });
}

test("every key of a table is used", () => {
  const keys = tables.flatMap(({ table }) => Object.keys(table));
  // What `npm run new format` writes makes this one.
  expect(readFileSync(join(root, "scripts/_templates.mjs"), "utf8")).toContain('"bad-row/line"');
  expect(unused(keys, sources)).toEqual(["bad-row/line"]);
});

test("one that is not used is found", () => {
  const template = ["`no-$", "{of}`"].join("");
  const text = `const t = { "a-b": 1, "c/d": 2 }; problem("c/d"); make.error(${template}); say("e/" + f);`;
  expect(unused(["a-b", "c/d", "no-query", "wrong-use/e"], [{ path: "src/a.ts", text }])).toEqual([
    "a-b",
    "wrong-use/e",
  ]);
});

const PLACE = { side: "gold", file: "a.jsonl", line: 7, firstLine: 2, query: "q1" } as const;
/** What is no word: a field that is not there, or that is not a text. A score may be undefined, and so may an id be that somebody gave. What Python writes is quoted. */
const HOLE = /(?<!\b(score|grade) of )\bundefined\b(?! score)|\bNaN\b(?! and Infinity)|\[object |=> \{/;

/** Words that are empty, or have a hole where a field belongs. */
function holesIn(wording: ProblemTable[string], samples: readonly unknown[]): string[] {
  return (["library", "command"] as const).flatMap((voice) =>
    samples.flatMap((fields) => {
      const { what, why = "-", fix, run = "-" } = wording(fields, PLACE, voice);
      const holes = [what, why, fix, run].filter((words) => words === "" || HOLE.test(words));
      return holes.map((words) => `${JSON.stringify(fields)}: ${words}`);
    }),
  );
}

describe("words for whatever their fields may be", () => {
  const samples = problemSamples(tables.map(({ path }) => path));

  test.each(tables.map(({ path, table }) => [path, table] as const))("%s", (path, table) => {
    const wordings = new Map(samples.get(path)!.map((one) => [one.key, one.samples]));
    const found = Object.entries(table).flatMap(([key, wording]) => {
      const own = wordings.get(key) ?? wordings.get(key.replace(/^wrong-use\//, ""));
      return own === undefined
        ? [`${key}: no samples`]
        : holesIn(wording, own).map((hole) => `${key} ${hole}`);
    });
    expect(found).toEqual([]);
  });

  test("holes are found", () => {
    const words = ({ of }: { of?: string }) => ({ what: `no ${of}`, fix: "x" });
    expect(holesIn(words, [{ of: "id" }])).toEqual([]);
    expect(holesIn(words, [{}])).toEqual(["{}: no undefined", "{}: no undefined"]);
    expect(holesIn(() => ({ what: "a", fix: "" }), [{}])).toHaveLength(2);
  });
});
