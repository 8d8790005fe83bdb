// One file of cases has one answer, whether `goldie eval` or `goldie judge` scores it.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { testEffects } from "../cli/_effects.ts";

const cwd = mkdtempSync(join(tmpdir(), "goldie-eval-judge-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const write = (name: string, rows: readonly object[]): void =>
  writeFileSync(join(cwd, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(""));

async function run(...args: string[]) {
  const effects = testEffects({ cwd });
  const code = await main([...args, "--json"], effects);
  return { code, text: effects.stderr.text, ...JSON.parse(effects.stdout.text || "{}").runs?.[0] };
}

const CASES = [
  {
    id: "q1",
    question: "Who wrote Faust?",
    contexts: ["Rain falls.", "Goethe wrote Faust."],
    reference: "Goethe wrote Faust.",
  },
  { id: "q2", question: "Who wrote Emma?", contexts: ["Austen wrote Emma.", "Snow"] },
  {
    id: "q3",
    question: "Who wrote Ulysses?",
    contexts: ["Joyce wrote Ulysses.", "Snow"],
    reference: "Joyce wrote Ulysses.",
  },
];

test("context-precision of a case without a reference asks about the question, in both", async () => {
  write("cases.jsonl", CASES);
  const judged = await run("judge", "cases.jsonl", "-m", "context-precision", "--per-query");
  const scored = await run("eval", "cases.jsonl", "-m", "context-precision", "--per-query");
  expect(judged.queries).toEqual({
    q1: { "context-precision": 0.5 },
    q2: { "context-precision": 1 },
    q3: { "context-precision": 1 },
  });
  expect(scored.queries).toEqual(judged.queries);
  expect(scored.text).toContain("one case has no gold");
});

test("what needs gold skips such a case, and nothing is 0", async () => {
  write(
    "ragas.jsonl",
    CASES.map(({ question, contexts, reference }) => ({
      user_input: question,
      retrieved_contexts: contexts,
      ...(reference === undefined ? {} : { reference, reference_contexts: [reference] }),
    })),
  );
  const { queries } = await run("eval", "ragas.jsonl", "--as", "ragas", "--per-query");
  expect(Object.values(queries["Who wrote Emma?"])).toEqual(
    Array.from({ length: 4 }, () => expect.objectContaining({ status: "skipped" })),
  );
});

test("converted, it is left out: a row without gold would be refused", async () => {
  write("cases.jsonl", CASES);
  const effects = testEffects({ cwd });
  expect(await main(["convert", "cases.jsonl", "-", "--to", "jsonl", "--kind", "gold"], effects)).toBe(0);
  expect(effects.stdout.text.match(/"id":"q\d"/g)).toEqual(['"id":"q1"', '"id":"q3"']);
});
