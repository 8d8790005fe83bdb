/** What is said of judgements that a metric cannot score. */

import { defineProblems } from "../core/problem-table.ts";

export const metricProblem = defineProblems({
  "bad-rating": ({ found, top }: { readonly found: number; readonly top: number }) => ({
    what: `a rating is ${found}, and the best there is is ${top}`,
    fix: "give the best rating as `top`",
  }),
});
