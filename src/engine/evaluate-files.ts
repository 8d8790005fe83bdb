/** Files in, results out: gold is read once, runs pass by query after query. */

import type { QueryId } from "../core/ids.ts";
import { GoldieError } from "../core/problem.ts";
import { ProblemLog } from "../core/problem-log.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { refuseErrors } from "../core/refuse-errors.ts";
import { namesTexts, withDefaultMatch } from "../evaluate/default-match.ts";
import { type Judgements, type PrepareOptions, prepare } from "../evaluate/evaluate.ts";
import { ofGoldFile, ofRunFile } from "../evaluate/input/problems.ts";
import type { GoldValue } from "../evaluate/input/read-gold.ts";
import type { AskedMetrics } from "../evaluate/plan/plan.ts";
import type { Rules } from "../evaluate/plan/rules.ts";
import type { Result } from "../evaluate/score/result.ts";
import { remembered } from "../files/remembered.ts";
import type { Source } from "../files/source.ts";
import type { TableReading } from "../formats/index.ts";
import { tagIn } from "../formats/trec-run.ts";
import { type GoldFile, readGoldFile } from "./_gold-file.ts";
import { GoldTable } from "./_gold-table.ts";
import { type OpenedInputs, withOpened } from "./_open-inputs.ts";
import { engineProblem } from "./_problems.ts";
import type { OnProgress } from "./_progress.ts";
import { type FirstLook, lookAtRun, type ScoredRun, scoreRun } from "./_score-run.ts";
import { SecondThread } from "./_threads.ts";
import { worthThreads } from "./_worth-threads.ts";
import { type HitsWanted, type PathChoice, roomFor } from "./choose-path.ts";
import { amongHitsOf, besideRun, decide, openCells } from "./list-cells.ts";
import { withRefusals } from "./qrels-rule.ts";

export interface EvaluateFilesOptions extends AskedMetrics, Rules {
  /** A path, or what `openSource` and `memorySource` give. */
  readonly gold: Source | string;
  readonly runs: readonly (Source | string)[];
  /** Names of the runs in the output. Default: the names of their sources. */
  readonly names?: readonly string[];
  /** Format ids, to override detection. */
  readonly goldFormat?: string;
  readonly runFormat?: string;
  readonly columns?: Readonly<Record<string, string>>;
  /** How the cells of tables are written. */
  readonly table?: TableReading;
  readonly judgements?: Judgements;
  /** Are the texts of hits needed? The gold may decide it. */
  readonly texts?: boolean | ((gold: Iterable<GoldValue>) => boolean);
  /** The script of the second thread. Default: one thread. */
  readonly worker?: URL;
  /** 1: one thread; 2: two wherever possible. Default: two for large files. */
  readonly threads?: number;
  /** Which hits to keep for bounds and explanations: up to two million, or all. Default: none. */
  readonly keep?: HitsWanted;
  /** Bytes of a file that were read so far, and all of them where that is known. */
  readonly onProgress?: OnProgress;
  /** Each query's ranking as the first metric reads it; valid during the call. */
  readonly onRanking?: (run: number, query: QueryId, ranking: JudgedRanking | undefined) => void;
}

/** The same with its files open. */
type ReadFilesOptions = Omit<EvaluateFilesOptions, "gold" | "runs" | "names"> &
  OpenedInputs & {
    /** The names, or how they are made of the tags of TREC runs. */
    readonly names?: readonly string[] | ((tags: readonly (string | undefined)[]) => readonly string[]);
  };

export interface FileResult {
  readonly result: Result;
  /** What the file calls its run. */
  readonly tag?: string;
  readonly format: string;
  /** How it was read, and why so. */
  readonly path?: PathChoice;
}
export interface FilesResult {
  readonly runs: readonly FileResult[];
  readonly goldFormat: string;
  /** The words of the queries, where the gold has them. */
  readonly words: ReadonlyMap<QueryId, string>;
}

/** Also returns the inputs, for callers that need more than scores. */
export interface FilesRead extends FilesResult {
  readonly runs: readonly (FileResult & Pick<ScoredRun, "ranking" | "missed">)[];
  readonly gold: GoldFile["values"];
  /** The metrics and rules, with the match that the gold asks for. */
  readonly asked: AskedMetrics & Rules;
}

/**
 * Scores run files against a gold file.
 * @throws GoldieError with all Problems, where a file holds something that cannot be trusted.
 */
export async function evaluateFiles(given: EvaluateFilesOptions): Promise<FilesResult> {
  const { runs, goldFormat, words } = await withOpened(given, (inputs) =>
    readAndScore({ ...given, ...inputs }),
  );
  return { runs: runs.map(({ ranking: _, missed: __, ...run }) => run), goldFormat, words };
}

/** `misses`: whether to collect missed documents, too. */
export async function readAndScore(given: ReadFilesOptions, misses: HitsWanted = "none"): Promise<FilesRead> {
  // It loads its code while the gold is read.
  const second = secondFor(given);
  try {
    return await scoreWith(second, given, misses);
  } finally {
    await second?.stop();
  }
}

function secondFor(given: ReadFilesOptions): SecondThread | undefined {
  const { worker, threads, runs } = given;
  return worker !== undefined && runs.some((run) => worthThreads(run, askedOf(given), threads))
    ? new SecondThread(worker)
    : undefined;
}

async function scoreWith(
  second: SecondThread | undefined,
  given: ReadFilesOptions,
  misses: HitsWanted,
): Promise<FilesRead> {
  const goldLog = new ProblemLog();
  let { runs: sources } = given;
  const look = firstLook(given);
  // The gold may be the same file: what is read of it now is not read again.
  await Promise.allSettled([look]);
  const gold = await readGoldFile(given.gold, given, goldLog, (ids) => {
    // They are looked at now, and scored later.
    sources = sources.map(remembered);
    return amongHitsOf(sources, given.runFormat, given.columns ?? {})(ids);
  });
  refuseErrors(withRefusals(goldLog, given.as));
  const options = forGold(given, gold);
  const asked = askedOf(options);
  const evaluator = prepare({ ...asked, gold: gold.values });
  // All runs together are kept, and looked at, up to the bound.
  const needs = { again: options.keep ?? "none", misses };
  const room = roomFor(needs, searchesTexts(gold));
  const names =
    typeof options.names === "function"
      ? options.names(await Promise.all(sources.map(async (source) => tagIn(await source.head()))))
      : (options.names ?? []);
  const runs: FilesRead["runs"][number][] = [];
  for (const [i, source] of sources.entries()) {
    const score = (table: TableReading | undefined): Promise<ScoredRun> =>
      scoreRun(evaluator, gold, source, {
        asked,
        name: names[i] ?? source.name,
        runFormat: options.runFormat,
        columns: options.columns ?? {},
        table,
        texts: options.texts,
        look: i === 0 && table === given.table && !options.texts ? look : undefined,
        needs,
        room,
        second,
        threads: options.threads,
        onProgress: options.onProgress,
        onRanking: options.onRanking && ((query, one) => options.onRanking!(i, query, one)),
      });
    const {
      scoring,
      log,
      scorer,
      format,
      path,
      ranking,
      keep,
      misses: watch,
      missed,
    } = await scoreListed(score, options, gold, source);
    refuseErrors(log);
    scoring.log.merge(goldLog);
    scoring.log.merge(log);
    runs.push({
      result: scoring.finish(ranking ?? notKept, (problem) =>
        ofGoldFile(ofRunFile(problem, source.name), given.gold.name, gold.lines),
      ),
      ...(scorer.tagged === undefined ? {} : { tag: scorer.tagged }),
      format,
      path,
      ranking,
      missed,
    });
    room.again -= keep?.weight ?? 0;
    room.misses -= watch?.weight ?? 0;
  }
  // Listing misses for only some runs would suggest that the others missed nothing.
  const all = runs.every(({ missed }) => missed !== undefined);
  return {
    runs: all ? runs : runs.map((run) => ({ ...run, missed: undefined })),
    asked,
    gold: gold.values,
    goldFormat: gold.format,
    words: gold.words,
  };
}

/**
 * At the rows that the first run begins with, before the gold is read: V8 compiles the reader meanwhile. Errors come after
 * those of the gold, and a pipe may have nothing to look at yet.
 */
function firstLook({
  runs,
  runFormat,
  columns = {},
  table,
  texts,
}: ReadFilesOptions): Promise<FirstLook> | undefined {
  const [first] = runs;
  if (first?.file === undefined || texts === true) return undefined;
  return lookAtRun(first, { runFormat, columns, table, texts: false });
}

/** Scores a run again where its cells turn out to be lists. */
async function scoreListed(
  score: (table: TableReading | undefined) => Promise<ScoredRun>,
  { table, runFormat, columns = {} }: ReadFilesOptions,
  { values }: GoldFile,
  source: Source,
): Promise<ScoredRun> {
  const first = await score(table);
  const open = openCells(first.log);
  if (open === undefined) return first;
  const decided = await decide(open, besideRun(values, source, runFormat, columns));
  if (decided.listSeparator === undefined) return first;
  const again = await score({ ...table, listSeparator: decided.listSeparator });
  if (decided.split !== undefined) again.log.add(decided.split);
  return again;
}

/** By default, gold without ids is matched by its texts or spans, and groups get group metrics. */
function forGold(options: ReadFilesOptions, { values }: GoldFile): ReadFilesOptions & { texts: boolean } {
  const { texts = false } = options;
  if (values instanceof GoldTable)
    return { ...options, texts: typeof texts === "boolean" ? texts : texts([]) };
  const asked = withDefaultMatch(options, values.values());
  const byText = asked.match !== undefined && !("ids" in asked.match);
  return { ...asked, texts: byText || (typeof texts === "boolean" ? texts : texts(values.values())) };
}

/** The metrics and rules, apart from the files. */
function askedOf(options: ReadFilesOptions): Omit<PrepareOptions, "gold"> {
  const { gold, runs, names, goldFormat, runFormat, columns, table, texts, onProgress, onRanking, ...rest } =
    options;
  const { worker, threads, keep, ...asked } = rest;
  return asked;
}

const searchesTexts = ({ values }: GoldFile): boolean =>
  !(values instanceof GoldTable) && namesTexts(values.values());

function notKept(query: QueryId): never {
  throw new GoldieError(engineProblem("not-kept", {}, { at: { query } }));
}
