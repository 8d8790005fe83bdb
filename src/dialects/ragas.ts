import type { Dialect, DialectMetric } from "../core/dialect.ts";
import { nan, raises, when, zero, zeroIf } from "./_common.ts";
import { answer, classic, classicDiffers, otherNames, ragas02 } from "./ragas02.ts";

const idBased: readonly DialectMetric[] = [
  {
    name: "id_based_context_precision",
    is: "set-precision",
    guard: when(nan, "empty-ranking"),
    otherwise: zeroIf("no-relevant"),
  },
  { name: "id_based_context_recall", is: "set-recall", otherwise: { "no-relevant": nan } },
];

// The newer interface takes the model's numbers as they are, and refuses incomplete samples.
const raw = { numbers: "raw" } as const;
const nanIfNothing = { "nothing-to-judge": nan } as const;
const collections: readonly DialectMetric[] = [
  {
    name: "collections.context_precision_with_reference",
    is: "context-precision(without=none,smooth=1e-10)",
    verdicts: raw,
    guard: when(raises, "empty-question", "empty-reference", "no-contexts"),
  },
  {
    name: "collections.context_precision_without_reference",
    is: "context-precision(against=response,smooth=1e-10)",
    verdicts: raw,
    guard: when(raises, "empty-question", "empty-response", "no-contexts"),
  },
  {
    name: "collections.context_recall",
    is: "context-recall",
    verdicts: raw,
    guard: when(raises, "empty-question", "empty-reference", "no-contexts"),
    otherwise: nanIfNothing,
  },
  { name: "collections.context_entity_recall", is: "context-entities-recall(smooth=1e-8)" },
  {
    name: "collections.context_relevance",
    is: "context-rating",
    guard: [
      ...when(raises, "empty-question", "no-contexts"),
      ...when(zero, "blank-contexts", "contexts-in-question"),
    ],
    otherwise: nanIfNothing,
  },
];

export const ragas: Dialect = {
  ...ragas02,
  id: "ragas",
  version: "0.4.3",
  cite: "Ragas 0.4.3, ragas.metrics and ragas.metrics.collections",
  about:
    "The context metrics of Ragas: by ids, by the likeness of texts, by a model's verdicts or by its ratings; classic ones and, as collections.…, those of the newer interface. Where it prints NaN or raises, the query is left out of the mean.",
  metrics: {
    context: [...idBased, ...classic, ...collections],
    id_based: idBased,
    classic,
    collections,
    answer: [
      ...answer,
      {
        name: "collections.faithfulness",
        is: "faithfulness",
        guard: when(raises, "empty-question", "empty-response", "no-contexts"),
        otherwise: nanIfNothing,
      },
    ],
    names: otherNames,
  },
  differs: [
    ...classicDiffers,
    {
      says: "Precision by ids is 0 where there is no gold.",
      case: { gold: { relevant: [] }, hits: ["a"] },
      metric: "id_based_context_precision",
      value: 0,
      textbook: "set-precision",
      textbookValue: "no-relevant",
    },
    {
      says: "The newer interface computes with verdicts as they come, -1 and 2 included.",
      case: {
        gold: {},
        hits: [],
        judgement: { question: "q", reference: "r", contexts: ["c", "d"], verdicts: [-1, 1] },
      },
      metric: "collections.context_precision_with_reference",
      value: 10000000000,
      textbook: "context-precision",
      textbookValue: "failed",
    },
    {
      says: "The newer interface raises where question, reference or contexts are empty.",
      case: {
        gold: {},
        hits: [],
        judgement: { question: "q", reference: "", contexts: ["c"], claims: [1] },
      },
      metric: "collections.context_recall",
      value: "tool-raises",
      textbook: "context-recall",
      textbookValue: 1,
    },
  ],
};
