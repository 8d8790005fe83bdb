/** `goldie eval`. */
import type { QueryId } from "../../../core/ids.ts";
import { jsonText } from "../../../core/json-text.ts";
import type { Problem } from "../../../core/problem.ts";
import type { RunMisses } from "../../../evaluate/why/missed.ts";
import { relstring as relstringOf } from "../../../reports/relstring.ts";
import { type TrecEvalFlags, trecEvalOptions, trecEvalPieces } from "../../../reports/trec-eval.ts";
import type { Effects } from "../../effects.ts";
import { type Args, refuseFlags } from "../../shared/args.ts";
import { askedBy, rulesBy } from "../../shared/asked.ts";
import { widthFor } from "../../shared/help.ts";
import { judgeFlags } from "../../shared/judge/flags.ts";
import type { RunsJudged } from "../../shared/judge/runs.ts";
import { loadFiles } from "../../shared/load.ts";
import { isSmall, missedText, missesOf } from "../../shared/missed.ts";
import { withFiles } from "../../shared/mixed-up.ts";
import { namedRuns } from "../../shared/named-runs.ts";
import { refuseInputs } from "../../shared/output.ts";
import { asErrors, showErrors, showWarnings } from "../../shared/problems.ts";
import {
  jsonReport,
  matchText,
  outputsBy,
  tableReport,
  unanswerableText,
  writeReports,
} from "../../shared/reports.ts";
import { type Request, requestBy, runPaths } from "../../shared/request.ts";
import type { Inputs } from "../../shared/sources.ts";
import { withoutJudgeProblems } from "../../shared/without-judge-problems.ts";
import { isAutoragProject, runAutorag } from "./_autorag.ts";
import { needsJudge, withoutJudged } from "./_judged.ts";
import { runLiverag } from "./_liverag.ts";
import { type Scored, scoreFiles } from "./_score.ts";
import { trecBy } from "./_trec.ts";
import { wrongUse } from "./problems.ts";

export async function runEval(written: Args, effects: Effects): Promise<number> {
  const { args, names } = await namedRuns(written, 1, effects);
  if (args.has("results")) return runLiverag(args, effects);
  if (await isAutoragProject(args, effects)) return runAutorag(args, effects);
  // What cannot be written is told before anything is read.
  const outputs = outputsBy(args);
  await refuseInputs(outputs, [...args.positionals, ...args.all("corpus")], effects);
  const trec = trecBy(args);
  if (trec !== undefined) refuseUnderTrec(args, outputs);
  const { request, relstring, problem } = requestOf(args, names, trec);
  const relstrings = new Map<QueryId, string>();
  const { scored, misses, judged } = await withFiles(effects, request, "eval", async (inputs) => {
    const judged = await judgedIn(args, request, inputs, effects);
    return {
      judged,
      scored: await scoreFiles(
        judged === undefined ? request : { ...request, judged },
        inputs,
        relstring === undefined
          ? undefined
          : (_, query, ranking) => {
              if (ranking !== undefined) relstrings.set(query, relstringOf(ranking, relstring));
            },
      ),
      misses: wantsMisses(args, trec) ? await missesIn(request, inputs, args) : [],
    };
  });
  const ofJudge = judged?.problems ?? [];
  const heard = [...ofJudge, ...withoutJudgeProblems(warningsOf(scored), ofJudge)].filter(
    // -c asks for just that.
    ({ code }) => code !== "missing-query" || trec?.c !== true,
  );
  const warnings = problem === undefined ? heard : [problem, ...heard];
  if (args.has("strict") && heard.length > 0) throw asErrors(heard);
  const [first, ...others] = scored.runs;
  // The tool itself takes one run; several are a table as everywhere.
  const toolText =
    trec === undefined || others.length > 0
      ? undefined
      : (flags: TrecEvalFlags) => trecEvalPieces(first!.result, flags, first!.tag, relstrings);
  const json = (): readonly string[] => [
    withMisses(jsonReport(scored, args), args.has("missed") ? misses : []),
  ];
  const text = args.has("json")
    ? json()
    : toolText !== undefined
      ? toolText(trec!)
      : [
          [
            tableReport(scored, args, effects),
            matchText(scored),
            unanswerableText(scored, effects),
            judged?.text ?? "",
            missedText(misses, args.has("missed"), widthFor(effects.stdout)),
          ]
            .filter((part) => part !== "")
            .join("\n"),
        ];
  // Before standard output, whose reader may go away.
  const own = { json, ...(toolText === undefined ? {} : { trec: () => toolText({ ...trec!, q: true }) }) };
  const refused = await writeReports(outputs, scored, args, effects, own);
  for (const piece of text) await effects.stdout.write(piece);
  if (!args.has("quiet")) await showWarnings(warnings, effects);
  if (refused.length > 0) await showErrors(refused, effects);
  return refused.length > 0 ? 2 : hasFailures(scored) ? 3 : 0;
}

/** What a judge says of the runs, where a metric reads it. Judges are a piece of their own, loaded for this. */
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

/** What trec_eval's own text has no place for. */
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

/** A table has room for it; other tools' texts and JSON have it where it is asked for. */
const wantsMisses = (args: Args, trec: TrecEvalFlags | undefined): boolean =>
  args.has("missed") || (trec === undefined && !args.has("json"));

/** Why gold was missed: where the user asks, or where it is cheap to say. */
async function missesIn(request: Request, inputs: Inputs, args: Args): Promise<readonly RunMisses[]> {
  const sources = await inputs.openAll([request.gold, ...runPaths(request)]);
  if (!args.has("missed") && !isSmall(sources.map(({ file }) => file?.size))) return [];
  return missesOf(await loadFiles(request, inputs, true), request);
}

/** The JSON of the runs, each with what it missed. */
function withMisses(json: string, misses: readonly RunMisses[]): string {
  if (misses.length === 0) return json;
  const report = JSON.parse(json) as { runs: object[] };
  const runs = report.runs.map((run, i) => {
    const { k, wanted, counts, queries } = misses[i]!;
    return { ...run, missed: { k, wanted, counts, queries: Object.fromEntries(queries) } };
  });
  return `${jsonText({ ...report, runs }, 2)}\n`;
}

/** Each Problem once: those of the gold come with every run. */
function warningsOf({ runs, problems = [] }: Scored): Problem[] {
  const all = [
    ...problems,
    ...runs.flatMap(({ result }) => result.problems.map((problem) => ofRun(problem, result.name))),
  ];
  return [...new Map(all.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** What no single query has belongs to the run. */
const ofRun = (problem: Problem, file: string): Problem =>
  problem.at?.file !== undefined || problem.at?.query !== undefined ? problem : { ...problem, at: { file } };

/** A part failed: some score could not be found out. */
export const hasFailures = ({ runs }: Scored): boolean =>
  runs.some(({ result }) => result.summary().some(({ counts }) => counts.failed > 0));
