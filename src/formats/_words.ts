/** Problems that every reader of rows may have. */

import type { Problem } from "../core/problem.ts";
import { GoldieError } from "../core/problem.ts";

/** Nothing to read. `what`: the row that was looked for, in the singular. */
export const emptyFile = (what: string): Problem => ({
  code: "empty-file",
  what: `the file has no ${what}`,
  fix: "check what was to be written there",
  level: "error",
});

export const notUtf8 = (line: number): Problem => ({
  code: "not-utf8",
  what: "the line holds bytes that are not UTF-8",
  why: "two different ids could become one",
  fix: "save the file as UTF-8",
  level: "error",
  at: { line },
});

/** Beyond this a file has no lines: text of that length could not be made a string either. */
export const LONGEST_LINE: number = 1 << 29;

export const longLine = (file: string, line: number): GoldieError =>
  new GoldieError({
    code: "long-line",
    what: "this line has more than 512 MB",
    why: "a file of rows has an end of line after each",
    fix: "check whether this is the right file",
    at: { ...(file === "" ? {} : { file }), line },
  });

export const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;

/** A word of the file, in quotes, cut where it is long. */
export const shown = (word: string): string =>
  JSON.stringify(word.length > 80 ? `${word.slice(0, 80)}…` : word);
