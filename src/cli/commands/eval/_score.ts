/** From files to results: the one place where the command line calls the engine. */

import type { QueryId } from "../../../core/ids.ts";
import type { Problem } from "../../../core/problem.ts";
import { GoldieError } from "../../../core/problem.ts";
import type { JudgedRanking } from "../../../core/ranking.ts";
import { evaluateFiles, type FilesResult } from "../../../engine/evaluate-files.ts";
import { evaluate } from "../../../evaluate/evaluate.ts";
import { withDefaultMatch } from "../../../evaluate/plan/default-match.ts";
import { readsTexts } from "../../shared/asked.ts";
import { loadFiles, locating } from "../../shared/load.ts";
import { noRun, type Request, runNames, runPaths } from "../../shared/request.ts";
import type { Inputs } from "../../shared/sources.ts";

export interface Scored extends FilesResult {
  /** What was wrong with the files, where the results do not tell it. */
  readonly problems?: readonly Problem[];
}

// As built, the second thread's script lies beside the folder of the commands.
const worker = import.meta.url.endsWith(".ts") ? undefined : new URL("../worker.js", import.meta.url);

/** Hears of each query's ranking as the first metric reads it; valid during the call. */
export type OnRanking = (run: number, query: QueryId, ranking: JudgedRanking | undefined) => void;

export async function scoreFiles(request: Request, inputs: Inputs, onRanking?: OnRanking): Promise<Scored> {
  const { asked, columns, goldFormat, runFormat } = request;
  // What was asked for wrongly is told before a large file is read.
  const texts = readsTexts(asked);
  if (request.corpus !== undefined || request.queryIds !== undefined || request.judged !== undefined)
    return scoreLoaded(request, inputs, onRanking);
  const paths = runPaths(request);
  return evaluateFiles({
    ...asked,
    gold: await inputs.open(request.gold),
    runs: await inputs.openAll(paths),
    names: runNames(paths, request.names),
    columns,
    texts,
    ...(worker === undefined ? {} : { worker }),
    ...(request.threads === undefined ? {} : { threads: request.threads }),
    onProgress: inputs.read,
    ...(goldFormat === undefined ? {} : { goldFormat }),
    ...(runFormat === undefined ? {} : { runFormat }),
    ...(onRanking === undefined ? {} : { onRanking }),
  }).catch((error: unknown) => {
    throw request.runs.length === 0 ? noRun(request.gold, error) : placed(error, paths);
  });
}

/** What is wrong with a ranking is in the run's file. */
function placed(error: unknown, paths: readonly string[]): unknown {
  if (!(error instanceof GoldieError) || paths.length > 1 || error.problem.at?.file !== undefined)
    return error;
  if (!error.problem.what.startsWith("ranking of")) return error;
  return new GoldieError({ ...error.problem, at: { ...error.problem.at, file: paths[0]! } });
}

/** Where hits get their texts from a corpus, or queries other names, all of it is in memory first. */
async function scoreLoaded(
  request: Request,
  inputs: Inputs,
  onRanking: OnRanking | undefined,
): Promise<Scored> {
  const { judged } = request;
  const files = judged?.files ?? (await loadFiles(request, inputs, true));
  const { gold } = files;
  const asked = withDefaultMatch(request.asked, gold.gold.values());
  const runs = files.runs.map((run, r) => {
    const result = locating(run, gold, request.gold, () =>
      evaluate({
        ...asked,
        gold: gold.gold,
        run: run.run,
        name: run.name,
        ...(judged === undefined ? {} : { judgements: judged.judgements[r]! }),
      }),
    );
    if (onRanking !== undefined)
      for (const query of result.queries) onRanking(r, query, result.ranking(query, result.metrics[0]!));
    const { tag, format } = run;
    return { result, format, ...(tag === undefined ? {} : { tag }) };
  });
  return { runs, goldFormat: gold.format, words: gold.words, problems: files.problems };
}
