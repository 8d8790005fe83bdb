/** Problems on stderr: file:line what / why / fix / run, a few of each kind, all of them counted. */

import type { Problem } from "../../core/problem.ts";
import { GoldieError } from "../../core/problem.ts";
import { allOf, isRest } from "../../core/problem-log.ts";
import { contentOf, reworded } from "../../core/problem-table.ts";
import { withCommas } from "../../core/shown.ts";
import { fill } from "../../text/fill.ts";
import { oneLine } from "../../text/width.ts";
import type { Effects } from "../effects.ts";
import type { Args } from "./args.ts";
import { widthFor } from "./help.ts";
import { styleOf } from "./style.ts";
import { isWrongUse } from "./wrong-use.ts";

/** How many problems are shown, shared between the kinds. */
const SHOWN = 20;
/** One warning per kind; all with --verbose. */
const ONE_EACH = 1;
const ALL = Number.POSITIVE_INFINITY;

const placeOf = ({ at }: Problem): string =>
  at?.file === undefined ? "" : `${at.file}${at.line === undefined ? "" : `:${at.line}`}  `;

/** `content`: the fields of its text, if known. */
type PrintedProblem = Problem & { readonly content?: string | undefined };

/** The same content on several lines of a file is shown once: "big.jsonl:1-60 (60 rows)". */
function together(problems: readonly PrintedProblem[]): Told[] {
  const groups = new Map<string, Problem[]>();
  problems.forEach((problem, i) => {
    const { content, at, count } = problem;
    // Without a line, it is about the file or already a summary.
    const alone =
      at?.file === undefined || at.line === undefined || count !== undefined || content === undefined;
    const key = JSON.stringify(alone ? i : [content, at.file]);
    groups.set(key, [...(groups.get(key) ?? []), problem]);
  });
  return [...groups.values()].map((list) => {
    const [first] = list;
    const lines = list.map(({ at }) => at?.line ?? 0);
    if (list.length === 1) return { ...first!, place: placeOf(first!) };
    const place = `${first!.at!.file}:${Math.min(...lines)}-${Math.max(...lines)} (${list.length} rows)  `;
    return { ...first!, place, count: list.length };
  });
}
type Told = Problem & { readonly place: string };

/** A ProblemLog's last entry of a kind is a summary. */
const countOf = (problem: Problem): number => problem.count ?? 1;

/** If only one of a kind is shown, Problems with the same code but different texts are separate kinds. */
function kindOf(problem: Problem, byCode: boolean, known: ReadonlyMap<string, unknown>): string {
  const { code, reason } = problem;
  if (byCode || reason === undefined) return code;
  // Problems of a code that were dropped count with its last one.
  if (isRest(problem)) return [...known.keys()].findLast((kind) => kind.startsWith(`${code}/`)) ?? code;
  return `${code}/${reason}`;
}

/** The text of Problems, by kind, under a title. */
export function printProblems(
  problems: readonly PrintedProblem[],
  title: (count: number) => string,
  bold: (text: string) => string = (text) => text,
  width?: number,
  each?: number,
): string {
  const said = (start: string, text: string, indent: number): string =>
    `${start}${fill(oneLine(text), " ".repeat(indent), width).trimStart()}`;
  const kinds = new Map<string, PrintedProblem[]>();
  for (const problem of problems) {
    const kind = kindOf(problem, each === undefined, kinds);
    const list = kinds.get(kind);
    if (list === undefined) kinds.set(kind, [problem]);
    else list.push(problem);
  }
  const share = each ?? Math.max(1, Math.floor(SHOWN / Math.max(1, kinds.size)));
  const blocks = [...kinds.values()].map((list) => {
    const told = together(list.filter((problem) => !isRest(problem)));
    const shown = told.slice(0, share);
    const rest =
      list.reduce((sum, problem) => sum + countOf(problem), 0) - shown.reduce((n, p) => n + countOf(p), 0);
    const lines: string[] = [];
    shown.forEach((problem, i) => {
      lines.push(said("", `${problem.place}${problem.what}`, 4));
      // Print identical why and fix lines once, below the last.
      const next = shown[i + 1];
      if (
        next !== undefined &&
        next.why === problem.why &&
        next.fix === problem.fix &&
        next.run === problem.run
      )
        return;
      if (problem.why !== undefined) lines.push(said("  why  ", problem.why, 7));
      lines.push(said("  fix  ", problem.fix, 7));
      // Not wrapped: a command with a line break cannot be pasted.
      if (problem.run !== undefined) lines.push(`  run  ${oneLine(problem.run)}`);
    });
    if (rest > 0)
      lines.push(
        `  and ${withCommas(rest)} more like this${each === ONE_EACH ? "; --verbose shows all" : ""}`,
      );
    return lines.join("\n");
  });
  const total = problems.reduce((sum, problem) => sum + countOf(problem), 0);
  return `${bold(title(total))}\n${blocks.join("\n")}\n`;
}

/** For --strict: warnings as errors. */
export const asErrors = (warnings: readonly Problem[]): GoldieError => {
  const problems = warnings.map((problem) => ({ ...problem, level: "error" as const }));
  return new GoldieError(problems[0]!, problems);
};

/** Rewords for the command line; usage errors already are. */
async function forCommands(problems: readonly Problem[]): Promise<readonly PrintedProblem[]> {
  if (problems.every(isWrongUse)) return problems;
  const { allTables } = await import("./problem-tables.ts");
  return problems.map((problem) => ({
    ...reworded(problem, allTables, "command"),
    content: contentOf(problem, allTables, "command"),
  }));
}

export async function showErrors(problems: readonly Problem[], effects: Effects): Promise<void> {
  const style = styleOf(effects.stderr, effects.env);
  await effects.stderr.write(
    printProblems(
      await forCommands(problems),
      (n) => (n === 1 ? "error" : `${withCommas(n)} errors`),
      (text) => style.red(style.bold(text)),
      widthFor(effects.stderr),
    ),
  );
}

/** Shown below previous output, or above the output that follows. */
export async function showWarnings(
  problems: readonly Problem[],
  effects: Effects,
  args: Pick<Args, "has">,
  place: "below" | "above" = "below",
): Promise<void> {
  if (problems.length === 0) return;
  const verbose = args.has("verbose");
  const style = styleOf(effects.stderr, effects.env);
  await effects.stderr.write(
    `${place === "below" ? "\n" : ""}${printProblems(
      await forCommands(verbose ? allOf(problems) : problems),
      (n) => (n === 1 ? "warning" : `${withCommas(n)} warnings`),
      style.yellow,
      widthFor(effects.stderr),
      verbose ? ALL : ONE_EACH,
    )}${place === "above" ? "\n" : ""}`,
  );
}
