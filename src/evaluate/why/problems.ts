/** Messages about two metrics or dialects that cannot be compared. */

import { defineProblems } from "../../core/problem-table.ts";
import { wordsOf } from "../../core/shown.ts";

export const whyProblem = defineProblems({
  "several-metrics": ({ name, metrics }: { readonly name: string; readonly metrics: readonly string[] }) => ({
    what: `${name} stands for several metrics: ${wordsOf(metrics)}`,
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
    what: `${dialect} has no counterpart of ${metric}`,
    fix: `name one of its metrics: ${names.join(", ")}`,
  }),
  "no-metric/two-dialects": ({ dialects }: { readonly dialects: readonly [string, string] }) => ({
    what: `no metric named: ${dialects[0]} and ${dialects[1]} are both dialects`,
    fix: `write ${dialects[0]}:NAME, or use whyDialectsDiffer to compare all shared metrics`,
  }),
});
