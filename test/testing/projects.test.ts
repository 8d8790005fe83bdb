/** Projects that use the matchers as people do: the package as npm would install it, and the real test runners. */
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { npm, prepare, root } from "../../scripts/_prepare.mjs";
import { baselineText } from "../../src/evaluate/gate/baseline.ts";
import { evaluate } from "../../src/index.ts";

/** Jest is large, so that it is not among our own packages; .ci/run installs it. */
const jestModules = join(root, "test/testing/jest/node_modules");
const withoutJest = !existsSync(join(jestModules, "jest"));

let project: string;
const inProject = (...path: string[]): string => join(project, ...path);

function link(from: string, name: string): void {
  mkdirSync(dirname(inProject("node_modules", name)), { recursive: true });
  symlinkSync(join(from, name), inProject("node_modules", name), "junction");
}

const ids = Array.from({ length: 20 }, (_, i) => `q${i}`);
const gold = Object.fromEntries(ids.map((id) => [id, [`${id}-doc`]]));
const worse = Object.fromEntries(ids.map((id, i) => [id, i < 12 ? ["x", `${id}-doc`] : [`${id}-doc`]]));

beforeAll(() => {
  prepare();
  project = realpathSync(mkdtempSync(join(tmpdir(), "goldie-project-")));
  const packed = npm(["pack", "--pack-destination", project], { encoding: "utf8" });
  if (packed.status !== 0) throw new Error(`npm pack failed: ${packed.stderr}`);
  const tarball = readdirSync(project).find((name) => name.endsWith(".tgz"))!;
  mkdirSync(inProject("node_modules/goldie"), { recursive: true });
  const unpack = ["-xzf", tarball, "--strip-components=1", "-C", "node_modules/goldie"];
  const unpacked = spawnSync("tar", unpack, { cwd: project, encoding: "utf8" });
  if (unpacked.status !== 0) throw new Error(`tar failed: ${unpacked.stderr}`);
  link(join(root, "node_modules"), "vitest");
  if (!withoutJest)
    for (const name of ["@jest/globals", "@jest/expect", "@types/jest"]) link(jestModules, name);
  writeFileSync(
    inProject("goldie.baseline.json"),
    baselineText(evaluate({ gold, run: gold, metrics: ["rr"] })),
  );
  writeFileSync(inProject("data.json"), JSON.stringify({ gold, run: gold, worse }));
}, 180_000);

afterAll(() => rmSync(project, { recursive: true, force: true }));

/** Without what our own test runner tells its children. */
function run(...args: string[]) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(VITEST|NODE_OPTIONS|NODE_TEST|FORCE_COLOR|TEST$)/.test(name),
    ),
  );
  const options = { cwd: project, encoding: "utf8", env: { ...env, NO_COLOR: "1", CI: "1" } } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  return { status, output: `${stdout}${stderr}` };
}

/** The same tests for Vitest and Jest. */
const TESTS = `
const search = async (query, { k }) => ["guide", "fares", "hours", "dogs"].slice(0, k);

test("what holds", async () => {
  await expect(search).toRetrieve("when does the ferry leave?", ["hours"], { k: 3 });
  await expect(search).not.toRetrieve("when does the ferry leave?", ["dogs"], { k: 3 });
  expect(["fares", "guide"]).toHaveRecall(["guide", "dogs"], { k: 2, min: 0.5 });
  expect(run).toMeet("rr >= 1", { gold });
  expect(run).not.toRegress("goldie.baseline.json", { metric: "rr", gold });
});
test("toRetrieve", async () => {
  await expect(search).toRetrieve("may I bring a dog?", ["fares", "dogs"], { k: 3 });
});
test("toHaveRecall", () => expect(["fares"]).toHaveRecall(["guide", "fares"], { k: 2, min: 0.8 }));
test("toMeet", () => expect(worse).toMeet("rr >= 0.9", { gold }));
test("toRegress", () => expect(worse).not.toRegress("goldie.baseline.json", { metric: "rr", gold }));
test("search fails", async () => {
  const down = () => { throw new TypeError("the index is down"); };
  await expect(down).not.toRetrieve("may I bring a dog?", ["dogs"]);
});
`;

/** What they print, whatever a runner puts before each line. */
const PRINTED = [
  [
    'search("may I bring a dog?") should retrieve all of the gold in the top 3, but recall@3 is 0.500',
    "",
    "  1  guide",
    "✓ 2  fares",
    "  3  hours",
    "",
    "missed dogs: never retrieved",
  ],
  ["recall@2 should be at least 0.8, but is 0.500", "", "✓ 1  fares", "", "missed guide: never retrieved"],
  ["rr of run should be >= 0.9, but is 0.700 (95 % CI 0.582 to 0.818, 20 queries)", "", "worst queries:"],
  [
    "rr of run should not be worse than goldie.baseline.json",
    "1.000 → 0.700, −0.300 (95 % CI −0.418 to −0.182, p <0.001): a real drop",
  ],
  ['search("may I bring a dog?") failed: the index is down'],
];

/** The output without indentation, so that one runner's is another's. */
const flat = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .join("\n");

function expectPrinted(output: string, messages: readonly (readonly string[])[] = PRINTED): void {
  for (const lines of messages) expect(flat(output)).toContain(flat(lines.join("\n")));
}

/** The lines of a program that TypeScript refuses. */
function refusedLines(file: string, text: string, options: ts.CompilerOptions = {}): string[] {
  const path = inProject(file);
  writeFileSync(path, text);
  const program = ts.createProgram([path], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
    ...options,
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ file: of, start = 0, messageText }) =>
      of?.fileName === path
        ? text.split("\n")[of.getLineAndCharacterOfPosition(start).line]!.trim()
        : `${of?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    );
}

const TYPED = `
test("types", async () => {
  const run = { q1: ["a"] };
  await expect(async (query: string) => [query]).toRetrieve("q", ["a"], { k: 5, unit: "doc" });
  await expect(() => ["a"]).not.toRetrieve("q", { passages: ["a"] });
  expect(["a"]).toHaveRecall(["a"], { k: 5, min: 0.8 });
  expect(run).toMeet("rr >= 0.7", { gold: { q1: ["a"] }, as: "trec_eval" });
  expect(run).not.toRegress("goldie.baseline.json", { metric: "rr", margin: 0.02, allowUndecided: true });
  expect(run).not.toRegress(new URL("file:///b.json"), { metric: "rr" });
  expect(["a"]).toHaveRecall(7);
  expect(run).not.toRegress("goldie.baseline.json", { margin: 0.02 });
  expect(run).toMeet("rr >= 0.7", { glod: {} });
});
`;
const REFUSED = [
  'expect(["a"]).toHaveRecall(7);',
  'expect(run).not.toRegress("goldie.baseline.json", { margin: 0.02 });',
  'expect(run).toMeet("rr >= 0.7", { glod: {} });',
];

describe("Vitest", () => {
  test("passes and fails with the matchers' messages", () => {
    writeFileSync(
      inProject("vitest.test.mjs"),
      `import { readFileSync } from "node:fs";
       import { evaluate } from "goldie";
       import "goldie/vitest";
       import { expect, test } from "vitest";
       const { gold, run, worse } = JSON.parse(readFileSync("data.json", "utf8"));
       ${TESTS}
       test("a result of another entry", () => expect(evaluate({ gold, run, metrics: ["rr"] })).toMeet("rr >= 1"));`,
    );
    const { status, output } = run(
      join(root, "node_modules/vitest/vitest.mjs"),
      ...["run", "--root", project, "vitest.test.mjs"],
    );
    expectPrinted(output);
    expect(output).toContain("Caused by: TypeError: the index is down");
    expect(output).toMatch(/Tests +5 failed \| 2 passed \(7\)/);
    expect(status).toBe(1);
  });

  test("has the types of the matchers", () => {
    const imports = 'import "goldie/vitest";\nimport { expect, test } from "vitest";\n';
    expect(refusedLines("vitest-types.mts", imports + TYPED)).toEqual(REFUSED);
  });
});

describe.skipIf(withoutJest)("Jest (skipped before npm ci --prefix test/testing/jest)", () => {
  const jest = (name: string, text: string, config: object) => {
    writeFileSync(inProject(`${name}.test.js`), text);
    const full = { rootDir: project, transform: {}, testMatch: [`**/${name}.test.js`], watchman: false };
    writeFileSync(inProject(`${name}.config.json`), JSON.stringify({ ...full, ...config }));
    const bin = join(jestModules, "jest/bin/jest.js");
    return run(bin, "--ci", "-i", "--cacheDirectory", inProject(".jest"), "-c", `${name}.config.json`);
  };

  test("passes and fails with the matchers' messages", () => {
    const { status, output } = jest(
      "jest",
      `const { gold, run, worse } = JSON.parse(require("node:fs").readFileSync("data.json", "utf8"));
       ${TESTS}`,
      { setupFilesAfterEnv: ["goldie/jest"] },
    );
    expectPrinted(output);
    expect(output).toMatch(/Tests: +5 failed, 1 passed, 6 total/);
    expect(status).toBe(1);
  });

  test("works without globals", () => {
    const { status, output } = jest(
      "no-globals",
      `const { expect, test } = require("@jest/globals");
       expect.extend(require("goldie/jest").matchers);
       test("a", () => expect(["a"]).toHaveRecall(["a"]));
       test("b", () => expect(["x"]).not.toHaveRecall(["a"]));`,
      { injectGlobals: false },
    );
    expect(output).toMatch(/Tests: +2 passed, 2 total/);
    expect(status).toBe(0);
  });

  test.each(["cts", "mts"])("has the types of the matchers: @jest/globals, .%s", (extension) => {
    const imports = 'import { expect, test } from "@jest/globals";\nimport "goldie/jest";\n';
    expect(refusedLines(`jest-types.${extension}`, imports + TYPED)).toEqual(REFUSED);
  });

  test("has the types of the matchers: @types/jest", () => {
    const typeRoots = [inProject("node_modules/@types")];
    const lines = refusedLines("jest-globals.cts", `import "goldie/jest";\n${TYPED}`, {
      types: ["jest"],
      typeRoots,
    });
    expect(lines).toEqual(REFUSED);
  });
});

describe("node:test", () => {
  test("passes and fails with the matchers' messages", () => {
    writeFileSync(
      inProject("node.test.mjs"),
      `import { readFileSync } from "node:fs";
       import test from "node:test";
       import { assertMeets, assertNoRegression, assertRecall, assertRetrieves } from "goldie/node-test";
       const { gold, run, worse } = JSON.parse(readFileSync("data.json", "utf8"));
       const search = async (query, { k }) => ["guide", "fares", "hours", "dogs"].slice(0, k);
       test("what holds", async () => {
         await assertRetrieves(search, "when does the ferry leave?", ["hours"], { k: 3 });
         assertRecall(["fares", "guide"], ["guide", "dogs"], { k: 2, min: 0.5 });
         assertMeets(run, "rr >= 1", { gold });
         assertNoRegression(run, "goldie.baseline.json", { metric: "rr", gold });
       });
       test("assertRetrieves", () => assertRetrieves(search, "may I bring a dog?", ["fares", "dogs"], { k: 3 }));
       test("assertRecall", () => assertRecall(["fares"], ["guide", "fares"], { k: 2, min: 0.8 }));
       test("assertMeets", () => assertMeets(worse, "rr >= 0.9", { gold }));
       test("assertNoRegression", () => assertNoRegression(worse, "goldie.baseline.json", { metric: "rr", gold }));`,
    );
    const { status, output } = run("--test", "--test-reporter=spec", "node.test.mjs");
    expectPrinted(output, PRINTED.slice(0, 4));
    expect(output).toMatch(/pass 1\n.*fail 4\n/);
    expect(status).toBe(1);
  });

  test("has the types of the assertions", () => {
    const text = `
import { evaluate } from "goldie";
import { assertMeets, assertRetrieves } from "goldie/node-test";
await assertRetrieves(async () => ["a"], "q", ["a"], { k: 5 });
assertMeets(evaluate({ gold: { q1: ["a"] }, run: { q1: ["a"] } }), "rr >= 1");
assertMeets("run", "rr >= 1");
assertRetrieves(["a"], "q", ["a"]);
`;
    expect(refusedLines("node-types.mts", text)).toEqual([
      'assertMeets("run", "rr >= 1");',
      'assertRetrieves(["a"], "q", ["a"]);',
    ]);
  });
});
