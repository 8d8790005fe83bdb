import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { testEffects } from "./_effects.ts";

let cwd: string;
let minute = 0;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "goldie-gate-"));
  const rows = ["a", "b", "c", "d"].map((doc, i) => ({
    id: `q${i}`,
    query: `where is ${doc}?`,
    relevant: [doc],
  }));
  write("gold.jsonl", rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  write(
    "goldie.config.mjs",
    `export default {
  gold: "gold.jsonl",
  metrics: ["rr", "recall@2"],
  retrievers: {
    main: (query) => ["x", query.at(-2)],
    bm25: (query) => [query.at(-2)],
  },
};\n`,
  );
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
}

async function goldie(...words: string[]) {
  const now = 60_000 * ++minute;
  const effects = testEffects({ cwd, now: () => now });
  const code = await main(words, effects);
  return { code, stdout: effects.stdout.text, stderr: effects.stderr.text };
}

const DEFAULT =
  "no rules are given, so the gate checks --not-worse rr, the first metric of goldie.baseline.json\n";

test("bless and gate work without rules, and the hints can be pasted", async () => {
  const ran = await goldie("run");
  expect(ran.code).toBe(0);
  expect(ran.stdout + ran.stderr).toContain("goldie bless last/bm25\n");
  const blessed = await goldie("bless", "last/main");
  expect(blessed.code).toBe(0);
  expect(blessed.stdout).toContain("No rules are stored: the gate checks --not-worse rr ");
  expect(blessed.stdout.trimEnd().split("\n").at(-1)).toBe("  goldie run && goldie gate");
  const gated = await goldie("gate");
  expect(gated.stderr).toContain(DEFAULT);
  expect(gated.stdout).toContain("0.500 → 0.500");
  expect(gated.code).toBe(0);
});

test("the retriever is the one that the baseline is named after", async () => {
  await goldie("run");
  await goldie("bless", "last/bm25");
  const { code, stdout } = await goldie("gate");
  expect(code).toBe(0);
  expect(stdout).toContain("1.000 → 1.000");
});

test("rules that are given take the place of the default", async () => {
  await goldie("run");
  await goldie("bless", "last/main");
  const { code, stderr } = await goldie("gate", "--min", "rr=0.9");
  expect(code).toBe(1);
  expect(stderr).not.toContain("no rules are given");
});

test("without a baseline there is no default: says how to bless first", async () => {
  await goldie("run");
  const { code, stderr } = await goldie("gate", "last/main");
  expect(code).toBe(2);
  expect(stderr.replace(/\s+/g, " ")).toMatch(/no baseline goldie\.baseline\.json.* goldie bless last/);
});

test("gold alone: the run is the last one, scored with it", async () => {
  await goldie("run");
  await goldie("bless", "last/bm25");
  const { code, stdout } = await goldie("gate", "gold.jsonl");
  expect(code).toBe(0);
  expect(stdout).toContain("1.000 → 1.000");
});

test("a run alone: its gold is missing", async () => {
  await goldie("run");
  write("run.jsonl", '{"id":"q0","hits":["a"]}\n');
  for (const words of [["gate", "--min", "rr=0.5"], ["eval"], ["report"]]) {
    const { code, stderr } = await goldie(words[0]!, "run.jsonl", ...words.slice(1));
    expect(code).toBe(2);
    expect(stderr).toContain("run.jsonl is a run (JSON Lines), not gold");
    expect(stderr).toContain(`goldie ${words[0]} GOLD run.jsonl`);
  }
});
