// A reference or an answer without words has nothing to judge: undefined, never 0.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { testEffects } from "../cli/_effects.ts";

const cwd = mkdtempSync(join(tmpdir(), "goldie-wordless-"));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const whole = {
  question: "who built the mill?",
  answer: "Ada built it.",
  contexts: ["Ada built the mill."],
  reference: "Ada built the mill.",
};

async function judged(fields: object): Promise<Record<string, unknown>> {
  writeFileSync(join(cwd, "case.jsonl"), `${JSON.stringify({ id: "q1", ...whole, ...fields })}\n`);
  const effects = testEffects({ cwd });
  expect(await main(["judge", "case.jsonl", "--per-query", "--json"], effects)).toBe(0);
  return JSON.parse(effects.stdout.text).runs[0].queries.q1;
}

const OF_REFERENCE = ["context-precision", "context-recall", "context-entities-recall"];
const OF_ANSWER = ["faithfulness", "answer-relevancy"];

test.each([
  ["reference", " ... !?", OF_REFERENCE],
  ["reference", "—", OF_REFERENCE],
  ["answer", "...", OF_ANSWER],
])("%s %j", async (field, text, metrics) => {
  const scores = await judged({ [field]: text });
  for (const metric of metrics)
    expect({ metric, score: scores[metric] }).toEqual({
      metric,
      score: { status: "undefined", because: "nothing-to-judge" },
    });
  const full = await judged({});
  for (const metric of metrics)
    expect({ metric, type: typeof full[metric] }).toEqual({ metric, type: "number" });
});

test("an empty reference is no reference: what needs one is skipped, and nothing is 0", async () => {
  const scores = await judged({ reference: "" });
  expect(scores).toMatchObject({
    "context-recall": { status: "skipped" },
    "context-entities-recall": { status: "skipped" },
  });
  expect(Object.values(scores)).not.toContain(0);
});
