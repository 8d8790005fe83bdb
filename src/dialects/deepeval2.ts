import type { Dialect } from "../core/dialect.ts";
import { always, deepeval, strict } from "./deepeval.ts";
import { textbook } from "./textbook.ts";

export const deepeval2: Dialect = {
  ...deepeval,
  id: "deepeval2",
  version: "2.6.5",
  cite: "DeepEval 2.6.5, ContextualPrecisionMetric, ContextualRecallMetric, ContextualRelevancyMetric",
  about:
    "The contextual metrics of DeepEval 2: whatever is not exactly yes, in any case, is no; only precision forgives blanks around it. It prints a score per test case and no mean.",
  verdicts: { ...textbook.verdicts, words: "lower", unknown: "no" },
  metrics: {
    contextual: deepeval.metrics["contextual"]!.map((metric) =>
      metric.name === "contextual_precision" ? { ...metric, verdicts: { words: "trim" } } : metric,
    ),
  },
  options: {
    json: { about: "The model answers in JSON text, as most do. The default." },
    schema: { about: "The model fills the tool's own classes, which in this version take any word." },
    strict,
  },
  differs: [
    ...always,
    {
      says: "A verdict that is neither yes nor no counts as no.",
      case: { gold: {}, hits: [], judgement: { verdicts: ["idk", "yes"] } },
      metric: "contextual_precision",
      value: 0.5,
      textbook: "context-precision",
      textbookValue: "failed",
    },
    {
      says: "In recall and relevancy a yes with a blank beside it counts as no.",
      case: { gold: {}, hits: [], judgement: { claims: ["Yes "] } },
      metric: "contextual_recall",
      value: 0,
      textbook: "context-recall",
      textbookValue: 1,
    },
  ],
};
