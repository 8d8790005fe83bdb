import { defineMetric } from "../core/define-metric.ts";
import type { Derivation } from "../core/derivation.ts";
import { product, ratio, sum, value } from "../core/derivation.ts";
import type { JudgedContexts } from "../core/judgement.ts";
import { scored } from "../core/score.ts";
import { contextWorths, explainPart, partial, scorePart, smoothed } from "./_judged.ts";
import { choice, smooth } from "./_params.ts";

type Against = "reference" | "response";

const facetOf = (against: Against) => (against === "reference" ? "verdicts" : "responseVerdicts");
const partOf = (j: JudgedContexts, against: Against, part: number, without: "question" | "none") =>
  against === "response"
    ? j.responseVerdicts
    : (contextWorths(j, part) ?? (without === "question" ? j.questionVerdicts : undefined));

export const contextPrecision = defineMetric({
  kind: "judged",
  id: "context-precision",
  aliases: ["context-utilization=context-precision(against=response)"],
  title: "Context precision",
  definition:
    "Whether the contexts that help to arrive at the answer come before those that do not: average precision over the judge's verdicts, divided by the contexts that help.",
  formula: "sum over helpful contexts at rank i of (helpful in the first i / i) / helpful contexts",
  steps: [
    "For each context, ask whether it helps to arrive at the answer.",
    "At each helpful one, take the share of helpful contexts down to its rank.",
    "Take the mean of these shares; it is 0 if no context helps.",
  ],
  cite: "Ragas context precision; DeepEval contextual precision",
  params: {
    against: choice(
      {
        reference: "asks whether a context helps to arrive at the reference answer",
        response: "asks whether a context helps to arrive at the response that was given",
      },
      "reference",
      "What a context must help with: the reference answer, or the response (if there is no reference).",
      "level",
    ),
    partial,
    without: choice(
      {
        question: "without a reference, asks whether a context helps to answer the question",
        none: "has no score without a reference",
      },
      "question",
      "What to do without a reference: ask whether each context helps to answer the question, or give no score (as tools that require a reference).",
      "level",
      true,
    ),
    smooth,
  },
  needs: ["verdicts"],
  direction: "higher",
  range: [0, 1],
  best: "the helpful contexts come first, however many others follow",
  worst: "no context helps",
  aggregate: "mean",
  laws: [],
  compute: (j, { against, partial, without, smooth }) =>
    scorePart(partOf(j, against, partial, without), facetOf(against), (worths) => {
      let soFar = 0;
      let total = 0;
      for (let i = 0; i < worths.length; i++) {
        soFar += worths[i]!;
        // The worth is a factor, not a test: tools that take raw numbers give -1 and 2 a weight.
        total += (soFar / (i + 1)) * worths[i]!;
      }
      const below = soFar + smooth;
      return scored(below === 0 ? 0 : total / below);
    }),
  explain: (j, { against, partial, without, smooth }) =>
    explainPart(partOf(j, against, partial, without), facetOf(against), (worths) => {
      let soFar = 0;
      const terms: Derivation[] = [];
      worths.forEach((worth, i) => {
        soFar += worth;
        if (worth === 0) return;
        const precision = ratio("precision", value("helpful so far", soFar), value("rank", i + 1), i + 1);
        terms.push(
          worth === 1
            ? precision
            : product("precision × verdict", [precision, value("verdict", worth)], i + 1),
        );
      });
      if (soFar + smooth === 0) return value("no context helps", 0);
      return ratio(
        "context-precision",
        sum("precision at each helpful context", terms),
        smoothed("helpful contexts", soFar, smooth),
      );
    }),
});
