/** Problems as pages show them. */
import type { Problem } from "../../core/problem.ts";
import type { ShownProblem } from "./model.ts";

/** What is wrong, as part of a sentence. */
export const wordsOf = ({ what }: Problem): string => what;

export const shownProblem = ({ level, code, what, fix, at, count }: Problem): ShownProblem => ({
  level: level ?? "warning",
  code,
  what,
  fix,
  ...(at?.file === undefined ? {} : { at: `${at.file}${at.line === undefined ? "" : `:${at.line}`}` }),
  ...(count === undefined ? {} : { count }),
});
