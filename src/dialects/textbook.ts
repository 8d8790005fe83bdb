import type { Dialect } from "../core/dialect.ts";

/** The rules of our own names. The other dialects start from these. */
export const textbook: Dialect = {
  id: "textbook",
  tool: "the textbook",
  version: "1",
  cite: "Manning, Raghavan, Schütze, Introduction to Information Retrieval, chapter 8; trec_eval",
  about: "The definitions that textbooks and trec_eval agree on.",
  join: {
    match: { ids: "exact", on: "hits" },
    shape: "as-given",
    unit: "chunk",
    duplicates: "first",
    nulls: "error",
    blank: "error",
    depth: "all",
    order: "input",
    float: 64,
    ties: "id-desc",
  },
  average: {
    missing: "zero",
    undefined: "skip",
    as: "mean",
    sum: "plain",
    scale: 1,
    empty: { status: "undefined", because: "nothing-to-judge" },
  },
  verdicts: { words: "trim", unknown: "fail", numbers: "exact", rating: "number", unread: "fail" },
  metrics: {},
  differs: [],
};
