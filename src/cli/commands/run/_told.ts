/** Messages about a run besides its table: that it was stopped, how to continue, which answers are stored anyway. */
import { GoldieError, type Problem } from "../../../core/problem.ts";
import type { LiveResult, PartialRun } from "../../../live/run.ts";
import type { Report } from "../../../reports/model.ts";
import { shellWord } from "../../../text/shell-word.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { tableReport } from "../../shared/reports.ts";
import { PartFailed } from "../../shared/stopped.ts";
import { wrongUse } from "./problems.ts";

/** If one retriever shares no id with the gold: prints the scores of the others, and that all answers are stored. */
export async function tellOthers(
  { selection: _, ...report }: Report,
  error: unknown,
  id: string,
  args: Args,
  effects: Effects,
): Promise<void> {
  if (!(error instanceof GoldieError) || error.problem.code !== "nothing-matches") return;
  const wrong = new Set(error.problems.map(({ at }) => at?.file));
  const runs = report.runs.filter(({ result }) => !wrong.has(`last/${result.name}`));
  if (runs.length > 0 && !args.has("json"))
    await effects.stdout.write(tableReport({ ...report, runs }, args, effects));
  if (!args.has("quiet"))
    await effects.stderr.write(
      `the answers are stored as ${id}; goldie eval scores them without asking again\n`,
    );
}

/** How far a run came, scored or not. */
export type HowFar = Pick<LiveResult, "queries" | "unopened"> & { readonly runs: readonly PartialRun[] };

/** Wrong settings are wrong usage (exit 2); failing code is a failed part (exit 3). */
export function unopenedError({ unopened }: HowFar): Error {
  const [first, ...others] = unopened.map(({ problem }): Problem => ({ ...problem, level: "error" }));
  return first!.code === "retriever-failed"
    ? new PartFailed(first!)
    : new GoldieError(first!, [first!, ...others]);
}

export const strayError = (error: unknown, live: HowFar, { words }: Args): Error =>
  new PartFailed(
    wrongUse("stray-error", {
      message: error instanceof Error ? error.message : String(error),
      done: doneText(live),
      command: resumeText(words),
    }).problem,
  );

/** Ctrl-C: the answers are stored, and the same command with --resume continues. */
export async function tellStopped(
  code: number,
  live: HowFar,
  { words }: Args,
  effects: Effects,
): Promise<number> {
  await effects.stderr.write(`stopped: answered ${doneText(live)}\nto continue: ${resumeText(words)}\n`);
  return code;
}

/** Without all queries there is no score. */
export async function tellUnasked(live: HowFar, { words }: Args, { stderr }: Effects): Promise<number> {
  await stderr.write(
    `not scored, because some queries of this run were never asked: answered ${doneText(live)}\nto ask them: ${resumeText(words)}\n`,
  );
  return 3;
}

const doneText = ({ runs, queries }: HowFar): string =>
  runs
    .map(({ name, answered, failed }) => {
      const lost = failed === 0 ? "" : `, ${failed} failed`;
      return `${runs.length === 1 ? "" : `${name} `}${answered} of ${queries.size}${lost}`;
    })
    .join("; ");

const resumeText = (words: readonly string[]): string =>
  [
    "goldie run",
    ...words.filter((word) => word !== "--resume" && word !== "--only-failed").map(shellWord),
    "--resume",
  ].join(" ");
