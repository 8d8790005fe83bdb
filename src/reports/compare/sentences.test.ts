import { expect, test } from "vitest";
import { compare } from "../../evaluate/compare/compare.ts";
import type { ComparedPair } from "../../evaluate/compare/comparison.ts";
import { evaluate } from "../../evaluate/evaluate.ts";
import { cautions } from "./sentences.ts";

const ids = Array.from({ length: 12 }, (_, i) => `q${i}`);
const scored = (name: string, hits: (i: number) => string[] | Error) =>
  evaluate({
    gold: Object.fromEntries(ids.map((query) => [query, ["a"]])),
    run: Object.fromEntries(ids.map((query, i) => [query, hits(i)])),
    metrics: ["recall@5", "ndcg@10", "rr"],
    name,
  });
const cautionsOf = (hits: (i: number) => string[] | Error): string[] =>
  cautions(compare([scored("a", () => ["a", "x"]), scored("b", hits)]).pairs[0]!);

test("metrics with the same count of failures share a sentence", () => {
  const found = cautionsOf((i) => (i < 2 ? new Error("timeout") : ["x", "a"]));
  expect(found.filter((text) => text.startsWith("Left out"))).toEqual([
    "Left out of recall@5, ndcg@10, rr: 2 queries whose score failed.",
  ]);
});

test("small samples name their metrics where they differ", () => {
  const [pair] = compare([scored("a", () => ["a", "x"]), scored("b", () => ["x", "a"])]).pairs;
  const about = (verdicts: ComparedPair["verdicts"]) =>
    cautions({ ...pair!, verdicts }).find((text) => text.includes("small sample"));
  expect(about(pair!.verdicts)).toBe(
    "12 queries is a small sample; below 50, intervals and p-values are rough.",
  );
  expect(about(pair!.verdicts.map((one, i) => (i === 1 ? { ...one, n: 6 } : one)))).toBe(
    "6 queries (ndcg@10), 12 queries (recall@5, rr) are small samples; below 50, intervals and p-values are rough.",
  );
});
