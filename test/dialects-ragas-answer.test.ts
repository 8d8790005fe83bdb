/** What Ragas gives for faithfulness where there is nothing to judge, or a part of the sample is missing. */
import { describe, expect, it } from "vitest";
import { evaluateOne, type GoldieError, type Judgement } from "../src/index.ts";

const whole: Judgement = {
  question: "Who built it?",
  response: "Ada did. Bo did.",
  contexts: ["Ada did."],
  responseClaims: [1, 0],
};
const scoreOf = (metric: string, judgement: Judgement, as: string) =>
  Object.values(evaluateOne({ gold: {}, hits: [], judgement, metrics: metric, as }))[0]!;

const nan = { status: "undefined", because: "tool-nan" };
const raises = { status: "undefined", because: "tool-raises" };
const half = { status: "scored", value: 0.5 };

describe("faithfulness of Ragas", () => {
  it.each([
    ["ragas", "faithfulness"],
    ["ragas", "collections.faithfulness"],
    ["ragas02", "faithfulness"],
  ])("%s, %s: NaN for a response without claims", (as, metric) => {
    expect(scoreOf(metric, whole, as)).toEqual(half);
    expect(scoreOf(metric, { ...whole, responseClaims: [] }, as)).toEqual(nan);
  });
  it.each([
    ["an empty question", { question: "" }],
    ["an empty response", { response: "" }],
    ["no contexts", { contexts: [] }],
  ])("%s: the newer interface raises, the classic one does not", (_, part) => {
    expect(scoreOf("collections.faithfulness", { ...whole, ...part }, "ragas")).toEqual(raises);
    expect(scoreOf("faithfulness", { ...whole, ...part }, "ragas")).toEqual(half);
  });
});

describe("hallucination of DeepEval", () => {
  const refusal = (metric: string, as: string) => {
    try {
      scoreOf(metric, whole, as);
    } catch (error) {
      return (error as GoldieError).problem;
    }
    return undefined;
  };
  it.each(["deepeval", "deepeval2"])("%s: less is better, so faithfulness is not offered for it", (as) => {
    expect(refusal("hallucination", as)).toMatchObject({ fix: "remove it; Goldie has no metric like it" });
  });
});
