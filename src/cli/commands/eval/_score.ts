/** From files to results: the one place where the command line calls the engine. */

import type { QueryId } from "../../../core/ids.ts";
import type { Problem } from "../../../core/problem.ts";
import { GoldieError } from "../../../core/problem.ts";
import type { JudgedRanking } from "../../../core/ranking.ts";
import { choosePath, type HitsWanted, type PathNeeds, roomFor } from "../../../engine/choose-path.ts";
import { type FileResult, type FilesResult, readAndScore } from "../../../engine/evaluate-files.ts";
import { weightOf } from "../../../engine/weight.ts";
import { namesTexts, withDefaultMatch } from "../../../evaluate/default-match.ts";
import { prepare } from "../../../evaluate/evaluate.ts";
import { Planner } from "../../../evaluate/plan/plan.ts";
import type { Source } from "../../../files/source.ts";
import type { RunReport } from "../../../reports/model.ts";
import { readsTexts } from "../../shared/asked.ts";
import { type Loaded, loadFiles, locatedIn, locating, rulesFor } from "../../shared/load.ts";
import { missesOfLoaded } from "../../shared/missed.ts";
import { isReadAgain, noRun, type Request, runNames, runPaths } from "../../shared/request.ts";
import type { Inputs } from "../../shared/sources.ts";
import { textsOf } from "../../shared/texts.ts";

export interface Scored extends FilesResult {
  readonly runs: readonly (FileResult & Pick<RunReport, "missed" | "texts"> & { readonly file: string })[];
  /** Problems of the files that are not in the results. */
  readonly problems?: readonly Problem[];
}

// In the build, the second thread's script is next to this one, and shares its pieces.
const worker = import.meta.url.endsWith(".ts") ? undefined : new URL("./worker.js", import.meta.url);

/** Receives each query's ranking as the first metric reads it; valid during the call. */
export type OnRanking = (run: number, query: QueryId, ranking: JudgedRanking | undefined) => void;

export async function scoreFiles(
  request: Request,
  inputs: Inputs,
  { misses, again = "none" }: { readonly misses: HitsWanted; readonly again?: HitsWanted },
  onRanking?: OnRanking,
): Promise<Scored> {
  const { asked, columns, table, goldFormat, runFormat } = request;
  // Fail on wrong arguments before reading a large file.
  const texts = readsTexts(asked);
  const paths = runPaths(request);
  const stored = await Promise.all(paths.map(inputs.stored));
  const needs = {
    ...needsOf(
      request,
      misses,
      stored.some((one) => one !== undefined),
    ),
    again,
  };
  if (choosePath(needs, undefined).path === "memory") return scoreLoaded(request, inputs, needs, onRanking);
  const { gold, runs } = await sourcesOf(request, inputs);
  const read = await readAndScore(
    {
      ...asked,
      gold,
      runs,
      names: (tags) => runNames(paths, request.names, tags),
      columns,
      table,
      texts: (read) => texts || (misses !== "none" && namesTexts(read)),
      ...(worker === undefined ? {} : { worker }),
      ...(request.threads === undefined ? {} : { threads: request.threads }),
      onProgress: inputs.read,
      ...(goldFormat === undefined ? {} : { goldFormat }),
      ...(runFormat === undefined ? {} : { runFormat }),
      ...(onRanking === undefined ? {} : { onRanking }),
    },
    misses,
  ).catch((error: unknown) => {
    throw request.runs.length === 0 ? noRun(request.gold, error) : placed(error, paths);
  });
  return {
    ...read,
    runs: read.runs.map(({ ranking: _, missed, ...run }, i) => ({
      ...run,
      file: runs[i]!.name,
      ...(missed && { missed }),
    })),
  };
}

/** Hits are not asked for again, but some of it may happen before they are scored. */
function needsOf({ corpus, queryIds, judged }: Request, misses: HitsWanted, stored: boolean): PathNeeds {
  const before =
    judged !== undefined
      ? "judged"
      : corpus !== undefined
        ? "texts-from-corpus"
        : queryIds !== undefined
          ? "renamed-queries"
          : stored
            ? "stored-answers"
            : undefined;
  return { again: "none", misses, before };
}

/** One after the other: if a file is missing, do not wait for the end of standard input. */
async function sourcesOf(request: Request, inputs: Inputs): Promise<{ gold: Source; runs: Source[] }> {
  const open = async (path: string): Promise<Source> =>
    inputs.open(path, await isReadAgain(request, path, inputs));
  const gold = await open(request.gold);
  const runs: Source[] = [];
  for (const path of runPaths(request)) runs.push(await open(path));
  return { gold, runs };
}

/** Problems of a ranking belong to the run's file. */
function placed(error: unknown, paths: readonly string[]): unknown {
  if (!(error instanceof GoldieError) || paths.length > 1 || error.problem.at?.file !== undefined)
    return error;
  if (error.problem.at?.side !== "run") return error;
  return new GoldieError({ ...error.problem, at: { ...error.problem.at, file: paths[0]! } });
}

/** Reads all files into memory, then scores. */
async function scoreLoaded(
  request: Request,
  inputs: Inputs,
  needs: PathNeeds,
  onRanking: OnRanking | undefined,
): Promise<Scored> {
  const { judged } = request;
  const files = judged?.files ?? (await loadFiles(request, inputs, true));
  const { gold } = files;
  const asked = withDefaultMatch(request.asked, gold.gold.values());
  const { join } = new Planner(asked).plans()[0]!;
  const hits = hitsIn(files);
  const path = choosePath(needs, hits);
  const told = path.misses && hits <= roomFor(needs, namesTexts(gold.gold.values())).misses;
  const missed = told ? missesOfLoaded(files, request.asked, request.queryIds !== undefined) : undefined;
  const runs = files.runs.map((run, r) => {
    const result = locating(run, gold, request.gold, () =>
      prepare({
        ...rulesFor(run, asked),
        gold: gold.gold,
        ...(judged === undefined ? {} : { judgements: judged.judgements[r]! }),
      }).evaluate(run.run, run.name, locatedIn(run, gold, request.gold)),
    );
    if (onRanking !== undefined)
      for (const query of result.queries) onRanking(r, query, result.ranking(query, result.metrics[0]!));
    const { tag, format } = run;
    const texts = textsOf(files, run, join);
    return {
      result,
      file: run.path,
      format,
      path,
      texts,
      ...(tag === undefined ? {} : { tag }),
      ...(missed && { missed: missed[r]! }),
    };
  });
  return { runs, goldFormat: gold.format, words: gold.words, problems: files.problems };
}

const hitsIn = ({ runs }: Loaded): number =>
  runs.reduce((sum, { run }) => [...run.values()].reduce((n, ranking) => n + weightOf(ranking), sum), 0);
