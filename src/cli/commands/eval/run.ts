/** `goldie eval`. */
import type { QueryId } from "../../../core/ids.ts";
import { GoldieError, type Problem } from "../../../core/problem.ts";
import type { MatchRule } from "../../../core/rules.ts";
import type { HitsWanted } from "../../../engine/choose-path.ts";
import type { AskedMetrics } from "../../../evaluate/plan/plan.ts";
import type { Rules } from "../../../evaluate/plan/rules.ts";
import type { Result } from "../../../evaluate/score/result.ts";
import type { Report } from "../../../reports/model.ts";
import { relstring as relstringOf } from "../../../reports/relstring.ts";
import { refuseAsTrecEval, type TrecEvalFlags, trecEvalOptions } from "../../../reports/trec-eval.ts";
import type { Effects } from "../../effects.ts";
import { type Args, refuseFlags } from "../../shared/args.ts";
import { askedBy, rulesBy } from "../../shared/asked.ts";
import { type ColumnFile, refuseAbsentColumns } from "../../shared/asked-columns.ts";
import { wrongUse as engineUse } from "../../shared/engine/problems.ts";
import { isHtml } from "../../shared/html.ts";
import { judgeFlags } from "../../shared/judge/flags.ts";
import type { RunsJudged } from "../../shared/judge/runs.ts";
import { withFiles } from "../../shared/mixed-up.ts";
import { namedRuns } from "../../shared/named-runs.ts";
import { refuseInputs } from "../../shared/output.ts";
import { outputsBy } from "../../shared/reports.ts";
import { type Request, requestBy } from "../../shared/request.ts";
import type { Inputs } from "../../shared/sources.ts";
import { aboveTop } from "./_above-top.ts";
import { runAutorag } from "./_autorag.ts";
import { isAutoragProject } from "./_autorag-project.ts";
import { engineFlags } from "./_engine-flags.ts";
import { needsJudge, withoutJudged } from "./_judged.ts";
import { runLiverag } from "./_liverag.ts";
import { type Scored, scoreFiles } from "./_score.ts";
import { showScores, warningsOf } from "./_show.ts";
import { trecBy } from "./_trec.ts";
import { wrongUse } from "./problems.ts";

export async function runEval(given: Args, effects: Effects): Promise<number> {
  const written = await withConfigured(given, effects);
  // Loaded on demand: tables and engines.
  if (written.has("engine")) return (await import("./_tables.ts")).runTables(written, effects);
  refuseFlags(written, ENGINE_ONLY, (flag) => engineUse("flag-without-engine", { flag }));
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
  if (trec !== undefined) refuseRuns(scored.runs, trec);
  const code = await showScores(
    {
      gold: args.positionals[0]!,
      runs: scored.runs,
      words: scored.words,
      report,
      page: withJudgements(report, judged),
      warnings: warningsOf(report, ofJudge),
      leftOut: problem,
      outputs,
      trec,
      unsaved: judged?.unsaved,
    },
    args,
    effects,
  );
  // Loaded on demand, and nothing of an engine with it unless the files are large.
  if (!args.has("quiet") && scored.runs.some(({ format }) => format === "parquet"))
    await (await import("./_advise.ts")).adviseEngine(scored, request, args, effects);
  return code;
}

/** Flags that only an engine understands. */
const ENGINE_ONLY = engineFlags
  .map(({ flag }) => flag.slice(2))
  .filter((flag) => flag !== "engine" && flag !== "config");

/** The engine of the config, where the command line names a table or nothing at all. Loading a config runs the user's code. */
async function withConfigured(args: Args, effects: Effects): Promise<Args> {
  const needed =
    args.has("config") ||
    (!args.has("engine") &&
      !args.has("results") &&
      (args.positionals.length === 0 || args.has("run-table") || args.has("gold-table")));
  return needed ? (await import("./_configured.ts")).configured(args, effects) : args;
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
export function refuseUnderTrec(args: Args, outputs: readonly string[]): void {
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
  const { asked, ...left } = askedOf(args, trec);
  return { request: requestBy(args, gold!, runs, asked, names), ...left };
}

/** The metrics and rules, and those of the dialect's metrics that are left out. */
export function askedOf(
  args: Args,
  trec: TrecEvalFlags | undefined,
): { asked: AskedMetrics & Rules; relstring?: number; problem?: Problem } {
  if (trec === undefined) return withoutJudged(askedBy(args));
  const { relstring, ...asked } = trecEvalOptions(trec);
  const { problem } = withoutJudged(asked);
  return {
    asked: { ...asked, ...rulesBy(args) },
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
export function refuseRuns(
  runs: readonly { readonly result: Result; readonly file: string }[],
  trec: TrecEvalFlags,
): void {
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
