/** Problem codes of labelling: docs/guide/labelling.md. */
import type { Problem } from "../../src/core/problem.ts";
import { dashboardProblem } from "../../src/dashboard/problems.ts";
import { labelProblem } from "../../src/evaluate/label/problems.ts";
import { storeProblem } from "../../src/store/problems.ts";
import { code, table } from "./markdown.ts";

const examples: readonly Problem[] = [
  labelProblem("cannot-label/metric", { metric: "faithfulness" }),
  labelProblem("nothing-to-label/judged", { depth: 10 }),
  labelProblem("unlabelled-queries", { queries: 24 }),
  labelProblem("grades-beyond-gold/flag", { highest: 3, queries: 48, query: "q01", known: 1 }),
  dashboardProblem("no-texts", {}),
  dashboardProblem("not-labels", {}),
  dashboardProblem("no-label-item", {}),
  storeProblem("damaged-labels", { lines: 1 }),
  storeProblem("labels-gone", {}),
  storeProblem("labels-not-file", {}),
];

export const labelProblemCodes: readonly string[] = examples.map((problem) => problem.code);

export const labelProblems = (): string =>
  table(
    ["code", "example", "fix"],
    examples.map((problem) => [code(problem.code), problem.what, problem.fix]),
  );
