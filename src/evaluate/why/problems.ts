/** What is said of two sides that cannot be compared. */

import { defineProblems } from "../../core/problem-table.ts";
import { wordsOf } from "../../core/shown.ts";

export const whyProblem = defineProblems({
  "several-metrics": ({ name, metrics }: { readonly name: string; readonly metrics: readonly string[] }) => ({
    what: `${name} is several metrics: ${wordsOf(metrics)}`,
    fix: "name one of them",
  }),
  "no-counterpart": ({
    dialect,
    metric,
    names,
  }: {
    readonly dialect: string;
    readonly metric: string;
    readonly names: readonly string[];
  }) => ({
    what: `${dialect} has nothing like ${metric}`,
    fix: `name one of its metrics: ${names.join(", ")}`,
  }),
  "no-metric/two-dialects": ({ dialects }: { readonly dialects: readonly [string, string] }) => ({
    what: `${dialects[0]} and ${dialects[1]} are dialects; neither names a metric`,
    fix: `write ${dialects[0]}:NAME, or use whyDialectsDiffer for all they share`,
  }),
});
