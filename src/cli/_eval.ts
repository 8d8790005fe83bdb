/** `goldie eval`. */
import type { Problem, QueryId } from "../core/types.ts";
import type { FilesResult } from "../engine/evaluate-files.ts";
import { relstring as relstringOf } from "../reports/relstring.ts";
import { printTrecEval, type TrecEvalFlags, trecEvalOptions } from "../reports/trec-eval.ts";
import type { Args } from "./_args.ts";
import { askedBy, rulesBy } from "./_asked.ts";
import { asErrors, showErrors, showWarnings } from "./_problems.ts";
import { byTag, outputsBy, reportText, summaryText, writeReports } from "./_reports.ts";
import { type Request, requestBy } from "./_request.ts";
import { scoreFiles } from "./_score.ts";
import { trecBy } from "./_trec.ts";
import type { Effects } from "./effects.ts";

export async function runEval(args: Args, effects: Effects): Promise<number> {
  // What cannot be written is told before anything is read.
  const outputs = outputsBy(args);
  const trec = trecBy(args);
  const { request, relstring } = requestOf(args, trec);
  const relstrings = new Map<QueryId, string>();
  const scored = await scoreFiles(
    request,
    effects,
    relstring === undefined
      ? undefined
      : (_, query, ranking) => {
          if (ranking !== undefined) relstrings.set(query, relstringOf(ranking, relstring));
        },
  );
  const warnings = warningsOf(scored);
  if (args.has("strict") && warnings.length > 0) throw asErrors(warnings);
  const text = await stdoutText(args, trec, scored, relstrings, effects);
  // Before standard output, whose reader may go away.
  const refused = await writeReports(outputs, scored, args, effects);
  await effects.stdout.write(text);
  if (!args.has("quiet")) await showWarnings(warnings, effects);
  if (refused.length > 0) await showErrors(refused, effects);
  return refused.length > 0 ? 2 : hasFailures(scored) ? 3 : 0;
}

function requestOf(args: Args, trec: TrecEvalFlags | undefined): { request: Request; relstring?: number } {
  const [gold, ...runs] = args.positionals;
  if (trec === undefined) return { request: requestBy(args, gold!, runs, askedBy(args)) };
  const { relstring, ...asked } = trecEvalOptions(trec);
  const request = requestBy(args, gold!, runs, { ...asked, ...rulesBy(args) });
  return { request, ...(relstring === undefined ? {} : { relstring }) };
}

async function stdoutText(
  args: Args,
  trec: TrecEvalFlags | undefined,
  scored: FilesResult,
  relstrings: ReadonlyMap<QueryId, string>,
  effects: Effects,
): Promise<string> {
  if (args.has("json")) return reportText(".json", scored, args);
  const [first, ...others] = scored.runs;
  // The tool itself takes one run; several are a table as everywhere.
  if (trec !== undefined && others.length === 0)
    return printTrecEval(first!.result, trec, first!.tag, relstrings);
  const tag = args.text("by");
  return [
    summaryText(scored, effects),
    ...(tag === undefined ? [] : [byTag(scored, tag)]),
    ...(args.has("per-query") || trec?.q === true ? [await reportText(".rows", scored, args)] : []),
  ].join("\n");
}

/** Each Problem once: those of the gold come with every run. */
function warningsOf({ runs }: FilesResult): Problem[] {
  const all = runs.flatMap(({ result }) => result.problems.map((problem) => ofRun(problem, result.name)));
  return [...new Map(all.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** What no single query has belongs to the run. */
const ofRun = (problem: Problem, file: string): Problem =>
  problem.at?.file !== undefined || problem.at?.query !== undefined ? problem : { ...problem, at: { file } };

const hasFailures = ({ runs }: FilesResult): boolean =>
  runs.some(({ result }) => result.summary().some(({ counts }) => counts.failed > 0));
