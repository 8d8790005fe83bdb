/** Messages about judgements that a metric cannot score. */

import { defineProblems } from "../core/problem-table.ts";

export const metricProblem = defineProblems({
  "bad-rating": ({ found, top }: { readonly found: number; readonly top: number }) => ({
    what: `rating ${found} is above the best rating, ${top}`,
    fix: "set `top` to the best rating of your scale",
  }),
});
