import type { Dialect } from "../core/dialect.ts";
import { binaryJoin, nanMean, zeroIf } from "./_common.ts";
import { textbook } from "./textbook.ts";

/** How every version differs. */
export const always: Dialect["differs"] = [
  {
    says: "Where there is nothing to judge it prints 0.",
    case: { gold: {}, hits: [], judgement: { claims: [] } },
    metric: "contextual_recall",
    value: 0,
    textbook: "context-recall",
    textbookValue: "nothing-to-judge",
  },
  {
    says: "In strict mode any score below 1 becomes 0.",
    case: { gold: {}, hits: [], judgement: { claims: ["yes", "no"] } },
    options: ["strict"],
    metric: "contextual_recall",
    value: 0,
    textbook: "context-recall",
    textbookValue: 0.5,
  },
];

export const strict = {
  about: "strict_mode=True: a score below 1 is printed as 0, and only 1 passes.",
  pass: 1,
  zeroBelow: 1,
};

export const deepeval: Dialect = {
  id: "deepeval",
  tool: "DeepEval",
  version: "4.3.1",
  cite: "DeepEval 4.3.1, ContextualPrecisionMetric, ContextualRecallMetric, ContextualRelevancyMetric",
  about:
    "Contextual precision, recall and relevancy over a model's yes and no, with a threshold of 0.5. It prints a score per test case and no mean.",
  join: binaryJoin,
  // A query without a test case is not measured.
  average: { ...nanMean, missing: "leave-out", empty: textbook.average.empty },
  // The letters that a verdict starts with are the word; a word that is neither yes nor no does not count at all.
  verdicts: { ...textbook.verdicts, words: "letters", unknown: "drop" },
  otherwise: zeroIf("nothing-to-judge"),
  pass: 0.5,
  metrics: {
    contextual: [
      { name: "contextual_precision", is: "context-precision(without=none)", in: "rows" },
      { name: "contextual_recall", is: "context-recall", in: "rows" },
      { name: "contextual_relevancy", is: "context-relevancy", in: "rows" },
    ],
  },
  notReproduced: [
    { name: "faithfulness", own: "faithfulness" },
    { name: "answer_relevancy", own: "answer-relevancy" },
    // Of hallucination less is better, and it counts contexts, not claims: no metric of ours answers that question.
    { name: "hallucination" },
    ...["g_eval", "summarization", "bias", "toxicity", "task_completion", "tool_correctness"].map((name) => ({
      name,
    })),
  ],
  options: {
    json: { about: "The model answers in JSON text, as most do. The default." },
    schema: {
      about: "The model fills the tool's own classes, which take yes and no and raise on any other word.",
      verdicts: { words: "literal", unknown: "raise" },
    },
    strict,
  },
  differs: [
    ...always,
    {
      says: "A verdict that is neither yes nor no is left out, which moves the contexts below it up.",
      case: { gold: {}, hits: [], judgement: { verdicts: ["idk", "yes"] } },
      metric: "contextual_precision",
      value: 1,
      textbook: "context-precision",
      textbookValue: "failed",
    },
    {
      says: "Only the letters that a verdict starts with are read.",
      case: { gold: {}, hits: [], judgement: { claims: ["Yes, it is.", "no"] } },
      metric: "contextual_recall",
      value: 0.5,
      textbook: "context-recall",
      textbookValue: "failed",
    },
  ],
};
