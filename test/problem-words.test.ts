/** A Problem is data: code reads its code, reason, fields and place, never its message. */
import { expect, test } from "vitest";
import { root } from "../scripts/_prepare.mjs";
import { wordsUsedIn } from "./_problem-words.ts";
import { isTest, readSources } from "./_sources.ts";

/** Files that make words or show them, and what of it they do. */
const RENDERERS: Readonly<Record<string, string>> = {
  "src/core/problem.ts": "prints a Problem",
  "src/core/problem-table.ts": "makes words of code and fields",
  "src/core/problem-log.ts": "tells how many more there are",
  "src/core/derivation.ts": "prints a failed score",
  "src/reports/words.ts": "prints a failed score",
  "src/reports/view/_problem-words.ts": "shows Problems on pages",
  "src/testing/_words.ts": "shows warnings below a failing test's message",
  "src/cli/shared/problems.ts": "shows Problems on stderr, each sentence once",
  "src/cli/shared/shown-problem.ts": "shows Problems on pages, without paths of other folders",
  "src/judges/calibrate/cells.ts": "shows why a cell has no judgement",
  "src/judges/model/_ask.ts": "writes why a reply was not accepted into the journal",
};

/** What has not been mended yet, as "file does": the list may only get shorter. */
const KNOWN: readonly string[] = [];

const FOUND: readonly (readonly [does: string, code: string])[] = [
  ["reads", 'export const a = problem.what.startsWith("gold of");'],
  ["reads", "export const a = /did you mean (.*)/.exec(error.problem.fix);"],
  ["reads", 'export const a = problem["why"] === undefined;'],
  ["reads", "export const { fix } = problem;"],
  ["reads", "export const { what: said } = problem;"],
  ["reads", 'export const a = list.filter(({ what }) => what.includes("x"));'],
  ["reads", 'export const a = score.status === "failed" && score.problem.what === "x";'],
  ["reads", 'export const a = list.find((p) => p?.fix.endsWith("?"));'],
  ["edits", 'export const a: Problem = { ...problem, fix: "check the path" };'],
  ["edits", "export const a = list.map((p) => ({ ...p, what: String(1) }));"],
  ["makes", 'export const a: Problem = { code: "a", what: "b", fix: "c" };'],
  ["makes", 'export const a = (what: string) => new GoldieError({ code: "a", what, fix: "c" });'],
];
const FINE: readonly string[] = [
  "export const a = { ...problem, at: { line: 1 } };",
  "export const a = list.map(({ code, fields, at }) => [code, fields, at]);",
  "export const a = one.what.trim();",
  'export const { what, fix } = one; export const b = { ...one, fix: "c" };',
  'export const a = { code: "a", what: "b" };',
];
const planted = (code: string) => ({
  path: `src/core/planted-${[...FOUND.map(([, one]) => one), ...FINE].indexOf(code)}.ts`,
  text: `
import { type Problem, GoldieError } from "./problem.ts";
import { type Score } from "./score.ts";
declare const problem: Problem, error: GoldieError, score: Score, one: { what: string; fix: string };
declare const list: readonly Problem[];
${code}`,
});

const sources = readSources(root, "src").filter(({ path }) => !isTest(path));
const plants = [...FOUND.map(([, code]) => code), ...FINE].map(planted);
const found = wordsUsedIn(root, [...sources, ...plants]);

const isPlant = (path: string): boolean => plants.some((plant) => plant.path === path);
const others = found.filter(({ path }) => !Object.hasOwn(RENDERERS, path) && !isPlant(path));

test("no other code looks into the words, changes them or makes some without a table", () => {
  const unknown = others.filter(({ path, does }) => !KNOWN.includes(`${path} ${does}`));
  expect(unknown.map(({ path, line, does }) => `${path}:${line} ${does}`)).toEqual([]);
});

test("what is listed here is still there", () => {
  const still = new Set(others.map(({ path, does }) => `${path} ${does}`));
  expect(KNOWN.filter((one) => !still.has(one))).toEqual([]);
  expect(Object.keys(RENDERERS).filter((path) => found.every((one) => one.path !== path))).toEqual([]);
});

const doneIn = (code: string) =>
  found.filter(({ path }) => path === planted(code).path).map(({ does }) => does);

test.each(FOUND)("a file that %s them is found: %s", (does, code) => {
  expect(doneIn(code)).toEqual([does]);
});

test.each(FINE)("what does not is not: %s", (code) => {
  expect(doneIn(code)).toEqual([]);
});
