import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../scripts/_prepare.mjs";
import { commands } from "../src/cli/commands/index.ts";
import { dialects } from "../src/dialects/index.ts";
import { formats } from "../src/formats/index.ts";
import {
  declaredTypesOf,
  idBranchesOf,
  importsOf,
  isPrivate,
  isTest,
  literalsOf,
  moduleStateOf,
  readSources,
  type Source,
} from "./_sources.ts";
import { allowed, centre } from "./architecture.table.ts";

const isCentre = (part: string): boolean =>
  part === "index.ts" || (centre as readonly string[]).includes(part);
/** Folder of src/ that a path is in, or the file itself where it lies directly in src/. */
const partOf = (path: string): string | undefined =>
  path.startsWith("src/") ? path.split("/")[1] : undefined;

/** What is wrong with one file; tests may import what they like. */
function violations(source: Source): string[] {
  const { path } = source;
  if (isTest(path)) return [];
  const part = partOf(path)!;
  const may = allowed[part];
  if (may === undefined) return [`${path}: ${part} is not in test/architecture.table.ts`];

  const found = importsOf(source).flatMap((specifier) => {
    const reason = refusal(path, part, may, specifier);
    return reason === undefined ? [] : [`${path}: imports ${specifier ?? "a computed name"}: ${reason}`];
  });
  if (isShared(path)) {
    for (const line of idBranchesOf(source)) found.push(`${path}:${line}: shared code branches on an id`);
  }
  return found;
}

function refusal(path: string, part: string, may: readonly string[] | "*", specifier: string | undefined) {
  if (specifier === undefined) return isCentre(part) ? "the centre names what it imports" : undefined;
  if (!specifier.startsWith(".")) {
    return isCentre(part) ? "the centre imports neither node: nor a package" : undefined;
  }
  const target = posix.join(posix.dirname(path), specifier);
  if (isTest(target)) return "only a test may import a test";
  if (isPrivate(path, target)) return `it is private to ${posix.dirname(target)}/`;
  if (may === "*") return undefined;
  const to = partOf(target);
  if (to === undefined) return "it lies outside src/";
  return to === part || may.includes(to) ? undefined : `${part} may import ${may.join(", ") || "nothing"}`;
}

/** Code that serves every metric and dialect alike. */
function isShared(path: string): boolean {
  return path.startsWith("src/evaluate/") || /^src\/metrics\/(.*\/)?_[^/]*\.ts$/.test(path);
}

test("src/ keeps to the table", () => {
  const sources = readSources(root, "src");
  expect(sources.map((source) => source.path)).toContain("src/index.ts");
  expect(sources.flatMap(violations)).toEqual([]);
});

test("the table names only folders it has, and its arrows make no circle", () => {
  const visit = (part: string, above: readonly string[]): void => {
    expect(above).not.toContain(part);
    const below = allowed[part];
    expect(below, part).toBeDefined();
    if (below !== "*") for (const next of below!) visit(next, [...above, part]);
  };
  for (const part of Object.keys(allowed)) visit(part, []);
});

/** Types and classes that more than one file declares: a name means one thing in src/. */
function namesTwice(sources: readonly Source[]): string[] {
  const files = new Map<string, Set<string>>();
  for (const source of sources.filter(({ path }) => !isTest(path)))
    for (const name of declaredTypesOf(source))
      files.set(name, (files.get(name) ?? new Set()).add(source.path));
  return [...files]
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `${name}: ${[...paths].join(", ")}`);
}

test("a type's name is declared in one file", () => {
  expect(namesTwice(readSources(root, "src"))).toEqual([]);
});

test("a name that two files declare is found", () => {
  const one = { path: "src/core/a.ts", text: "export interface Plan {}" };
  const other = { path: "src/judges/b.ts", text: "export type Plan = string; export class Other {}" };
  const hidden = { path: "src/cli/c.ts", text: "function f() { interface Plan {} }" };
  const fine = {
    path: "src/cli/d.ts",
    text: `export { type Plan as Other } from "./a.ts"; export const Plan = 1; interface Plans {}`,
  };
  expect(namesTwice([one, other, fine])).toEqual(["Plan: src/core/a.ts, src/judges/b.ts"]);
  expect(namesTwice([one, hidden])).toEqual(["Plan: src/core/a.ts, src/cli/c.ts"]);
  expect(namesTwice([one, fine])).toEqual([]);
});

/** Rooms below the edges: none of them knows what it is used for. */
const ROOMS = ["files", "calls", "text"];
/** Ids of formats that are plain words as well: a message may be JSON, and there are cases of everything. */
const PLAIN_IDS = ["json", "cases"];
const uses = [...formats, ...dialects].map(({ id }) => id).filter((id) => !PLAIN_IDS.includes(id));
const USES = new RegExp(
  `\\b(${uses.join("|")}|qrels|corpus|judges?|judgements?|prompts?|retrievers?)\\b`,
  "i",
);
const FLAGS = new Set(commands.flatMap(({ flags }) => flags.map(({ flag }) => flag)));

/** What the texts of a room say of those who use it. */
function usesIn(source: Source): string[] {
  return literalsOf(source).flatMap(({ text, line }) => {
    const flags = text.match(/--[a-z][a-z-]*/g)?.filter((flag) => FLAGS.has(flag)) ?? [];
    return [...(USES.exec(text)?.slice(0, 1) ?? []), ...flags].map(
      (word) => `${source.path}:${line}: ${word}`,
    );
  });
}

test("files, calls and text name no format, dialect or flag", () => {
  const sources = ROOMS.flatMap((room) => readSources(root, `src/${room}`)).filter(
    ({ path }) => !isTest(path),
  );
  expect(sources.length).toBeGreaterThan(30);
  expect(sources.flatMap(usesIn)).toEqual([]);
});

test("such words are found", () => {
  const found = (text: string) => usesIn({ path: "src/files/a.ts", text });
  expect(found("const DATA = /^(data\\/)?qa\\.parquet$/;")).toEqual(["src/files/a.ts:1: parquet"]);
  expect(found(["const fix = `name it with --store, $", "{x} or --records`;"].join(""))).toEqual([
    "src/files/a.ts:1: --store",
    "src/files/a.ts:1: --records",
  ]);
  expect(found('say("the AutoRAG project");')).toHaveLength(1);
  expect(found('import x from "./qrels.ts"; say("pack it without --long"); // a BEIR folder')).toEqual([]);
});

/** Module-level state of the centre, each with the reason why it may stay. */
const STATE: Readonly<Record<string, string>> = {
  "src/text/_segment.ts segmenter":
    "one Intl.Segmenter, which holds nothing between calls and costs 30 µs to make",
  "src/text/chars.ts kinds": "a pure function of 65,536 code units, remembered in 64 KiB",
};

test("the centre has no state at the top of a module", () => {
  const sources = centre
    .flatMap((part) => readSources(root, `src/${part}`))
    .filter(({ path }) => !isTest(path));
  const found = sources.flatMap((source) => moduleStateOf(source).map((name) => `${source.path} ${name}`));
  expect(found.sort()).toEqual(Object.keys(STATE).sort());
});

test("such state is found", () => {
  const found = (text: string) => moduleStateOf({ path: "src/core/a.ts", text });
  expect(found("let n = 0; export var m = 1;")).toEqual(["n", "m"]);
  expect(found("const a = new Map(); function f() { a.set(1, 2); }")).toEqual(["a"]);
  expect(found("const a = []; export const f = () => { a[0]!.b = 1; };")).toEqual(["a"]);
  expect(found("const a = { n: 0 }; class B { c() { a.n++; delete a.m; } }")).toEqual(["a"]);
  expect(found("const a = []; for (const x of y) a.push(x); function f(b) { b.push(a.length); }")).toEqual(
    [],
  );
  expect(found("function f() { let n = 0; const a = []; a.push(n++); }")).toEqual([]);
});

describe("planted violations are found", () => {
  test.each([
    ["src/core/a.ts", `import { b } from "../metrics/b.ts";`],
    ["src/core/a.ts", `import type { B } from "../metrics/b.ts";`],
    ["src/core/a.ts", `type B = import("../metrics/b.ts").B;`],
    ["src/core/a.ts", `export * from "../evaluate/b.ts";`],
    ["src/core/a.ts", `const b = await import("../formats/b.ts");`],
    ["src/core/a.ts", "const b = await import(`../formats/b.ts`);"],
    ["src/metrics/a.ts", `import "../stats/b.ts";`],
    ["src/metrics/deep/a.ts", `import "../../dialects/b.ts";`],
    ["src/formats/a.ts", `import "../metrics/b.ts";`],
    ["src/reports/a.ts", `import "../store/b.ts";`],
    ["src/judges/a.ts", `import "../index.ts";`],
    ["src/index.ts", `export { read } from "./formats/b.ts";`],
    ["src/stats/a.ts", `import { readFileSync } from "node:fs";`],
    ["src/index.ts", `import { z } from "zod";`],
    ["src/match/a.ts", `const z = require("zod");`],
    ["src/match/a.ts", "const z = await import(name);"],
    ["src/cli/a.ts", `import { fixture } from "./b.test.ts";`],
    ["src/store/a.ts", `import "../../scripts/b.ts";`],
    ["src/cli/a.ts", `import "../reports/_b.ts";`],
    ["src/evaluate/why/a.ts", `import "../join/_b.ts";`],
    ["src/evaluate/evaluate.ts", `import "./join/_b.ts";`],
    ["src/helpers/a.ts", ""],
    ["src/helpers.ts", ""],
    ["src/evaluate/a.ts", `if (metric.id === "ndcg") x();`],
    ["src/evaluate/a.ts", `const x = "ndcg" !== metric?.id ? 1 : 2;`],
    ["src/metrics/_a.ts", `if (dialect["id"] == "ranx") x();`],
    ["src/metrics/_a.ts", `switch (metric.id) { case "ndcg": x(); }`],
  ])("%s: %s", (path, text) => {
    expect(violations({ path, text })).toHaveLength(1);
  });
});

describe("what is allowed is left alone", () => {
  test.each([
    [
      "src/metrics/a.ts",
      `import { b } from "../core/b.ts"; import "./c.ts"; import v from "./a.vectors.json";`,
    ],
    ["src/metrics/a.test.ts", `import { test } from "vitest"; import "../index.ts"; import "node:fs";`],
    ["src/engine/a.ts", `import "../formats/b.ts"; import "node:fs"; import "../evaluate/c.ts";`],
    [
      "src/cli/a.ts",
      `import "../dashboard/b.ts"; import "../../package.json"; import { x } from "commander";`,
    ],
    ["src/formats/json/a.ts", `import "../_b.ts"; import "./_c.ts";`],
    ["src/core/a.ts", `// import "node:fs"\nconst text = 'import "node:fs"';`],
    ["src/evaluate/a.ts", `if (hit.id === "" || hit.id === other.id) x();`],
    ["src/metrics/ndcg.ts", `const same = metric.id === "ndcg";`],
  ])("%s: %s", (path, text) => {
    expect(violations({ path, text })).toEqual([]);
  });
});
