import { describe, expect, test } from "vitest";
import { testEffects } from "../../../test/cli/_effects.ts";
import type { Problem } from "../../core/problem.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import { reworded } from "../../core/problem-table.ts";
import { scoreProblem } from "../../evaluate/score/problems.ts";
import { allTables } from "./problem-tables.ts";
import { printProblems, showErrors, showWarnings } from "./problems.ts";

const problem = (line: number, code = "bad-score", more: Partial<Problem> = {}): Problem => ({
  code,
  what: `${code} ${line}`,
  fix: `mend ${code}`,
  at: { file: "run.trec", line },
  ...more,
});
const print = (problems: readonly Problem[]): string =>
  printProblems(problems, (n) => `${n} errors`, undefined, 200);

describe("problems in words", () => {
  test("file:line, what, why, fix; what several share is said once", () => {
    expect(print([problem(1), problem(7), problem(9, "bad-grade", { why: "it is odd" })])).toBe(`3 errors
run.trec:1  bad-score 1
run.trec:7  bad-score 7
  fix  mend bad-score
run.trec:9  bad-grade 9
  why  it is odd
  fix  mend bad-grade
`);
  });

  test("each says its own way out where they differ", () => {
    expect(print([problem(1, "x", { fix: "one" }), problem(2, "x", { fix: "two" })])).toMatch(
      /1\n {2}fix {2}one\n.*2\n {2}fix {2}two\n$/,
    );
  });

  test("what is the same of several lines is reported once", () => {
    const at = (line: number) => ({
      ...problem(1, "x"),
      what: "no id",
      content: "no-id",
      at: { file: "big.jsonl", line },
    });
    const other = { ...at(9), what: "no hits", content: "no-hits" };
    expect(print([at(1), at(2), other, at(60)])).toBe(
      `4 errors\nbig.jsonl:1-60 (3 rows)  no id\nbig.jsonl:9  no hits\n  fix  ${at(1).fix}\n`,
    );
    // By what the words are made from, not by the words.
    const { content: _, ...own } = at(3);
    expect(print([own, own])).not.toContain("rows)");
  });
  test("the first 20 are shown, all are counted", () => {
    const log = new ProblemLog();
    for (let line = 1; line <= 12_345; line++) log.add(problem(line));
    const text = print(log.list());
    expect(text.match(/^run\.trec:/gm)).toHaveLength(20);
    expect(text).toMatch(/^12345 errors\n/);
    expect(text).toMatch(/ {2}and 12,325 more like this\n$/);
  });

  test("all are counted, by whatever logs they come", () => {
    const log = new ProblemLog();
    for (let line = 1; line <= 200; line++) log.add(problem(line));
    const other = new ProblemLog();
    for (const one of [...log.list(), problem(201)]) other.add(one);
    expect(other.warnings).toBe(201);
    const text = print(other.list());
    expect(text).toMatch(/^201 errors\n/);
    expect(text).toMatch(/ {2}and 181 more like this\n$/);
  });

  test("each kind gets its share of the 20", () => {
    const log = new ProblemLog();
    for (let line = 1; line <= 30; line++) log.add(problem(line));
    log.add(problem(31, "bad-grade"));
    const text = print(log.list());
    expect(text.match(/bad-score \d/g)).toHaveLength(10);
    expect(text).toMatch(/and 20 more like this\nrun\.trec:31 {2}bad-grade 31\n/);
    expect(text).toMatch(/^31 errors/);
  });

  test("of warnings one of a kind is shown, and how many there are; --verbose shows all", async () => {
    const effects = testEffects({ cwd: "." });
    const list = [1, 2, 3].map((line) => problem(line, "odd", { reason: "one" }));
    await showWarnings([...list, problem(4, "odd", { reason: "two" })], effects, { has: () => false });
    expect(effects.stderr.text).toBe(
      "\n4 warnings\nrun.trec:1  odd 1\n  fix  mend odd\n  and 2 more like this; --verbose shows all\nrun.trec:4  odd 4\n  fix  mend odd\n",
    );
    const all = testEffects({ cwd: "." });
    await showWarnings(list, all, { has: (name) => name === "verbose" });
    expect(all.stderr.text.match(/^run\.trec:/gm)).toHaveLength(3);
  });

  test("a file's text cannot command the terminal or begin a line", () => {
    expect(print([problem(1, "x", { what: "id \u001b[31m\nrun.trec:2  fake" })])).toBe(
      "1 errors\nrun.trec:1  id \\u001b[31m run.trec:2  fake\n  fix  mend x\n",
    );
  });
});

describe("where they are shown", () => {
  const missing = scoreProblem("missing-query/of-run", {
    count: 1,
    queries: 9,
    first: "q7",
    counted: "empty",
  });

  test("options of the library are shown as flags; a Problem of somebody's own keeps its words", async () => {
    const effects = testEffects({ cwd: "." });
    expect(missing.fix).toContain('missing: "leave-out"');
    await showWarnings([missing, problem(1, "own", { fix: 'use missing: "leave-out"' })], effects, {
      has: () => false,
    });
    expect(effects.stderr.text).toContain("skip them: --missing leave-out\n");
    expect(effects.stderr.text).toContain('  fix  use missing: "leave-out"\n');
  });

  test("nothing but the words changes", () => {
    const shown = reworded(missing, allTables, "command");
    expect(shown.fix).not.toBe(missing.fix);
    expect({ ...shown, fix: missing.fix }).toEqual(missing);
  });

  test("errors and warnings are on stderr; colour only on a terminal", async () => {
    for (const tty of [false, true]) {
      const effects = testEffects({ cwd: ".", tty });
      await showErrors([problem(1)], effects);
      await showWarnings([problem(2)], effects, { has: () => false });
      await showWarnings([], effects, { has: () => false });
      expect(effects.stdout.text).toBe("");
      expect(effects.stderr.text.includes("\u001b")).toBe(tty);
      expect(effects.stderr.text.replaceAll(/[^ -~\n]\[\d+m/g, "")).toBe(
        "error\nrun.trec:1  bad-score 1\n  fix  mend bad-score\n\nwarning\nrun.trec:2  bad-score 2\n  fix  mend bad-score\n",
      );
    }
  });

  test.each([
    [{ NO_COLOR: "1" }, true, false],
    [{ NO_COLOR: "" }, true, true],
    [{ NO_COLOR: "1", FORCE_COLOR: "1" }, false, true],
    [{ FORCE_COLOR: "0" }, true, false],
    [{ TERM: "dumb" }, true, false],
  ])("%j on a terminal (%j): colour %j", async (env, tty, colour) => {
    const effects = testEffects({ cwd: ".", tty, env: env as Record<string, string> });
    await showErrors([problem(1)], effects);
    expect(effects.stderr.text.includes("\u001b")).toBe(colour);
  });
});
