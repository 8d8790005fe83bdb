/** What is said of a metric that does not keep what it promises. */

import { defineProblems } from "../../core/problem-table.ts";

/** A metric with its parameters, and the smallest case that breaks the promise, as JSON. */
export interface Broken {
  readonly metric: string;
  readonly case: string;
}
/** Scores, or why there is none. */
interface Changed {
  readonly before: string;
  readonly after: string;
}

const of = ({ metric, case: on }: Broken, says: string): string => `${metric}: ${says}, on ${on}`;
const becomes = ({ before, after }: Changed): string => `${before} becomes ${after}`;

const SAME_ORDER = "let explain do what compute does, in the same order";

export const lawProblem = defineProblems({
  "law-range": (it: Broken & { readonly score: string }) => ({
    what: of(it, `${it.score} is not in its range`),
    fix: "correct compute, or widen `range`",
  }),
  "law-yes-no": (it: Broken & { readonly score: string }) => ({
    what: of(it, `${it.score} is neither 0 nor 1`),
    fix: "correct compute, or remove `values`",
  }),
  "law-explain/other-score": (it: Broken & { readonly score: string; readonly explained: string }) => ({
    what: of(it, `compute says ${it.score}, explain ${it.explained}`),
    fix: SAME_ORDER,
  }),
  "law-explain/rank": (it: Broken & { readonly rank: number }) => ({
    what: of(it, `explain speaks of rank ${it.rank}`),
    fix: SAME_ORDER,
  }),
  "law-past-length": (it: Broken & Changed) => ({
    what: of(it, `${becomes(it)} when the arrays are longer`),
    fix: "read only the first `length` entries of the arrays by rank: they are used again for the next query",
  }),
  "law-sparse": (it: Broken & Changed) => ({
    what: of(it, `${becomes(it)} when the ranks of judged hits are known`),
    fix: "skip only unjudged hits, or leave `sparse` alone",
  }),
  "law-throws": (it: Broken & { readonly message: string }) => ({
    what: of(it, it.message),
    fix: "return an undefined score with its reason instead",
  }),
  "law-ignores-below-k": (it: Broken & Changed & { readonly k: number }) => ({
    what: of(it, `${becomes(it)} when hits below ${it.k} change`),
    fix: 'look at the first k hits only, or leave "ignores-below-k" out of `laws`',
  }),
  "law-monotone": (it: Broken & Changed & { readonly rank: number }) => ({
    what: of(it, `${becomes(it)} when rank ${it.rank} moves up`),
    fix: 'correct compute, or leave "monotone" out of `laws`',
  }),
  "law-top-when-ideal": (
    it: Broken & { readonly ideal: string; readonly found: string; readonly wanted: string },
  ) => ({
    what: of(it, `the ideal list ${it.ideal} scores ${it.found}, not ${it.wanted}`),
    fix: 'correct compute, or leave "top-when-ideal" out of `laws`',
  }),
  "law-rename-safe": (it: Broken & Changed) => ({
    what: of(it, `${becomes(it)} when ids are renamed`),
    fix: 'compute from the ranking alone, or leave "rename-safe" out of `laws`',
  }),
  "law-group-order-safe": (it: Broken & Changed) => ({
    what: of(it, `${becomes(it)} when groups are listed in another order`),
    fix: 'treat groups alike, or leave "group-order-safe" out of `laws`',
  }),
});
