import type { Dialect } from "../core/dialect.ts";
import { none, when, zeroIf } from "./_common.ts";
import { always, autorag, retrieval } from "./autorag.ts";

export const autorag02: Dialect = {
  ...autorag,
  id: "autorag02",
  version: "0.2.15",
  cite: "AutoRAG 0.2.15, evaluate/metric: retrieval.py",
  about:
    "The six metrics of AutoRAG as they were up to 0.2.15: a query is skipped only if its gold is one empty group or holds an empty id; a query without hits scores 0.",
  guard: when(none, "gold-one-empty-group", "gold-empty-id"),
  otherwise: zeroIf("no-relevant", "empty-ranking"),
  metrics: { retrieval },
  differs: [
    ...always,
    {
      says: "Precision of nothing is 0.",
      case: { gold: { relevant: ["a"] }, hits: [] },
      metric: "retrieval_precision",
      value: 0,
      textbook: "precision",
      textbookValue: "empty-ranking",
    },
    {
      says: "A query whose gold has no group at all scores 0 and counts.",
      case: { gold: { groups: [] }, hits: ["a"] },
      metric: "retrieval_recall",
      value: 0,
      textbook: "group-recall",
      textbookValue: "no-relevant",
    },
  ],
};
