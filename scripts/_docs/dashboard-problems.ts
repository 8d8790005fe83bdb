/** Problem codes of the dashboard: docs/guide/dashboard.md. */
import type { Problem } from "../../src/core/problem.ts";
import { dashboardProblem } from "../../src/dashboard/problems.ts";
import { code, table } from "./markdown.ts";

const examples: readonly Problem[] = [
  dashboardProblem("not-allowed/session", {}),
  dashboardProblem("bad-request/type", {}),
  dashboardProblem("no-page", {}),
  dashboardProblem("too-many-pages", { most: 32 }),
  dashboardProblem("cannot-ask", {}),
  dashboardProblem("dashboard-failed", {}),
  dashboardProblem("no-port/busy", { port: 8080 }),
];

export const dashboardProblemCodes: readonly string[] = examples.map((problem) => problem.code);

export const dashboardProblems = (): string =>
  table(
    ["code", "example", "fix"],
    examples.map((problem) => [code(problem.code), problem.what, problem.fix]),
  );
