// The steps of action.yml as shell, in a clone: what GitHub does around them (checkout, expressions, the comment) is not run.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { root } from "../scripts/_prepare.mjs";

const text = readFileSync(join(root, "action.yml"), "utf8");
const work = mkdtempSync(join(tmpdir(), "goldie-action-"));
afterAll(() => rmSync(work, { recursive: true }));

/** The lines that are indented more than the key, without their indentation. */
function block(lines: readonly string[], at: number): string {
  const indent = lines[at]!.search(/\S/);
  const end = lines.findIndex((line, i) => i > at && line.trim() !== "" && line.search(/\S/) <= indent);
  const inner = lines.slice(at + 1, end < 0 ? undefined : end);
  const own = Math.min(...inner.filter((line) => line.trim() !== "").map((line) => line.search(/\S/)));
  return inner.map((line) => line.slice(own)).join("\n");
}

/** A step's name and its script. */
const steps = text
  .split(/^ {4}- name: /m)
  .slice(1)
  .map((step) => {
    const lines = step.split("\n");
    const at = lines.findIndex((line) => line.trim().startsWith("run:"));
    const inline = lines[at]!.trim().slice("run:".length).trim();
    return { name: lines[0]!, script: inline === "|" ? block(lines, at) : inline };
  });
const stepOf = (name: string): string => steps.find((step) => step.name === name)!.script;

const git = (cwd: string, ...args: string[]): void => {
  const { status, stderr } = spawnSync("git", args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
};

const jiti = join(root, "node_modules/.bin/jiti");
const goldie = `${jiti} ${join(root, "src/cli/bin.ts")}`;

/** A base branch with a baseline, and a clone of it with a pull request's run. */
function clone(name: string, run: string, ownBaseline?: string): string {
  const origin = join(work, `${name}-origin`);
  const cases = join(root, "test/cli/cases/gate-fail/input");
  mkdirSync(origin);
  for (const file of ["gold.jsonl", "goldie.baseline.json"]) cpSync(join(cases, file), join(origin, file));
  git(origin, "init", "--quiet", "--initial-branch=main");
  git(origin, "add", ".");
  git(origin, "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", "base");
  const here = join(work, name);
  git(work, "clone", "--quiet", origin, here);
  cpSync(join(root, run), join(here, "run.jsonl"));
  if (ownBaseline !== undefined) writeFileSync(join(here, "goldie.baseline.json"), ownBaseline);
  return here;
}

function run(cwd: string, step: string, env: Record<string, string>) {
  const temporary = join(cwd, ".runner");
  mkdirSync(temporary, { recursive: true });
  const { status, stdout, stderr } = spawnSync("bash", ["-e", "-o", "pipefail", "-c", stepOf(step)], {
    cwd,
    encoding: "utf8",
    env: {
      ...process.env,
      RUNNER_TEMP: temporary,
      GITHUB_STEP_SUMMARY: join(temporary, "summary.md"),
      GITHUB_OUTPUT: join(temporary, "output"),
      GOLDIE: goldie,
      GOLDIE_BASELINE: "goldie.baseline.json",
      GOLDIE_BASE: "main",
      ...env,
    },
  });
  const read = (file: string): string =>
    existsSync(join(temporary, file)) ? readFileSync(join(temporary, file), "utf8") : "";
  return { status, stdout, stderr, summary: read("summary.md"), output: read("output") };
}

const GATE = { GOLDIE_GOLD: "gold.jsonl", GOLDIE_RUN: "run.jsonl", GOLDIE_RULES: "--not-worse rr" };
const BAD = "test/cli/cases/gate-fail/input/bad.jsonl";
const NOISY = "test/cli/cases/gate-pass/input/noisy.jsonl";

describe("the GitHub action", { timeout: 60_000 }, () => {
  test("has three steps", () => {
    expect(steps.map(({ name }) => name)).toEqual([
      "Make the run",
      "Take the baseline of the base branch",
      "Check",
    ]);
  });

  test("makes the run with the user's command, and fails with it", () => {
    const here = clone("command", NOISY);
    expect(run(here, "Make the run", { GOLDIE_COMMAND: "echo made > made.txt" }).status).toBe(0);
    expect(existsSync(join(here, "made.txt"))).toBe(true);
    expect(run(here, "Make the run", { GOLDIE_COMMAND: "false; true" }).status).toBe(3);
  });

  test("takes the baseline of the base branch, not the one of the pull request", () => {
    const here = clone("goalposts", BAD, "{}");
    expect(run(here, "Take the baseline of the base branch", {}).status).toBe(0);
    const original = readFileSync(join(root, "test/cli/cases/gate-fail/input/goldie.baseline.json"), "utf8");
    expect(readFileSync(join(here, "goldie.baseline.json"), "utf8")).toBe(original);
  });

  test("passes the exit code on, with summary, comment and annotations", () => {
    const here = clone("worse", BAD);
    const { status, stdout, summary, output } = run(here, "Check", GATE);
    expect(status).toBe(1);
    expect(stdout).toContain("::error file=gold.jsonl,title=goldie gate%3A not-worse rr::");
    expect(summary).toContain("Gate failed: 1 of 1 rule not met");
    expect(output).toMatch(/^comment=.*goldie-comment\.md\nexit-code=1\n$/);
  });

  test("passes where the gate does", () => {
    const { status, summary } = run(clone("fine", NOISY), "Check", GATE);
    expect(status).toBe(0);
    expect(summary).toContain("Gate passed");
  });

  test("takes the rules of the baseline, if it is given none", () => {
    const here = clone("stored", BAD);
    const stored = join(root, "test/cli/cases/gate-stored-rules/input/goldie.baseline.json");
    cpSync(stored, join(here, "goldie.baseline.json"));
    const { status, summary } = run(here, "Check", { ...GATE, GOLDIE_RULES: "" });
    expect(status).toBe(1);
    expect(summary).toContain("Rules: 3 from goldie.baseline.json.");
  });

  test("tells wrong use from a gate that is not met", () => {
    const rules = { ...GATE, GOLDIE_RULES: "--not-worse nonsense" };
    const here = clone("wrong", NOISY);
    run(here, "Check", GATE);
    const { status, output, summary } = run(here, "Check", rules);
    expect(status).toBe(2);
    expect(output).toMatch(/exit-code=2\n$/);
    // The comment of the check before is gone.
    expect(output.match(/comment=/g)).toHaveLength(1);
    expect(summary.match(/Gate passed/g)).toHaveLength(1);
  });

  test("where goldie cannot be run, that is a part that failed, not a gate that is not met", () => {
    const { status, output } = run(clone("offline", NOISY), "Check", { ...GATE, GOLDIE: "false" });
    expect(status).toBe(3);
    expect(output).toBe("exit-code=3\n");
  });
});
