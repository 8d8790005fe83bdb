import { defineMetric } from "../core/define-metric.ts";
import { explainPart, explainShare, scorePart, share } from "./_judged.ts";

export const contextRelevancy = defineMetric({
  kind: "judged",
  id: "context-relevancy",
  title: "Context relevancy",
  definition:
    "Share of the statements in the retrieved contexts that are relevant to the question. Statements of all contexts are pooled, so a long context weighs more than a short one.",
  formula: "relevant statements / all statements, over all contexts",
  steps: [
    "Split each context into statements.",
    "For each statement, ask whether it is relevant to the question.",
    "Divide the number of relevant statements of all contexts by the number of statements.",
  ],
  cite: "DeepEval contextual relevancy",
  params: {},
  needs: ["statements"],
  direction: "higher",
  range: [0, 1],
  best: "every statement is relevant",
  worst: "none is",
  aggregate: "mean",
  laws: [],
  compute: (j) => scorePart(j.statements, "statements", share),
  explain: (j) =>
    explainPart(j.statements, "statements", (statements) =>
      explainShare("context-relevancy", statements, (i) => `statement ${i} is relevant`, [
        "relevant statements",
        "statements",
      ]),
    ),
});
