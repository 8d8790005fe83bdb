import type { Dialect } from "../core/dialect.ts";
import { listJoin, nanMean, plainVerdicts, raises, when, zeroIf } from "./_common.ts";

export const msmarco: Dialect = {
  id: "msmarco",
  tool: "MS MARCO",
  version: "2019",
  cite: "MS MARCO passage ranking, ms_marco_eval.py",
  about:
    "MRR@10 over lists in the order of their rank column. Every passage that the judgements name is relevant, whatever its grade, and the sum is divided by the judged queries.",
  join: { ...listJoin, shape: "as-given", order: "given" },
  average: {
    ...nanMean,
    missing: "leave-out",
    by: "gold",
    poison: when(raises, "no-queries"),
  },
  verdicts: plainVerdicts,
  // It reads who was judged, not how.
  params: { rel: -1000 },
  otherwise: zeroIf("no-relevant"),
  metrics: {
    evaluate: [
      { name: "MRR@{k}", is: "rr", k: [10] },
      {
        name: "QueriesRanked",
        is: "count(of=queries)",
        in: "summary",
        average: { as: "sum", over: "retrieved" },
      },
    ],
  },
  differs: [
    {
      says: "Every judged passage is relevant, whatever its grade.",
      case: { gold: { grades: { a: 0 } }, hits: ["a"] },
      metric: "MRR@10",
      value: 1,
      textbook: "rr@10",
      textbookValue: "no-relevant",
    },
    {
      says: "A repeated passage takes up a rank each time.",
      case: { gold: { grades: { a: 1 } }, hits: ["x", "x", "a"] },
      metric: "MRR@10",
      value: 0.3333333333333333,
      textbook: "rr@10",
      textbookValue: 0.5,
    },
    {
      says: "A query without judgements scores 0 and counts.",
      case: { gold: { grades: {} }, hits: ["a"] },
      metric: "MRR@10",
      value: 0,
      textbook: "rr@10",
      textbookValue: "no-relevant",
    },
  ],
  chosen: [
    {
      id: "filled-ranks",
      tool: "Ranks that a file leaves out are filled with passage 0, which is a real one and may be relevant.",
      goldie: "There is nothing at a rank that was left out: the list is shorter.",
    },
  ],
};
