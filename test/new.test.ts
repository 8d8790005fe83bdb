import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../scripts/_prepare.mjs";
import { readSources } from "./_sources.ts";

/** A copy of what the script and the contract suites need; node_modules is shared. */
let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "goldie-new-"));
  for (const part of ["src", "scripts", "test", "package.json", "biome.json", "tsconfig.json"])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  for (const part of ["tsconfig.centre.json", "vitest.config.ts"]) cpSync(join(root, part), join(copy, part));
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "junction");
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const node = (args: readonly string[]) =>
  spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: "utf8",
    // Else the inner vitest takes itself for a worker of this one.
    env: { ...process.env, VITEST: undefined, VITEST_WORKER_ID: undefined, NODE_ENV: undefined, CI: "1" },
  });
const make = (...args: string[]) => node([join(copy, "scripts/new.mjs"), ...args]);
const bin = (path: string, ...args: string[]) => {
  const { status, stdout, stderr } = node([join(copy, "node_modules", path), ...args]);
  return { status, output: stdout + stderr };
};
/** Names of the tests that passed in the copy; none may fail. */
function passed(pattern: string, suites: readonly string[]): string[] {
  const args = ["run", "--reporter=json", "-t", pattern, ...suites];
  const { stdout, stderr } = node([join(copy, "node_modules/vitest/vitest.mjs"), ...args]);
  expect(stdout, stderr).toMatch(/^\{/);
  const tests: { status: string; fullName: string; failureMessages: string[] }[] = JSON.parse(
    stdout,
  ).testResults.flatMap((file: { assertionResults: unknown[] }) => file.assertionResults);
  expect(tests.flatMap((one) => one.failureMessages)).toEqual([]);
  return tests.filter((one) => one.status === "passed").map((one) => one.fullName);
}
const read = (path: string) => readFileSync(join(copy, path), "utf8");

describe("one more metric is one file, its vectors and its line in the index", () => {
  test("it is written", () => {
    const { status, stdout, stderr } = make("metric", "expected-rank");
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(stdout).toContain("wrote  src/metrics/expected-rank.ts");
    expect(stdout).toContain("npm test");
    const index = read("src/metrics/index.ts");
    expect(index).toContain(
      'import { expectedRank } from "./expected-rank.ts";\nimport { f } from "./f.ts";\n',
    );
    expect(index).toMatch(/\n {2}expectedRank,\n\];\n$/);
  });

  test("it is formatted, linted and typed", () => {
    const files = ["src/metrics/index.ts", "src/metrics/expected-rank.ts"];
    const biome = bin(
      "@biomejs/biome/bin/biome",
      "check",
      "--error-on-warnings",
      "--vcs-enabled=false",
      ...files,
    );
    expect(biome.output).toContain("Checked 2 files");
    expect(biome.status, biome.output).toBe(0);
    const tsc = bin("typescript/bin/tsc", "-p", "tsconfig.centre.json");
    expect(tsc.output).toBe("");
  }, 60_000);

  test("it passes the contract suite and keeps its laws", () => {
    const names = passed("expected-rank|index.ts has exactly|src/ keeps to the table", [
      "test/contracts/metrics.test.ts",
      "test/laws.test.ts",
      "test/architecture.test.ts",
    ]);
    expect(names).toContain("index.ts has exactly the files of the folder");
    expect(names).toContain("expected-rank.ts exports its metric");
    expect(names).toContain("expected-rank vectors hold through the public API");
    expect(names).toContain("expected-rank vectors cover what has to be said");
    expect(names).toContain("expected-rank keeps its laws");
    expect(names).toContain("src/ keeps to the table");
  }, 120_000);
});

describe("one more dialect is one file and its line in the index", () => {
  test("it is written", () => {
    const { status, stdout } = make("dialect", "some-tool2");
    expect(status).toBe(0);
    expect(stdout).toContain("wrote  src/dialects/some-tool2.ts");
    expect(read("src/dialects/index.ts")).toContain('import { someTool2 } from "./some-tool2.ts";\n');
  });

  test("it is formatted and linted, and passes the contract suite", () => {
    const files = ["src/dialects/index.ts", "src/dialects/some-tool2.ts"];
    const biome = bin("@biomejs/biome/bin/biome", "check", "--vcs-enabled=false", ...files);
    expect(biome.output).toContain("Checked 2 files");
    expect(biome.status, biome.output).toBe(0);
    const names = passed("some-tool2|is in its index", ["test/contracts/dialects.test.ts"]);
    expect(names).toContain("every file in src/dialects is in its index");
    expect(names).toContain("some-tool2 differs: A repeated hit counts again, so recall can exceed 1.");
  }, 120_000);

  test("an id keeps its underscore, the file has a hyphen", () => {
    expect(make("dialect", "an_old_tool").status).toBe(0);
    expect(read("src/dialects/an-old-tool.ts")).toContain('  id: "an_old_tool",\n');
    expect(read("src/dialects/index.ts")).toContain(
      'import { anOldTool } from "./an-old-tool.ts";\nimport { autorag }',
    );
    expect(make("dialect", "an-old-tool").stderr).toContain("src/dialects/an-old-tool.ts is already there");
  });
});

describe("one more format is one file and its line in the index", () => {
  test("it is written", () => {
    const { status, stdout } = make("format", "my-judgements");
    expect(status).toBe(0);
    expect(stdout).toContain("wrote  src/formats/my-judgements.ts");
    expect(read("src/formats/index.ts")).toContain(
      'import { myJudgements } from "./my-judgements.ts";\nimport { otel } from "./otel.ts";\n',
    );
  });

  test("it is formatted and linted, and passes the contract suite", () => {
    const files = ["src/formats/index.ts", "src/formats/my-judgements.ts"];
    const biome = bin("@biomejs/biome/bin/biome", "check", "--vcs-enabled=false", ...files);
    expect(biome.output).toContain("Checked 2 files");
    expect(biome.status, biome.output).toBe(0);
    const names = passed("my-judgements|is in its index", ["test/contracts/formats.test.ts"]);
    expect(names).toContain("every file of src/formats is in its index, and no id is there twice");
    expect(names).toContain("my-judgements gold a row that cannot be read is an error with its line");
    expect(names).toContain("my-judgements gold what was written is read back");
  }, 120_000);
});

describe("what it refuses", () => {
  test.each([
    [[], "new takes a kind and a name"],
    [["metric"], "new takes a kind and a name"],
    [["metric", "a", "b"], "new takes a kind and a name"],
    [["retriever", "x"], 'there is no kind of unit called "retriever"'],
    [["constructor", "x"], 'there is no kind of unit called "constructor"'],
    [["metric", "Err"], '"Err" is not a name for a metric'],
    [["metric", "../err"], '"../err" is not a name for a metric'],
    [["metric", "_err"], '"_err" is not a name for a metric'],
    [["metric", "some_thing"], '"some_thing" is not a name for a metric'],
    [["metric", "index"], "src/metrics/index.ts is already there"],
    [["metric", "ndcg"], "src/metrics/ndcg.ts is already there"],
    [["metric", "mrr"], 'rr.ts already goes by the name "mrr"'],
    [["metric", "delete"], '"delete" already means something'],
    [["metric", "depth"], '"depth" already means something'],
    [["metric", "metrics"], '"metrics" already means something'],
    [["dialect", "textbook"], "src/dialects/textbook.ts is already there"],
    [["format", "tsv"], "src/formats/tsv.ts is already there"],
    [["format", "detect"], "src/formats/detect.ts is already there"],
  ])("%j", (args, what) => {
    const before = [read("src/metrics/index.ts"), read("src/dialects/index.ts")];
    const { status, stdout, stderr } = make(...args);
    expect(stderr).toContain(what);
    expect(stderr).toContain("\n  fix  ");
    expect(stdout).toBe("");
    expect(status).toBe(2);
    expect([read("src/metrics/index.ts"), read("src/dialects/index.ts")]).toEqual(before);
    expect(existsSync(join(copy, "err.ts"))).toBe(false);
  });
});

test("no unit still has the words of its template", () => {
  const units = ["metrics", "dialects", "formats"].flatMap((folder) => readSources(root, `src/${folder}`));
  expect(units.filter(({ text }) => text.includes("TODO")).map(({ path }) => path)).toEqual([]);
  expect(readSources(copy, "src/metrics").some(({ text }) => text.includes("TODO"))).toBe(true);
});
