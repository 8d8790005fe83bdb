/** `goldie eval`. */
import type { QueryId } from "../../../core/ids.ts";
import { GoldieError, type Problem } from "../../../core/problem.ts";
import type { MatchRule } from "../../../core/rules.ts";
import type { HitsWanted } from "../../../engine/choose-path.ts";
import type { Report } from "../../../reports/model.ts";
import { relstring as relstringOf } from "../../../reports/relstring.ts";
import {
  refuseAsTrecEval,
  type TrecEvalFlags,
  trecEvalOptions,
  trecEvalText,
} from "../../../reports/trec-eval.ts";
import type { Effects } from "../../effects.ts";
import { type Args, refuseFlags } from "../../shared/args.ts";
import { askedBy, rulesBy } from "../../shared/asked.ts";
import { type ColumnFile, refuseAbsentColumns } from "../../shared/asked-columns.ts";
import { isHtml } from "../../shared/html.ts";
import { judgeFlags } from "../../shared/judge/flags.ts";
import type { RunsJudged } from "../../shared/judge/runs.ts";
import { withFiles } from "../../shared/mixed-up.ts";
import { namedRuns } from "../../shared/named-runs.ts";
import { checkOverlap } from "../../shared/no-overlap.ts";
import { refuseInputs } from "../../shared/output.ts";
import { asErrors, showErrors, showWarnings } from "../../shared/problems.ts";
import {
  hasFailures,
  hiddenIn,
  jsonReport,
  outputsBy,
  tableReport,
  toolReport,
  writeReports,
} from "../../shared/reports.ts";
import { type Request, requestBy } from "../../shared/request.ts";
import type { Inputs } from "../../shared/sources.ts";
import { withoutJudgeProblems } from "../../shared/without-judge-problems.ts";
import { aboveTop } from "./_above-top.ts";
import { isAutoragProject, runAutorag } from "./_autorag.ts";
import { needsJudge, withoutJudged } from "./_judged.ts";
import { runLiverag } from "./_liverag.ts";
import { type Scored, scoreFiles } from "./_score.ts";
import { trecBy } from "./_trec.ts";
import { wrongUse } from "./problems.ts";

export async function runEval(written: Args, effects: Effects): Promise<number> {
  const { args, names, ruled } = await namedRuns(written, 1, effects, { rules: true });
  if (args.has("results")) return runLiverag(args, effects);
  if (await isAutoragProject(args, effects)) return runAutorag(args, effects);
  // Fail on unwritable outputs before reading any input.
  const outputs = outputsBy(args);
  await refuseInputs(outputs, [...args.positionals, ...args.all("corpus")], effects);
  const trec = trecBy(args);
  if (trec !== undefined) refuseUnderTrec(args, outputs);
  const { request, relstring, problem } = requestOf(args, names, trec);
  /** By run. */
  const relstrings: Map<QueryId, string>[] = [];
  const { scored, judged } = await withFiles(effects, request, "eval", async (inputs) => {
    const judged = await judgedIn(args, request, inputs, effects);
    return {
      judged,
      scored: await scoreFiles(
        judged === undefined ? request : { ...request, judged },
        inputs,
        // A web page shows the hits.
        outputs.some(isHtml) ? { misses: "all", again: "all" } : { misses: missesWanted(args, trec) },
        relstring === undefined
          ? undefined
          : (run, query, ranking) => {
              relstrings[run] ??= new Map();
              if (ranking !== undefined) relstrings[run].set(query, relstringOf(ranking, relstring));
            },
      ),
    };
  });
  const ofJudge = judged?.problems ?? [];
  const problems = [...(problem === undefined ? [] : [problem]), ...ofJudge, ...(scored.problems ?? [])];
  const notes = [
    ...(ruled === undefined ? [] : [`scored by the rules of ${ruled.ref}: ${ruled.flags.join(" ")}`]),
    ...aboveTop(
      request.asked,
      scored.runs.map(({ result }) => result),
    ),
  ];
  const report = { ...reportOn(scored, judged, relstrings, problems), notes };
  refuseAbsentColumns(request.columns, filesOf(args.positionals[0]!, scored), warningsOf(report, []));
  const warnings = warningsOf(report, ofJudge).filter(
    // Expected with -c.
    ({ code }) => code !== "missing-query" || trec?.c !== true,
  );
  if (trec !== undefined) refuseRuns(scored, trec);
  // Left-out metrics are not a Problem of the files.
  const heard = warnings.filter((one) => one !== problem);
  const { above, below } = checkOverlap(
    {
      gold: args.positionals[0]!,
      runs: scored.runs,
      words: scored.words,
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
  refused.push(
    ...(await writeReports(outputs.filter(isHtml), withJudgements(report, judged), args, effects)),
  );
  if (!args.has("quiet")) await showWarnings(above, effects, args, "above");
  for (const piece of text) await effects.stdout.write(piece);
  if (!args.has("quiet")) await showWarnings([...below, ...hiddenIn(outputs, report, args)], effects, args);
  const unsaved = judged?.unsaved === undefined ? [] : [judged.unsaved];
  if (refused.length + unsaved.length > 0) await showErrors([...refused, ...unsaved], effects);
  return refused.length > 0 ? 2 : unsaved.length > 0 || hasFailures(report) ? 3 : 0;
}

/** Judges the runs if a metric needs it. Loaded on demand: the judge bundle is large. */
async function judgedIn(
  args: Args,
  request: Request,
  inputs: Inputs,
  effects: Effects,
): Promise<RunsJudged | undefined> {
  if (needsJudge(request.asked))
    return (await import("../../shared/judge/runs.ts")).judgeRuns(args, request, inputs, effects);
  const flags = judgeFlags.map(({ flag }) => flag.slice(2));
  refuseFlags(args, flags, (flag) => wrongUse("flag-without-judge", { flag }));
  return undefined;
}

/** What trec_eval's text format has no place for. */
function refuseUnderTrec(args: Args, outputs: readonly string[]): void {
  refuseFlags(args, ["k"], (flag) => wrongUse("trec-cutoffs", { flag }));
  refuseFlags(args, ["option"], (flag) => wrongUse("trec-options", { flag }));
  if (args.has("json") || args.positionals.length > 2) return;
  if (outputs.length === 0) refuseFlags(args, ["by"], (flag) => wrongUse("not-in-trec-text", { flag }));
  if (!outputs.some((path) => path.toLowerCase().endsWith(".json")))
    refuseFlags(args, ["missed"], (flag) => wrongUse("not-in-trec-text", { flag }));
}

function requestOf(
  args: Args,
  names: Request["names"],
  trec: TrecEvalFlags | undefined,
): { request: Request; relstring?: number; problem?: Problem } {
  const [gold, ...runs] = args.positionals;
  if (trec === undefined) {
    const { asked, ...left } = withoutJudged(askedBy(args));
    return { request: requestBy(args, gold!, runs, asked, names), ...left };
  }
  const { relstring, ...asked } = trecEvalOptions(trec);
  const request = requestBy(args, gold!, runs, { ...asked, ...rulesBy(args) }, names);
  const { problem } = withoutJudged(asked);
  return {
    request,
    ...(relstring === undefined ? {} : { relstring }),
    ...(problem === undefined ? {} : { problem }),
  };
}

/** A table has room for it where it is cheap to say; other tools' texts and JSON have it where it is asked for. */
const missesWanted = (args: Args, trec: TrecEvalFlags | undefined): HitsWanted =>
  args.has("missed") ? "all" : trec === undefined && !args.has("json") ? "fitting" : "none";

/** All findings, as one value. */
function reportOn(
  { runs, words }: Scored,
  judged: RunsJudged | undefined,
  relstrings: readonly ReadonlyMap<QueryId, string>[],
  problems: readonly Problem[],
): Report {
  return {
    runs: runs.map((run, r) => ({
      ...run,
      words,
      matched: run.result.rules["match"] as MatchRule,
      ...(relstrings[r] === undefined ? {} : { relstrings: relstrings[r] }),
    })),
    ...(judged === undefined ? {} : { judging: judged.judging }),
    problems,
  };
}

/** A page has room for every claim. */
function withJudgements(report: Report, judged: RunsJudged | undefined): Report {
  if (judged === undefined) return report;
  const { judgements, sides, judging } = judged;
  return {
    ...report,
    runs: report.runs.map((run, r) => ({
      ...run,
      judged: { records: [...judgements[r]!.values()], limits: judging.limits, sides },
    })),
  };
}

/** If the tool would fail for one run, fail for all: it never prints a table with gaps. */
function refuseRuns({ runs }: Scored, trec: TrecEvalFlags): void {
  for (const { result, file } of runs)
    try {
      refuseAsTrecEval(result, trec);
    } catch (error) {
      if (!(error instanceof GoldieError) || runs.length === 1) throw error;
      throw new GoldieError({ ...error.problem, at: { ...error.problem.at, file } });
    }
}

const filesOf = (gold: string, { goldFormat, runs }: Scored): ColumnFile[] => [
  { path: gold, kind: "gold", format: goldFormat },
  ...runs.map(({ file, format }) => ({ path: file, kind: "run" as const, format })),
];

/** Each Problem once: those of the gold come with every run. `ofJudge`: those already shown by the judge. */
function warningsOf({ runs, problems = [] }: Report, ofJudge: readonly Problem[]): Problem[] {
  const all = [...problems, ...runs.flatMap(({ result }) => withoutJudgeProblems(result.problems, ofJudge))];
  return [...new Map(all.map((problem) => [JSON.stringify(problem), problem])).values()];
}
