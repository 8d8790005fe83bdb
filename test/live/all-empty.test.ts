import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { run } from "../../src/live/run.ts";
import { testEffects } from "../cli/_effects.ts";

const gold = { q1: { query: "where?", relevant: ["a"] }, q2: { query: "when?", relevant: ["b"] } };

test("a retriever that finds nothing at all is reported, a function with its arguments", async () => {
  const { problems } = await run({
    gold,
    retrievers: {
      wrong: (_query, k) => ["a", "b"].slice(0, k as unknown as number),
      object: { retrieve: async () => [] },
      some: (query) => (query === "where?" ? ["a"] : []),
    },
  });
  const told = problems.filter(({ code }) => code === "all-empty");
  expect(told.map(({ what }) => what)).toEqual(["wrong: all lists are empty", "object: all lists are empty"]);
  expect(told.map(({ why }) => why)).toEqual([
    "the second argument of a retriever is { k, signal }, not a number",
    undefined,
  ]);
});

test("goldie run warns of it, and does not propose it as a baseline", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "goldie-empty-"));
  try {
    writeFileSync(join(cwd, "gold.jsonl"), '{"query":"where?","relevant":["a"]}\n');
    writeFileSync(
      join(cwd, "goldie.config.mjs"),
      'export default { gold: "gold.jsonl", retrievers: { main: (query, k) => ["a"].slice(0, k) } };\n',
    );
    const effects = testEffects({ cwd });
    expect(await main(["run"], effects)).toBe(0);
    expect(effects.stderr.text).toContain("main: all lists are empty\n");
    expect(effects.stderr.text).toContain(
      "the second argument of a retriever is { k, signal }, not a number\n",
    );
    expect(effects.stdout.text + effects.stderr.text).not.toContain("goldie bless");
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
});
