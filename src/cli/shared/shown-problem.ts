/** Problems as web pages show them: worded as on the command line, without paths outside the project. */
import { homedir } from "node:os";
import { basename, isAbsolute, relative, sep } from "node:path";
import type { Problem } from "../../core/problem.ts";
import { reworded } from "../../core/problem-table.ts";
import type { ShownProblem } from "../../reports/view/model.ts";
import { allTables } from "./problem-tables.ts";

/** A text with paths relative to the project. */
export const shortIn =
  (project: string) =>
  (text: string): string =>
    text.replaceAll(`${project}${sep}`, "").replaceAll(project, ".").replaceAll(homedir(), "~");

/** A stored Problem with paths relative to the project. */
export const withShortPaths = (problem: Problem, short: (text: string) => string): Problem => ({
  ...problem,
  what: short(problem.what),
});

export function shownIn(project: string): (problem: Problem) => ShownProblem {
  const short = shortIn(project);
  const fileOf = (file: string): string => {
    const inside = relative(project, file);
    return isAbsolute(file) && (inside.startsWith("..") || isAbsolute(inside)) ? basename(file) : short(file);
  };
  return (problem) => {
    const { level = "error", code, what, fix, at, count } = reworded(problem, allTables, "command");
    const line = at?.line === undefined ? "" : `:${at.line}`;
    return {
      level,
      code,
      what: short(what),
      fix: short(fix),
      ...(at?.file === undefined ? {} : { at: `${fileOf(at.file)}${line}` }),
      ...(count === undefined ? {} : { count }),
    };
  };
}
