/** Messages about metrics that break their declared laws. */

import { defineProblems } from "../../core/problem-table.ts";

/** A metric with its parameters, and the smallest case that breaks the law, as JSON. */
export interface Broken {
  readonly metric: string;
  readonly case: string;
}
/** Scores, or the reason for having none. */
interface Changed {
  readonly before: string;
  readonly after: string;
}

const of = ({ metric, case: on }: Broken, says: string): string => `${metric}: ${says}, on ${on}`;
const becomes = ({ before, after }: Changed): string => `${before} becomes ${after}`;

const SAME_ORDER = "make explain do the same arithmetic as compute, in the same order";

export const lawProblem = defineProblems({
  "law-range": (it: Broken & { readonly score: string }) => ({
    what: of(it, `${it.score} is outside its range`),
    fix: "correct compute, or widen `range`",
  }),
  "law-yes-no": (it: Broken & { readonly score: string }) => ({
    what: of(it, `${it.score} is neither 0 nor 1`),
    fix: "correct compute, or remove `values`",
  }),
  "law-explain/other-score": (it: Broken & { readonly score: string; readonly explained: string }) => ({
    what: of(it, `compute returns ${it.score}, explain ${it.explained}`),
    fix: SAME_ORDER,
  }),
  "law-explain/rank": (it: Broken & { readonly rank: number }) => ({
    what: of(it, `explain mentions rank ${it.rank}, which does not exist`),
    fix: SAME_ORDER,
  }),
  "law-past-length": (it: Broken & Changed) => ({
    what: of(it, `${becomes(it)} when the arrays are longer`),
    fix: "read only the first `length` entries of the arrays by rank; they are reused for the next query",
  }),
  "law-sparse": (it: Broken & Changed) => ({
    what: of(it, `${becomes(it)} when the ranks of judged hits are known`),
    fix: "skip only unjudged hits, or do not use `sparse`",
  }),
  "law-throws": (it: Broken & { readonly message: string }) => ({
    what: of(it, it.message),
    fix: "return an undefined score with its reason instead",
  }),
  "law-ignores-below-k": (it: Broken & Changed & { readonly k: number }) => ({
    what: of(it, `${becomes(it)} when hits below ${it.k} change`),
    fix: 'read the first k hits only, or remove "ignores-below-k" from `laws`',
  }),
  "law-monotone": (it: Broken & Changed & { readonly rank: number }) => ({
    what: of(it, `${becomes(it)} when rank ${it.rank} moves up`),
    fix: 'correct compute, or remove "monotone" from `laws`',
  }),
  "law-top-when-ideal": (
    it: Broken & { readonly ideal: string; readonly found: string; readonly wanted: string },
  ) => ({
    what: of(it, `the ideal list ${it.ideal} scores ${it.found}, not ${it.wanted}`),
    fix: 'correct compute, or remove "top-when-ideal" from `laws`',
  }),
  "law-rename-safe": (it: Broken & Changed) => ({
    what: of(it, `${becomes(it)} when ids are renamed`),
    fix: 'compute from the ranking alone, or remove "rename-safe" from `laws`',
  }),
  "law-group-order-safe": (it: Broken & Changed) => ({
    what: of(it, `${becomes(it)} when groups are listed in another order`),
    fix: 'make the score independent of group order, or remove "group-order-safe" from `laws`',
  }),
});
