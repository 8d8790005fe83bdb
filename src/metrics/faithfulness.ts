import { defineMetric } from "../core/define-metric.ts";
import { explainPart, explainShare, scorePart, share, supportedClaim } from "./_judged.ts";

export const faithfulness = defineMetric({
  kind: "judged",
  id: "faithfulness",
  title: "Faithfulness",
  definition: "Share of the claims of the response that the retrieved contexts support.",
  formula: "claims of the response supported by the contexts / all its claims",
  steps: [
    "Split the response into claims.",
    "For each claim, ask whether a context states it.",
    "Divide the number of claims that are stated by the number of claims.",
  ],
  cite: "Ragas faithfulness",
  params: {},
  needs: ["responseClaims"],
  direction: "higher",
  range: [0, 1],
  best: "the contexts state everything that the response says",
  worst: "they state nothing of it",
  aggregate: "mean",
  laws: [],
  compute: (j) => scorePart(j.responseClaims, "responseClaims", share),
  explain: (j) =>
    explainPart(j.responseClaims, "responseClaims", (claims) =>
      explainShare("faithfulness", claims, supportedClaim(j.notes?.responseClaims), [
        "supported claims",
        "claims of the response",
      ]),
    ),
});
