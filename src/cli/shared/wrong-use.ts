/** Usage errors: one code with a reason each, and a message table beside each command. */
import { GoldieError, type Problem } from "../../core/problem.ts";
import { defineProblems, type ProblemTable } from "../../core/problem-table.ts";

const code = "wrong-use";

/** The arguments for a reason: its fields, or nothing if its message has none. */
type UseFields<W> = W extends (...given: infer P) => unknown ? (P extends [] ? [] : [fields: P[0]]) : never;

export interface WrongUse<T extends ProblemTable> {
  <K extends keyof T & string>(reason: K, ...given: UseFields<T[K]>): GoldieError;
  readonly table: ProblemTable;
}

/**
 * The errors of a command's use, by reason.
 * @example
 * const wrongUse = defineWrongUses({
 *   "given-twice": ({ flag }: { flag: string }) => ({ what: `${flag} is given twice`, fix: "give it once" }),
 * });
 * throw wrongUse("given-twice", { flag: "--as" });
 */
export function defineWrongUses<const T extends ProblemTable>(words: T): WrongUse<T> {
  const problem = defineProblems<ProblemTable>(
    Object.fromEntries(Object.entries(words).map(([reason, wording]) => [`${code}/${reason}`, wording])),
  );
  const refuse = (reason: string, fields: object = {}): GoldieError =>
    new GoldieError(problem(`${code}/${reason}`, fields));
  return Object.assign(refuse as unknown as WrongUse<T>, { table: problem.table });
}

export const isWrongUse = (problem: Problem): boolean => problem.code === code;

/** "did you mean …?", or the alternative if no name is close. */
export const didYouMean = ([close]: readonly string[], otherwise: string): string =>
  close === undefined ? otherwise : `did you mean ${close}?`;
