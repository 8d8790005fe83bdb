/** `goldie eval`. */
import type { Problem } from "../core/types.ts";
import { printTrecEval, type TrecEvalFlags, trecEvalOptions } from "../reports/trec-eval.ts";
import type { Args } from "./_args.ts";
import { askedBy, rulesBy } from "./_asked.ts";
import { Refused, showErrors, showWarnings } from "./_problems.ts";
import { byTag, outputsBy, reportText, summaryText, writeReports } from "./_reports.ts";
import { type Request, requestBy, type Scored, scoreFiles } from "./_score.ts";
import { trecBy } from "./_trec.ts";
import type { Effects } from "./effects.ts";

export async function runEval(args: Args, effects: Effects): Promise<number> {
  // What cannot be written is told before anything is read.
  const outputs = outputsBy(args);
  const trec = trecBy(args);
  const scored = await scoreFiles(requestOf(args, trec), effects);
  const warnings = warningsOf(scored);
  if (args.has("strict") && warnings.length > 0) throw new Refused(warnings);
  const text = await stdoutText(args, trec, scored, effects);
  // Before standard output, whose reader may go away.
  const refused = await writeReports(outputs, scored, args, effects);
  await effects.stdout.write(text);
  if (!args.has("quiet")) await showWarnings(warnings, effects);
  if (refused.length > 0) await showErrors(refused, effects);
  return refused.length > 0 ? 2 : hasFailures(scored) ? 3 : 0;
}

function requestOf(args: Args, trec: TrecEvalFlags | undefined): Request {
  const [gold, ...runs] = args.positionals;
  if (trec === undefined) return requestBy(args, gold!, runs, askedBy(args));
  const { relstring: _, ...asked } = trecEvalOptions(trec);
  return requestBy(args, gold!, runs, { ...asked, ...rulesBy(args) });
}

async function stdoutText(
  args: Args,
  trec: TrecEvalFlags | undefined,
  scored: Scored,
  effects: Effects,
): Promise<string> {
  if (args.has("json")) return reportText(".json", scored, args);
  const [first, ...others] = scored.runs;
  // The tool itself takes one run; several are a table as everywhere.
  if (trec !== undefined && others.length === 0) return printTrecEval(first!.result, trec, first!.tag);
  const tag = args.text("by");
  return [
    summaryText(scored, effects),
    ...(tag === undefined ? [] : [byTag(scored, tag)]),
    ...(args.has("per-query") || trec?.q === true ? [await reportText(".rows", scored, args)] : []),
  ].join("\n");
}

/** Each Problem once: those of the gold come with every run. */
function warningsOf({ goldProblems, runs }: Scored): Problem[] {
  const all = [...goldProblems, ...runs.flatMap(({ problems }) => problems)];
  return [...new Map(all.map((problem) => [JSON.stringify(problem), problem])).values()];
}

const hasFailures = ({ runs }: Scored): boolean =>
  runs.some(({ result }) => result.summary().some(({ counts }) => counts.failed > 0));
