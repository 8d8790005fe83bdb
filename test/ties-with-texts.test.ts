/** Rows with texts go another way than rows without; the tie rule is the same. */
import { expect, it } from "vitest";
import { ProblemLog } from "../src/core/problem-log.ts";
import { evaluateFiles } from "../src/engine/evaluate-files.ts";
import { loadRun } from "../src/engine/load.ts";
import { evaluate } from "../src/evaluate/evaluate.ts";
import { memorySource } from "../src/files/source.ts";

const gold = '{"id":"q1","relevant":["a"]}\n';
const csv = "query,doc,score,text\nq1,b,1,x\nq1,a,1,y\nq1,c,1,z\nq1,d,2,w\n";
const jsonl = ["b", "a", "c", "d"]
  .map((doc) => JSON.stringify({ query: "q1", doc, score: doc === "d" ? 2 : 1, text: doc }))
  .join("\n");

const RULES = [
  [{}, 1 / 4],
  [{ ties: "id-desc" }, 1 / 4],
  [{ ties: "id-asc" }, 1 / 2],
  [{ ties: "given" }, 1 / 3],
  [{ order: "given" }, 1 / 2],
  [{ as: "ranx" }, 1 / 3],
] as const;

it.each(
  [
    ["run.csv", csv],
    ["run.jsonl", jsonl],
  ].flatMap(([name, text]) => RULES.map(([rule, rr]) => [name!, text!, rule, rr] as const)),
)("%s %#: with and without texts the same order", async (name, text, rule, rr) => {
  const metrics = ["as" in rule ? "mrr" : "rr"];
  for (const texts of [false, true]) {
    const { runs } = await evaluateFiles({
      ...rule,
      metrics,
      texts,
      gold: memorySource("gold.jsonl", gold),
      runs: [memorySource(name, text)],
    });
    expect(runs[0]!.result.summary()[0]!.mean, `texts: ${texts}`).toBeCloseTo(rr, 12);
    const { run } = await loadRun(memorySource(name, text), { log: new ProblemLog(), texts });
    const loaded = evaluate({ ...rule, metrics, gold: { q1: ["a"] }, run });
    expect(loaded.summary()[0]!.mean, `loaded, texts: ${texts}`).toBeCloseTo(rr, 12);
  }
});
