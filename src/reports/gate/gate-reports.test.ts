import { describe, expect, it } from "vitest";
import type { GateReport } from "../../evaluate/gate/gate.ts";
import { gateGithub } from "./github.ts";
import { gateGitlab } from "./gitlab.ts";
import { gateJunit } from "./junit.ts";
import { gateMarkdown } from "./markdown.ts";
import { exitOf, type ReportedGate } from "./model.ts";

const QUERY = 'q:1,\n"50 %" <b>&\u0001';
const report = (
  outcome: GateReport["outcome"],
  rule: "pass" | "fail" | "undecided" = "fail",
): GateReport => ({
  name: "run <1>",
  rules: [
    {
      rule: { kind: "must", metric: "hit@5", where: { "a:b": "c,d" } },
      text: "must hit@5 where a:b=c,d",
      outcome: rule,
      queries: 2,
      failing: rule === "fail" ? [{ query: QUERY, value: 0 }] : [],
    },
    {
      rule: { kind: "min", metric: "rr", value: 0.5 },
      text: "min rr=0.5",
      outcome: "pass",
      queries: 2,
      mean: 1,
    },
  ],
  failed: { cells: outcome === "failed-cells" ? 1 : 0, of: 4, allowed: 0 },
  outcome,
  confidence: 0.95,
});
const gate = (of: GateReport, more: Partial<ReportedGate> = {}): ReportedGate => ({
  report: of,
  allowUndecided: false,
  gold: { file: "a,b:c%.jsonl", lines: new Map([[QUERY, 7]]) },
  words: new Map([[QUERY, "how many % are\nleft?"]]),
  ...more,
});

describe("exit codes", () => {
  it("are 3 before 1 before 4 before 0", () => {
    expect(exitOf(gate(report("failed-cells")))).toBe(3);
    expect(exitOf(gate(report("fail")))).toBe(1);
    expect(exitOf(gate(report("undecided", "undecided")))).toBe(4);
    expect(exitOf(gate(report("undecided", "undecided"), { allowUndecided: true }))).toBe(0);
    expect(exitOf(gate(report("pass", "pass")))).toBe(0);
  });
});

describe("annotations", () => {
  const lines = gateGithub(gate(report("fail")))
    .trimEnd()
    .split("\n");
  it("escape %, line breaks, and in properties colons and commas", () => {
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/^::error file=a%2Cb%3Ac%25\.jsonl,(line=7,)?title=/);
    expect(lines[0]).toContain("title=goldie gate%3A must hit@5 where a%3Ab=c%2Cd::");
    expect(lines[1]).toContain("line=7");
    expect(lines[1]).toContain("how many %25 are%0Aleft?");
  });
  it("are warnings where an undecided rule is accepted, and nothing where all pass", () => {
    const accepted = gate(report("undecided", "undecided"), { allowUndecided: true });
    expect(gateGithub(accepted)).toMatch(/^::warning /);
    expect(gateGithub(gate(report("pass", "pass")))).toBe("");
  });
});

/** Elements in order, with their attributes; throws where tags do not match. */
function elements(xml: string): { name: string; attributes: Record<string, string> }[] {
  const found: { name: string; attributes: Record<string, string> }[] = [];
  const open: string[] = [];
  const body = xml.replace(/^<\?xml[^>]*\?>\n/, "");
  for (const [, close, name, attributes, empty] of body.matchAll(
    /<(\/?)([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>/g,
  )) {
    if (close === "/") {
      if (open.pop() !== name) throw new Error(`</${name}> does not match`);
      continue;
    }
    if (empty !== "/") open.push(name!);
    const pairs = [...attributes!.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(
      ([, key, value]) => [key, value] as const,
    );
    found.push({ name: name!, attributes: Object.fromEntries(pairs) });
  }
  if (open.length > 0) throw new Error(`${open.join(", ")} not closed`);
  // What is left beside tags is text: no bare < or &, no control character.
  const texts = body.replace(/<[^>]*>/g, "");
  if (/[<]|&(?!(amp|lt|gt|quot|#\d+);)/.test(texts) || /[^\P{Cc}\n]/u.test(texts))
    throw new Error("bad text");
  return found;
}

describe("JUnit", () => {
  it("has suites, suite and cases, counts that agree, and a failure with a message per rule and query", () => {
    const found = elements(gateJunit(gate(report("fail"))));
    expect(found.slice(0, 2).map(({ name }) => name)).toEqual(["testsuites", "testsuite"]);
    const cases = found.filter(({ name }) => name === "testcase");
    const failures = found.filter(({ name }) => name === "failure");
    expect(found[1]!.attributes).toMatchObject({
      name: "run &lt;1&gt;",
      tests: String(cases.length),
      failures: String(failures.length),
      errors: "0",
      skipped: "0",
    });
    expect(cases).toHaveLength(3);
    expect(failures.every(({ attributes }) => attributes["message"]!.length > 10)).toBe(true);
    for (const { attributes } of cases)
      expect(Object.keys(attributes)).toEqual(["classname", "name", "time"]);
  });
  it("has an error where scores failed, and a skipped case where undecided is accepted", () => {
    const failed = elements(gateJunit(gate(report("failed-cells", "pass"))));
    expect(failed[1]!.attributes).toMatchObject({ errors: "1", failures: "0", tests: "3" });
    const accepted = elements(gateJunit(gate(report("undecided", "undecided"), { allowUndecided: true })));
    expect(accepted[1]!.attributes).toMatchObject({ failures: "0", skipped: "1" });
  });
});

it("GitLab gets a finding with a stable fingerprint on the gold's line", () => {
  const issues = JSON.parse(gateGitlab(gate(report("fail")))) as Record<string, unknown>[];
  expect(issues).toHaveLength(2);
  expect(issues[1]).toMatchObject({
    check_name: "goldie-gate",
    severity: "critical",
    location: { path: "a,b:c%.jsonl", lines: { begin: 7 } },
  });
  expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  expect(gateGitlab(gate(report("fail")))).toBe(gateGitlab(gate(report("fail"))));
});

it("Markdown keeps texts of others from being markup, and begins with what a comment is found by", () => {
  const moved = [
    { query: QUERY, metric: "rr", a: 1, b: 0, difference: -1 },
    { query: "up", metric: "rr", a: 0, b: 1, difference: 1 },
  ];
  const text = gateMarkdown(
    gate(report("fail"), { moved, words: new Map([["up", "@team <img src=x> [x](y)"]]) }),
  );
  expect(text.startsWith("<!-- goldie-gate -->\n### ❌ ")).toBe(true);
  expect(text).not.toContain("<img");
  expect(text).not.toContain("@team");
  expect(text.indexOf("**Worse**")).toBeLessThan(text.indexOf("**Better**"));
  expect(text.indexOf("**Better**")).toBeLessThan(text.indexOf("| rule |"));
});
