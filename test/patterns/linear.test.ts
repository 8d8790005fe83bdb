/** Every regular expression in `src` is linear: twice the text takes twice as long, for any text. */
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test, vi } from "vitest";
import { isTest, patternsOf, readSources } from "../_sources.ts";
import { slowness } from "./_linear.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const sources = readSources(root, "src").filter(({ path }) => !isTest(path));

/** Patterns that may be slow, and why they are not where they stand. */
const EXCUSED: Readonly<Record<string, string>> = {
  "src/match/doctor/proposals.ts: (?<=\\d)(?=(?:\\d{3})+$)": "meets only the figures of one count",
};

/** Files that make patterns from texts; all that are made when the file is loaded are checked as they come out. */
const MADE: Readonly<Record<string, string>> = {
  "src/evaluate/plan/names.ts": "names of our dialects with numbers between, checked below",
  "src/evaluate/why/differences-of.ts": "one word of our own, between two single characters",
  "src/formats/beir.ts": "names of files with their endings, checked when loaded; no repetition",
  "src/formats/csv/list-separator.ts": "one of the separators ,;|",
  "src/judges/split/_openers.ts": "checked when loaded",
  "src/judges/split/citations.ts": "checked when loaded",
  "src/match/ids/parse.ts":
    "what the user writes behind --ids; what we propose is checked in hostile.test.ts",
};

/** All that may be slow, as "file: pattern". */
const slowIn = (list: typeof sources): string[] =>
  list.flatMap((source) =>
    patternsOf(source)
      .written.filter((pattern) => slowness(pattern.source, pattern.flags) !== undefined)
      .map((pattern) => `${source.path}: ${pattern.source}`),
  );

describe("in src", () => {
  test("every pattern that is written out is linear", () => {
    expect(sources.flatMap((source) => patternsOf(source).written).length).toBeGreaterThan(300);
    expect(slowIn(sources)).toEqual(Object.keys(EXCUSED));
  });

  test("every file that makes patterns is known", () => {
    const making = sources.filter((source) => patternsOf(source).made.length > 0);
    expect(making.map(({ path }) => path).sort()).toEqual(Object.keys(MADE));
  });

  describe("and so are those that are made when a file is loaded", () => {
    afterEach(() => vi.unstubAllGlobals());
    test.each(Object.keys(MADE))("%s", async (path) => {
      const made: RegExp[] = [];
      vi.resetModules();
      vi.stubGlobal(
        "RegExp",
        class extends RegExp {
          constructor(...given: [string, string?]) {
            super(...given);
            made.push(this);
          }
        },
      );
      await import(/* @vite-ignore */ `${root}/${path}`);
      vi.unstubAllGlobals();
      if (MADE[path]!.includes("when loaded")) expect(made.length).toBeGreaterThan(0);
      expect(made.filter(({ source, flags }) => slowness(source, flags) !== undefined)).toEqual([]);
    });
  });

  test("and those of the names of dialects", async () => {
    vi.resetModules();
    const { dialects } = await import("../../src/dialects/index.ts");
    const { matchName } = await import("../../src/evaluate/plan/names.ts");
    const names = dialects
      .flatMap(({ metrics }) => Object.values(metrics).flat())
      .flatMap(({ name, summary }) => [name, ...(summary === undefined ? [] : [summary])]);
    const made: RegExp[] = [];
    vi.stubGlobal(
      "RegExp",
      class extends RegExp {
        constructor(...given: [string, string?]) {
          super(...given);
          made.push(this);
        }
      },
    );
    for (const name of new Set(names)) matchName(name, "x");
    vi.unstubAllGlobals();
    expect(made.length).toBeGreaterThan(50);
    expect(made.filter(({ source, flags }) => slowness(source, flags) !== undefined)).toEqual([]);
  });
});

test("a slow pattern that somebody writes is found", () => {
  const planted = {
    path: "src/text/planted.ts",
    text: "export const f = (s: string) => s.replace(/\\/+$/, '');",
  };
  expect(slowIn([...sources, planted])).toContain("src/text/planted.ts: \\/+$");
});

describe("the check itself", () => {
  const SLOW: readonly RegExp[] = [
    /(a*)*b/,
    /^(a+)+$/,
    /(a|a)*b/,
    /^(?:a|b|ab)*c/,
    /(?:a*b*)*c/,
    /(x+x+)+y/,
    /(?:a?){50}b/,
    /^(?:\w+\s?)*$/,
    /^(?:(?:a|b)*,?)*$/,
    /^a*a*$/,
    /^\d+\.?\d*$/,
    /^\s*,?\s*$/,
    /^(.*),(.*),(.*)$/,
    /^(.*?)(\d+)$/,
    /^.*a.*b$/i,

    /\/+$/,
    /\.?0+$/,
    /<urn:uuid:[^>]+>/,
    /<b>.*?<\/b>/,
    /\s+$/m,

    /\b[\w ]+!/,
    /a(?:[^b]*b)?/g,
    /a[^b]*b|a/g,
    /,(?![^{]*\})/,
    /(?=\d+)x/,
    /(?<=\d+)x/,
    /(\w+) \1!/,
    /[^a]{3,5000}!/,
    /(?<!b)a+$/,
  ];
  const LINEAR: readonly RegExp[] = [
    /\s+/g,
    /^\/+/,
    /^\d+(?:\.\d*)?$/,
    /(?<!\/)\/+$/,
    /^\s+|(?<!\s)\s+$/g,
    /\.[^.]*$/,
    /"[^"]*"/,
    /\b\d+\b/,
    /(?:%[0-9a-f]{2})+/gi,
    /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/,
    /^(\d+(\.\d+)?(h|ms|m|s))+$/,
    /[^x]{2,80}y/,
    /[?#].*/s,
    /^(.*),$/,
    /(?<![0-9])0+(?=\d)/g,
  ];
  test.each(SLOW)("%s is slow", (pattern) => {
    expect(slowness(pattern.source, pattern.flags)).toBeDefined();
  });
  test.each(LINEAR)("%s is linear", (pattern) => {
    expect(slowness(pattern.source, pattern.flags)).toBeUndefined();
  });
});
