import type { Dialect } from "../core/dialect.ts";
import { raises } from "./_common.ts";
import { always, before10, depth, judgedOnly, level, numRelForgets, trecSets } from "./_trec.ts";
import { textbook } from "./textbook.ts";
import { trecEval } from "./trec-eval.ts";

/** These have a value without a ranking; all else is 0 without computing. */
const compute = { average: { missing: "compute" } } as const;

export const trecEval9: Dialect = {
  ...trecEval,
  id: "trec_eval9",
  version: "9.0.8",
  cite: "trec_eval 9.0.8, m_*.c and form_res_rels.c",
  about:
    "trec_eval before 10.0: scores are compared as 32-bit floats, recall levels are rounded up, and queries that the run lacks are left out of the mean.",
  join: { ...trecEval.join, float: 32 },
  average: { ...textbook.average, missing: "leave-out", empty: raises, sorted: true },
  metrics: trecSets({ recall: "up", rows: false }),
  options: {
    "-c": {
      about:
        "Judged queries that the run lacks count as 0 in the mean, without a row. The sum of num_rel then ignores the level.",
      average: { missing: "plain-zero" },
      metrics: {
        num_q: compute,
        num_rel: { average: { ...compute.average, ...numRelForgets.average } },
        gm_map: compute,
        gm_bpref: compute,
      },
    },
    "-l {rel}": level,
    "-M {depth}": depth,
    "-J": judgedOnly,
  },
  differs: [
    ...always,
    ...before10,
    {
      says: "With -J nothing may be left of a list, and interpolated precision at a recall level of 0 documents is 0/0.",
      case: { gold: { grades: { a: 1 } }, hits: ["x"] },
      options: ["-J"],
      metric: "iprec_at_recall_0.00",
      value: "tool-nan",
      textbook: "iprec@0",
      textbookValue: 0,
    },
  ],
  chosen: [
    {
      id: "all-negative",
      tool: "A query whose grades are all negative ends the program, if it comes first or has a grade below -1.",
      goldie: "It has no relevant document, and scores 0.",
    },
    {
      id: "gains-as-int",
      tool: "Custom gains are sorted by a comparison in whole numbers, so that gains which are less than 1 apart end up in any order; a perfect list may score 0.",
      goldie: "They are sorted as they are.",
    },
    {
      id: "no-overlap",
      tool: "Where no judged query was retrieved for, the program ends with an error, with -c too.",
      goldie: "With -c every query counts as 0.",
    },
    {
      id: "logs-of-c",
      tool: "The logarithms and exponentials of the C library are not always the nearest double, and not the same in every library. With glibc 2.36, the geometric mean of a single query prints another fourth decimal for 2 of the 10,000 values that lie half-way between two printed ones.",
      goldie: "They are the nearest double, on every machine.",
    },
    {
      id: "second-measure",
      tool: "A second -m of the same measure with other parameters is silently ignored.",
      goldie: "Both are computed.",
    },
  ],
};
