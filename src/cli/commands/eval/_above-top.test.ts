import { expect, it } from "vitest";
import { evaluate } from "../../../evaluate/evaluate.ts";
import { aboveTop } from "./_above-top.ts";

const said = (as: string | undefined, metrics: string, hits: readonly string[]) => {
  const asked = { ...(as === undefined ? {} : { as }), metrics };
  return aboveTop(asked, [evaluate({ ...asked, gold: { q1: ["a"] }, run: { q1: hits } })]);
};

it("an nDCG of AutoRAG above 1 comes with the reason", () => {
  expect(said("autorag", "retrieval_ndcg", ["a", "a"])).toEqual([
    "A retrieval_ndcg above 1 is not better than perfect: nDCG counts every repetition of a document, so it can exceed 1.",
  ]);
});

it.each([
  ["within the range", "autorag", "retrieval_ndcg", ["a", "x"]],
  ["of metrics without a top", undefined, "dcg", ["a", "x"]],
  ["of sums", "trec_eval", "num_ret", ["a", "x"]],
  ["of geometric means", "trec_eval", "gm_map", ["a", "x"]],
  ["of percentages", "liverag", "pct_records_with_at_least_one_ref", ["a", "x"]],
] as const)("nothing is said %s", (_, as, metric, hits) => {
  expect(said(as, metric, hits)).toEqual([]);
});
