import { defineMetric } from "../core/define-metric.ts";
import { explainPart, explainShare, scorePart, share } from "./_judged.ts";

export const answerRelevancy = defineMetric({
  kind: "judged",
  id: "answer-relevancy",
  aliases: ["response-relevancy"],
  title: "Answer relevancy",
  definition: "Share of the claims of the response that are relevant to the question.",
  formula: "claims of the response that are relevant / all its claims",
  steps: [
    "Split the response into claims.",
    "For each claim, ask whether it is relevant to the question.",
    "Divide the number of relevant claims by the number of claims.",
  ],
  cite: "DeepEval answer relevancy",
  params: {},
  needs: ["responseRelevant"],
  direction: "higher",
  range: [0, 1],
  best: "all that the response says is about the question",
  worst: "nothing of it is",
  aggregate: "mean",
  laws: [],
  compute: (j) => scorePart(j.responseRelevant, "responseRelevant", share),
  explain: (j) =>
    explainPart(j.responseRelevant, "responseRelevant", (claims) =>
      explainShare("answer-relevancy", claims, (i) => `claim ${i} is relevant`, [
        "relevant claims",
        "claims of the response",
      ]),
    ),
});
