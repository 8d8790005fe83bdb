import type { Dialect, DialectMetric } from "../core/dialect.ts";
import { nan } from "./_common.ts";
import { always, before10, judgedOnly, level, nanOnEmpty, separator, trecSets } from "./_trec.ts";
import { textbook } from "./textbook.ts";
import { trecEval9 } from "./trec-eval9.ts";

/** A dictionary may hold an empty list, which no file can. */
const fromMemory = (set: readonly DialectMetric[] = []) =>
  set.filter((m) => m.name !== "yaap").map((m) => ({ ...m, ...nanOnEmpty[m.name] }));
const { official, all_trec, set, other } = trecSets({ recall: "up", rows: true });

export const pytrecEval: Dialect = {
  id: "pytrec_eval",
  tool: "pytrec_eval",
  version: "0.5.11",
  cite: "pytrec_eval-terrier 0.5.11, which compiles trec_eval 9.0.8",
  about:
    "trec_eval 9.0.8 from Python. Queries that the run lacks are left out of the mean, and so are queries with empty judgements.",
  join: { ...trecEval9.join, blank: "keep" },
  average: { ...textbook.average, missing: "leave-out", blankGold: "drop", empty: nan },
  verdicts: trecEval9.verdicts,
  params: { rel: 1 },
  otherwise: trecEval9.otherwise!,
  separator,
  metrics: {
    all_trec: [...fromMemory(all_trec), ...fromMemory(other)],
    official: fromMemory(official),
    set: fromMemory(set),
  },
  options: { "relevance_level={rel}": level, judged_docs_only_flag: judgedOnly },
  differs: [
    ...always,
    ...before10,
    {
      says: "Interpolated precision of an empty list at a recall level of 0 documents is 0/0.",
      case: { gold: { grades: { a: 1 } }, hits: [] },
      metric: "iprec_at_recall_0.00",
      value: "tool-nan",
      textbook: "iprec@0",
      textbookValue: "empty-ranking",
    },
  ],
  chosen: [
    {
      id: "all-negative",
      tool: "A query whose grades are all negative may end the process, by its place in the run and the measures asked for.",
      goldie: "It has no relevant document, and scores 0.",
    },
    {
      id: "empty-run",
      tool: "An empty dictionary of hits may end the process.",
      goldie: "It is an empty list.",
    },
    {
      id: "second-call",
      tool: "A second call of evaluate on the same object gives 0 for measures with cut-offs.",
      goldie: "Every call gives the same.",
    },
  ],
};
