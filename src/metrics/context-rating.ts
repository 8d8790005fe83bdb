import { defineMetric } from "../core/define-metric.ts";
import { mean, ratio, value } from "../core/derivation.ts";
import { failed, scored } from "../core/score.ts";
import { explainPart, scorePart } from "./_judged.ts";
import { metricProblem } from "./_problems.ts";

export const contextRating = defineMetric({
  kind: "judged",
  id: "context-rating",
  title: "Context rating",
  definition:
    "How good the judges found the contexts as a whole: each judge rates all contexts together, and the mean of the ratings is put on a scale from 0 to 1.",
  formula: "mean over judges of (rating / top)",
  steps: [
    "Ask each judge for one rating of all contexts together, from 0 to the top rating.",
    "Divide each rating by the top rating.",
    "Take the mean over the judges.",
  ],
  cite: "Ragas context relevance (NVIDIA)",
  // A rating is read as 0, 1 or 2: with a lower top it would leave the range.
  params: { top: { kind: "number", above: 0, default: 2, doc: "The best rating there is.", rule: "level" } },
  needs: ["ratings"],
  direction: "higher",
  range: [0, 1],
  best: "every judge gives the top rating",
  worst: "every judge gives 0",
  aggregate: "mean",
  laws: [],
  compute: (j, { top }) =>
    scorePart(j.ratings, "ratings", (ratings) => {
      const beyond = ratings.find((rating) => rating < 0 || rating > top);
      if (beyond !== undefined) return failed(metricProblem("bad-rating", { found: beyond, top }));
      let total = 0;
      for (const rating of ratings) total += rating / top;
      return scored(total / ratings.length);
    }),
  explain: (j, { top }) =>
    explainPart(j.ratings, "ratings", (ratings) =>
      mean(
        "context-rating",
        ratings.map((rating, i) =>
          ratio(`judge ${i + 1}`, value("rating", rating), value("top rating", top)),
        ),
      ),
    ),
});
