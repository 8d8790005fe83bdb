import type { QueryId } from "./ids.ts";
import { visible } from "./visible.ts";

/** The input a Problem is about. */
export type Side = "gold" | "run" | "corpus" | "scores" | "cases";

/** Where it is. */
export interface ProblemPlace {
  /** Which input it is in, where that is known. */
  readonly side?: Side;
  readonly file?: string;
  readonly line?: number;
  /** For duplicates: the line of the first. */
  readonly firstLine?: number;
  readonly query?: QueryId;
}

/** Plain JSON data from which messages are made. */
export type ProblemField = string | number | boolean | null | readonly ProblemField[] | ProblemFields;
export interface ProblemFields {
  readonly [name: string]: ProblemField | undefined;
}

/** What is wrong, why it matters, and how to fix it. */
export interface ProblemWords {
  readonly what: string;
  readonly why?: string;
  readonly fix: string;
  /** A complete command to paste. */
  readonly run?: string;
}

/**
 * An error or warning as data: a code (with a reason, if a code has several), fields and a place. The table of its part
 * makes the message from these; a custom Problem has no fields and keeps its message.
 */
export interface Problem extends ProblemWords {
  readonly code: string;
  /** Which of the code's cases this is. */
  readonly reason?: string;
  readonly fields?: ProblemFields;
  readonly at?: ProblemPlace;
  /** Number of occurrences, if one Problem stands for many. */
  readonly count?: number;
  /** error: the input cannot be trusted, so nothing is scored. Default: a warning. */
  readonly level?: "error";
}

/** Thrown if no result is possible; `problem` has the details as data. */
export class GoldieError extends Error {
  /** Each package entry has its own copy of this class, so match by name: an error of goldie/files is also one of goldie. */
  static override [Symbol.hasInstance](error: unknown): error is GoldieError {
    return error instanceof Error && error.name === "GoldieError" && "problem" in error;
  }
  override readonly name = "GoldieError";
  readonly problem: Problem;
  /** All problems, if there are several. */
  readonly problems: readonly Problem[];
  constructor(problem: Problem, problems: readonly Problem[] = [problem]) {
    super(printProblem(problem));
    this.problem = problem;
    this.problems = problems;
  }
}

/** file:line  what / why / fix / run, a line each. */
export function printProblem({ what, why, fix, run, at }: Problem): string {
  const file = at?.file === undefined ? "" : `${at.file}${at.line === undefined ? "" : `:${at.line}`}  `;
  return visible(
    [
      `${file}${what}`,
      ...(why === undefined ? [] : [`  why  ${why}`]),
      `  fix  ${fix}`,
      ...(run === undefined ? [] : [`  run  ${run}`]),
    ].join("\n"),
  );
}

/** The names closest to a mistyped one, nearest first. */
export function nearest(wanted: string, names: Iterable<string>, most = 3): string[] {
  const low = wanted.toLowerCase();
  const ranked: [string, number][] = [];
  for (const name of names) {
    const other = name.toLowerCase();
    const prefix = Math.min(low.length, other.length) > 2 && (other.startsWith(low) || low.startsWith(other));
    const most = Math.max(2, Math.floor(Math.max(low.length, other.length) / 3));
    // A name of another length takes as many steps, and a long one is not compared letter by letter.
    if (!prefix && Math.abs(low.length - other.length) > most) continue;
    const distance = prefix ? 1 : editDistance(low, other);
    if (distance <= most) ranked.push([name, distance]);
  }
  ranked.sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
  return ranked.slice(0, most).map(([name]) => name);
}

/** Levenshtein distance between two sequences. */
export function editDistance(a: ArrayLike<unknown>, b: ArrayLike<unknown>): number {
  let row = Uint32Array.from({ length: b.length + 1 }, (_, j) => j);
  let next = new Uint32Array(b.length + 1);
  for (let i = 0; i < a.length; i++) {
    next[0] = i + 1;
    for (let j = 0; j < b.length; j++) {
      const swap = row[j]! + (a[i] === b[j] ? 0 : 1);
      next[j + 1] = Math.min(row[j + 1]! + 1, next[j]! + 1, swap);
    }
    [row, next] = [next, row];
  }
  return row[b.length]!;
}
