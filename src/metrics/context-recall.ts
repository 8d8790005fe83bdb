import { defineMetric } from "../core/define-metric.ts";
import {
  claimWorths,
  explainPart,
  explainShare,
  partial,
  scorePart,
  share,
  supportedClaim,
} from "./_judged.ts";

export const contextRecall = defineMetric({
  kind: "judged",
  id: "context-recall",
  title: "Context recall",
  definition: "Share of the reference answer's claims that the retrieved contexts support.",
  formula: "claims supported by the contexts / all claims",
  steps: [
    "Split the reference answer into claims.",
    "For each claim, ask whether the contexts together support it.",
    "Divide the number of supported claims by the number of claims.",
  ],
  cite: "Ragas context recall; DeepEval contextual recall",
  params: { partial },
  needs: ["claims"],
  direction: "higher",
  range: [0, 1],
  best: "every claim is found in the contexts",
  worst: "none is",
  aggregate: "mean",
  laws: [],
  compute: (j, { partial }) => scorePart(claimWorths(j, partial), "claims", share),
  explain: (j, { partial }) =>
    explainPart(claimWorths(j, partial), "claims", (claims) =>
      explainShare("context-recall", claims, supportedClaim(j.notes?.claims), ["supported claims", "claims"]),
    ),
});
