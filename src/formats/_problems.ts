/** Messages shared by all readers, and those of formats with only a few. */
import { GoldieError, type Problem } from "../core/problem.ts";
import { defineProblems } from "../core/problem-table.ts";
import { shown } from "./_shown.ts";
import type { Kind } from "./format.ts";

const KINDS: Readonly<Record<Kind, string>> = {
  gold: "gold",
  run: "a run",
  corpus: "a corpus",
  scores: "scores",
};
interface OfKind {
  readonly kind: Kind;
  readonly formats: readonly string[];
}

export const formatProblem = defineProblems({
  /** `wanted`: the expected kind of row, in the singular. */
  "empty-file/no-rows": ({ wanted }: { wanted: string }) => ({
    what: `the file has no ${wanted}`,
    fix: "check the command that writes it",
  }),
  "not-utf8/line": () => ({
    what: "the line is not valid UTF-8",
    why: "two different ids could become one",
    fix: "save the file as UTF-8",
  }),
  "long-line": (_: { limit: number }) => ({
    what: "this line is longer than 512 MB",
    why: "a file of rows has a line break after each row",
    fix: "check that this is the right file",
  }),
  "empty-file/empty": () => ({ what: "the file is empty", fix: "check the command that writes it" }),
  /** `formats`: the ids of the formats that can hold this kind. */
  "unknown-format": ({ kind, formats }: OfKind) => ({
    what: `this does not look like ${KINDS[kind]} in any known format`,
    fix: `name its format: ${formats.join(", ")}; \`goldie convert --list\` shows what each looks like`,
  }),
  "not-this-format": ({ title }: { title: string }) => ({
    what: `the start of this input holds no row of ${title}`,
    why: "an input that can be read only once is kept before it is scored, and this one may have no end",
    fix: "check what is piped in, or name another format",
  }),
  "wrong-format": ({ title, kind, formats }: OfKind & { format: string; title: string }, { file }) => ({
    what: `${file}: ${title} holds no ${kind}`,
    fix: `use one of: ${formats.join(", ")}`,
  }),
  /** A malformed line: `found` is the line, `wanted` the columns it should have. */
  "bad-row/line": ({ found, wanted }: { found: string; wanted: string }) => ({
    what: `the line is ${shown(found)}, not a judgement`,
    fix: `write ${wanted}`,
  }),
});

/** For a warning about a row that was read anyway. */
export const atLine = (line: number, query?: string): Pick<Problem, "at"> => ({
  at: query === undefined ? { line } : { line, query },
});
/** For an error in a row. */
export const errorAt = (line: number, query?: string): Pick<Problem, "at" | "level"> => ({
  level: "error",
  ...atLine(line, query),
});

/** For one Problem about `count` rows; `line`: the first of them. */
export const counted = (count: number, line: number): Pick<Problem, "at" | "count"> => ({
  ...atLine(line),
  ...(count > 1 ? { count } : {}),
});

/** A file without rows. `wanted`: the expected kind of row, in the singular. */
export const emptyFile = (wanted: string): Problem =>
  formatProblem("empty-file/no-rows", { wanted }, { level: "error" });

export const notUtf8 = (line: number): Problem => formatProblem("not-utf8/line", {}, errorAt(line));

export const longLine = (file: string, line: number, limit: number): GoldieError =>
  new GoldieError(formatProblem("long-line", { limit }, { at: { ...(file === "" ? {} : { file }), line } }));
