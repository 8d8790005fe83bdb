/** Scores on the terminal and in files: the end of `goldie eval`, wherever the scores come from. */
import type { Problem } from "../../../core/problem.ts";
import type { Report } from "../../../reports/model.ts";
import { type TrecEvalFlags, trecEvalText } from "../../../reports/trec-eval.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { isHtml } from "../../shared/html.ts";
import { checkOverlap, type OverlapCheck } from "../../shared/no-overlap.ts";
import { asErrors, showErrors, showWarnings } from "../../shared/problems.ts";
import {
  hasFailures,
  hiddenIn,
  jsonReport,
  tableReport,
  toolReport,
  writeReports,
} from "../../shared/reports.ts";
import { withoutJudgeProblems } from "../../shared/without-judge-problems.ts";

export interface ShownScores extends Pick<OverlapCheck, "gold" | "runs" | "words"> {
  readonly report: Report;
  /** The same for a web page, which has more room. */
  readonly page: Report;
  readonly warnings: readonly Problem[];
  /** The metrics that were left out: a warning, but not one about the files. */
  readonly leftOut: Problem | undefined;
  readonly outputs: readonly string[];
  readonly trec: TrecEvalFlags | undefined;
  /** Why something else could not be written. */
  readonly unsaved: Problem | undefined;
}

/** Scores that passed every check, with their files written. */
export interface ReadyScores {
  /** Was every file written? */
  readonly saved: boolean;
  /** Returns the exit code. */
  show(): Promise<number>;
}

/** Returns the exit code. */
export const showScores = async (shown: ShownScores, args: Args, effects: Effects): Promise<number> =>
  (await readyScores(shown, args, effects)).show();

/** Whatever can refuse the scores does so here, before anything is on the terminal. */
export async function readyScores(shown: ShownScores, args: Args, effects: Effects): Promise<ReadyScores> {
  const { report, outputs, trec } = shown;
  const warnings = shown.warnings.filter(
    // Expected with -c.
    ({ code }) => code !== "missing-query" || trec?.c !== true,
  );
  // A second try says nothing of the files.
  const heard = warnings.filter((one) => one !== shown.leftOut && one.code !== "retried");
  const { above, below } = checkOverlap(
    {
      gold: shown.gold,
      runs: shown.runs,
      words: shown.words,
      problems: warnings,
      again: ["eval", ...args.words],
      asTool: trec !== undefined,
    },
    args,
  );
  if (args.has("strict") && heard.length > 0) throw asErrors(heard);
  // The tool itself takes one run; show several as a table.
  const tool = trec === undefined || report.runs.length > 1 ? undefined : trecEvalText(trec);
  const text = args.has("json")
    ? [jsonReport(report, args)]
    : tool === undefined
      ? [tableReport(report, args, effects)]
      : toolReport(tool, report, args);
  // Before standard output, which may be closed early.
  const refused = await writeReports(
    outputs.filter((path) => !isHtml(path)),
    report,
    args,
    effects,
    tool,
  );
  refused.push(...(await writeReports(outputs.filter(isHtml), shown.page, args, effects)));
  const show = async (): Promise<number> => {
    if (!args.has("quiet")) await showWarnings(above, effects, args, "above");
    for (const piece of text) await effects.stdout.write(piece);
    if (!args.has("quiet")) await showWarnings([...below, ...hiddenIn(outputs, report, args)], effects, args);
    const unsaved = shown.unsaved === undefined ? [] : [shown.unsaved];
    if (refused.length + unsaved.length > 0) await showErrors([...refused, ...unsaved], effects);
    return refused.length > 0 ? 2 : unsaved.length > 0 || hasFailures(report) ? 3 : 0;
  };
  return { saved: refused.length === 0, show };
}

/** Each Problem once: those of the gold come with every run. `ofJudge`: those already shown by the judge. */
export function warningsOf({ runs, problems = [] }: Report, ofJudge: readonly Problem[]): Problem[] {
  const all = [...problems, ...runs.flatMap(({ result }) => withoutJudgeProblems(result.problems, ofJudge))];
  return [...new Map(all.map((problem) => [JSON.stringify(problem), problem])).values()];
}
