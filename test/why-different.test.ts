import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { evaluate, type GoldValue, whyDialectsDiffer, whyDifferent } from "../src/index.ts";

const one = (gold: GoldValue, hits: readonly string[]) => ({ gold: { q: gold }, run: { q: hits } });
const addsUp = (w: ReturnType<typeof whyDifferent>) => w.parts.reduce((sum, part) => sum + part.delta, 0);

describe("which rule carries the difference", () => {
  test.each<[string, Parameters<typeof whyDifferent>[0], string, string, string, string]>([
    [
      "the discount of REMem",
      one(["a"], ["x", "a"]),
      "ndcg@2",
      "remem:NDCG_any@2",
      "discount",
      "REMem says 1.00, the textbook 0.63: its discount starts at rank 2 (+0.37).",
    ],
    [
      "the ideal list of LiveRAG",
      one(["a", "b"], ["a", "x", "y"]),
      "ndcg@10",
      "liverag:ndcg_10",
      "ideal",
      "LiveRAG says 1.00, the textbook 0.61: it builds the ideal list from what was retrieved, so missing documents never cost anything (+0.39).",
    ],
    [
      "the denominator of ragprod's map",
      one(["a", "b", "c"], ["a", "x", "b"]),
      "ap@3",
      "ragprod:map@3",
      "denominator",
      "ragprod says 0.83, the textbook 0.56: it divides by the relevant documents that were found, so missing ones never cost anything (+0.28).",
    ],
    [
      "AutoRAG counts a repeated hit again",
      one(["a"], ["a", "a"]),
      "ndcg",
      "autorag:retrieval_ndcg",
      "duplicates",
      "AutoRAG says 1.63, the textbook 1.00: it keeps repeated hits (+0.63).",
    ],
    [
      "queries that the run lacks",
      { gold: { q: ["a"], p: ["b"] }, run: { q: ["a"] } },
      "recall",
      "liverag:context_recall",
      "average",
      "LiveRAG says 1.00, the textbook 0.50: it leaves out queries that the run lacks (+0.50). LiveRAG has a value for 1 of the queries, the textbook for 2.",
    ],
    [
      "rounding",
      { gold: { q: ["a", "b", "c"] }, run: { q: ["a"] } },
      "recall@5",
      "remem:Recall@5",
      "rounding",
      "REMem says 0.33330, the textbook 0.33333: it rounds to 4 decimals (−0.000033).",
    ],
    [
      "queries with an empty gold",
      { gold: { q: ["a"], p: [] }, run: { q: ["a"], p: ["b"] } },
      "ragprod:recall_at_k@10",
      "sentence-transformers:recall@10",
      "average",
      "sentence-transformers says 1.00, ragprod 0.50: it leaves out queries with an empty gold (+0.50). sentence-transformers has a value for 1 of the queries, ragprod for 2.",
    ],
    [
      "a score of 0 or less",
      { gold: { q: ["a"] }, run: { q: [{ id: "a", score: -1 }] } },
      "rr",
      "torchmetrics:mrr",
      "unit",
      "torchmetrics says 0.00, the textbook 1.00: it takes a score of 0 or less as not retrieved (−1.00).",
    ],
    [
      "the cut-off",
      one(["a", "b"], ["a", "b"]),
      "recall@1",
      "recall@2",
      "k",
      "recall@2 says 1.00, recall@1 0.50: it looks at the first 2 hits (+0.50).",
    ],
    [
      "the level",
      one({ a: 1, b: 2 }, ["a", "b"]),
      "rr",
      "rr(rel=2)",
      "level",
      "rr(rel=2) says 0.50, rr 1.00: it treats grades of 2 and above as relevant (−0.50).",
    ],
    [
      "the gain",
      one({ a: 1, b: 2 }, ["a", "b"]),
      "dcg",
      "dcg(gain=exp)",
      "gain",
      "dcg(gain=exp) says 2.89, dcg 2.26: its gain is 2^grade - 1 (+0.63).",
    ],
    ["another metric", one(["a", "b"], ["x", "a"]), "recall", "rr", "definition", ""],
  ])("%s", (_, data, a, b, rule, sentence) => {
    const w = whyDifferent(data, a, b);
    const carried = w.parts.filter((part) => part.delta !== 0);
    if (sentence === "") expect(w.parts.at(-1)!.rule).toBe(rule);
    else {
      expect(carried.map((part) => part.rule)).toEqual([rule]);
      expect(w.sentence).toBe(sentence);
    }
    expect(addsUp(w)).toBeCloseTo(w.difference!, 12);
  });

  test("the two values are what evaluate gives", () => {
    const data = one(["a", "b"], ["b", "x", "a"]);
    const w = whyDifferent(data, "liverag:ndcg_10", "remem:NDCG_any@10");
    expect(w.a.score).toEqual({
      status: "scored",
      value: evaluate({ ...data, metrics: "liverag:ndcg_10" }).mean("liverag:ndcg_10").mean,
    });
    expect(w.b.score).toEqual({
      status: "scored",
      value: evaluate({ ...data, metrics: "remem:NDCG_any@10" }).mean("remem:NDCG_any@10").mean,
    });
  });

  test("a bare dialect takes the metric of the other side", () => {
    expect(whyDifferent(one(["a"], ["x", "a"]), "ndcg@10", "remem").b.score).toEqual({
      status: "scored",
      value: 1,
    });
    expect(() => whyDifferent(one(["a"], ["a"]), "rr", "remem")).toThrow("remem has no counterpart of rr");
    expect(() => whyDifferent(one(["a"], ["a"]), "liverag", "remem")).toThrow("no metric named");
  });

  test("no value on one side is said, not turned into a number", () => {
    const w = whyDifferent(one([], ["a"]), "recall", "liverag:context_recall");
    expect(w).toMatchObject({
      difference: undefined,
      parts: [],
      sentence: "LiveRAG says 0.00; the textbook has no value (no-relevant).",
    });
  });

  test("two dialects: every metric they share", () => {
    const all = whyDialectsDiffer(one(["a", "b"], ["a", "x", "a"]), "liverag", "ragprod");
    expect(all.length).toBeGreaterThan(0);
    for (const w of all) if (w.difference !== undefined) expect(addsUp(w)).toBeCloseTo(w.difference, 12);
  });

  test("equal numbers are called equal", () => {
    expect(whyDifferent(one(["a"], ["a"]), "ndcg@10", "liverag:ndcg_10").sentence).toBe(
      "LiveRAG and the textbook both say 1.00.",
    );
  });

  test("what a metric never reads is not named", () => {
    for (const [a, b] of [
      ["ndcg@2", "remem"],
      ["recall@2", "ragas"],
      ["ap@2", "autorag"],
      ["ndcg@2", "trec_eval"],
    ] as const)
      for (const { says } of whyDifferent(one(["a", "b"], ["x", "a", "b"]), a, b).parts)
        expect(says).not.toMatch(/yes and no/);
  });

  test("recall and set recall share a form: the cut-off carries the difference, either way", () => {
    const data = one(["a", "b"], ["x", "a", "b"]);
    const there = whyDifferent(data, "recall@2", "ragas");
    expect(there.sentence).toBe("Ragas says 1.00, the textbook 0.50: it looks at all hits (+0.50).");
    expect(there.parts.map(({ rule }) => rule)).not.toContain("definition");
    const back = whyDifferent(data, "set-recall", "recall@2");
    expect(back.sentence).toBe("recall@2 says 0.50, set-recall 1.00: it looks at the first 2 hits (−0.50).");
    expect(back.parts.map(({ rule }) => rule)).toEqual(["k"]);
  });

  test("metrics without a shared form come with both formulas", () => {
    const w = whyDifferent(one(["a", "b"], ["x", "a", "b"]), "recall@2", "rr");
    expect(w.parts.at(-1)).toMatchObject({
      rule: "definition",
      says: "it is another metric: reciprocal rank",
      formulas: ["relevant in the first k / all relevant", "1 / rank of the first relevant hit"],
    });
  });

  test("iterators are read once", () => {
    const rows = () => [{ id: "q", hits: ["x", "a"] }][Symbol.iterator]();
    expect(
      whyDifferent({ gold: { q: ["a"] }, run: rows() }, "ndcg@2", "remem:NDCG_any@2").difference,
    ).toBeGreaterThan(0.3);
  });
});

const inputs = new URL("../../shared/parity/rag/inputs.json", import.meta.url);
test.skipIf(!existsSync(inputs))(
  "over the parity inputs every pair of RAG dialects differs by rules alone where the metric is the same (needs the parity tables)",
  { timeout: 300_000 },
  () => {
    interface Case {
      queries: { retrieved: string[]; gold: string[][] }[];
    }
    const cases = (JSON.parse(readFileSync(inputs, "utf8")) as Case[]).filter((_, i) => i % 8 === 0);
    const ids = ["liverag", "remem", "autorag", "autorag02", "ragprod", "ragas", "ragas02"];
    let pairs = 0;
    for (const { queries } of cases) {
      const data = {
        gold: Object.fromEntries(
          queries.map((q, i) => [`q${i}`, { relevant: q.gold.flat().filter((id) => id !== "") }]),
        ),
        run: Object.fromEntries(queries.map((q, i) => [`q${i}`, q.retrieved.map((id) => ({ id }))])),
      };
      for (const a of ids)
        for (const b of ids)
          for (const w of a === b ? [] : whyDialectsDiffer(data, a, b)) {
            if (w.difference === undefined) continue;
            pairs++;
            // The rules lead all the way: nothing is left over for "another definition".
            expect(w.parts.map((part) => part.rule)).not.toContain("definition");
            expect(Math.abs(addsUp(w) - w.difference)).toBeLessThan(
              1e-9 * Math.max(1, Math.abs(w.difference)),
            );
          }
    }
    expect(pairs).toBeGreaterThan(500);
  },
);
