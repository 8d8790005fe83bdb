/** From files to results: the one place where the command line calls the engine. */
import { GoldieError } from "../core/problem.ts";
import { ProblemLog } from "../core/problem-log.ts";
import type { JudgedRanking, QueryId } from "../core/types.ts";
import { evaluateFiles, type FilesResult } from "../engine/evaluate-files.ts";
import { loadCorpus } from "../engine/load.ts";
import { wrongUse } from "./_args.ts";
import { readsTexts } from "./_asked.ts";
import { type Request, runNames, runPaths } from "./_request.ts";
import type { Inputs } from "./_sources.ts";

/** Hears of each query's ranking as the first metric reads it; valid during the call. */
export type OnRanking = (run: number, query: QueryId, ranking: JudgedRanking | undefined) => void;

export async function scoreFiles(
  request: Request,
  inputs: Inputs,
  onRanking?: OnRanking,
): Promise<FilesResult> {
  const { asked, columns, goldFormat, runFormat } = request;
  // What was asked for wrongly is told before a large file is read.
  const texts = request.corpus !== undefined || readsTexts(asked);
  const paths = runPaths(request);
  const gold = await inputs.open(request.gold);
  const runs = await inputs.openAll(paths);
  const corpus =
    request.corpus === undefined
      ? undefined
      : await loadCorpus(await inputs.open(request.corpus), { log: new ProblemLog(), columns });
  return await evaluateFiles({
    ...asked,
    gold,
    runs,
    names: runNames(paths),
    columns,
    texts,
    ...(goldFormat === undefined ? {} : { goldFormat }),
    ...(runFormat === undefined ? {} : { runFormat }),
    ...(corpus === undefined ? {} : { corpus: corpus.docs }),
    ...(onRanking === undefined ? {} : { onRanking }),
  }).catch((error: unknown) => {
    throw request.runs.length === 0 ? noRun(request.gold, error) : error;
  });
}

/** One file was given, and it holds no run. */
export function noRun(gold: string, error: unknown): unknown {
  if (!(error instanceof GoldieError) || !["unknown-format", "wrong-format"].includes(error.problem.code))
    return error;
  return wrongUse(
    `no run was given, and ${gold} holds none`,
    `name the files to be scored: goldie eval ${gold} RUN`,
  );
}
