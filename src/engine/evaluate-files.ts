/** Files in, results out: gold is read once, runs pass by query after query. */

import type { QueryId } from "../core/ids.ts";
import { GoldieError } from "../core/problem.ts";
import { ProblemLog } from "../core/problem-log.ts";
import type { JudgedRanking } from "../core/ranking.ts";
import { type Evaluator, type Judgements, type PrepareOptions, prepare } from "../evaluate/evaluate.ts";
import { withDefaultMatch } from "../evaluate/plan/default-match.ts";
import type { Asked } from "../evaluate/plan/plan.ts";
import type { Rules } from "../evaluate/plan/rules.ts";
import type { Result } from "../evaluate/score/result.ts";
import type { Scoring } from "../evaluate/score/scoring.ts";
import type { Source } from "../files/source.ts";
import { detectFormat } from "../formats/detect.ts";
import type { Format, Sink } from "../formats/index.ts";
import { contextOf } from "./_context.ts";
import { type GoldFile, readGoldFile } from "./_gold-file.ts";
import { GoldTable } from "./_gold-table.ts";
import { halves, rangeSource } from "./_ranges.ts";
import { scoreScattered } from "./_regroup.ts";
import { RowScorer, Scattered } from "./_score-rows.ts";
import { claimer, merge, SecondHalf, sharedColumns, worthThreads } from "./_threads.ts";

export interface EvaluateFilesOptions extends Asked, Rules {
  readonly gold: Source;
  readonly runs: readonly Source[];
  /** The names of the runs in the output; those of their sources if absent. */
  readonly names?: readonly string[];
  /** Ids of formats, where the content shall not decide. */
  readonly goldFormat?: string;
  readonly runFormat?: string;
  readonly columns?: Readonly<Record<string, string>>;
  readonly judgements?: Judgements;
  /** Are the texts of hits needed? */
  readonly texts?: boolean;
  /** The script of the second thread; without it there is none. */
  readonly worker?: URL;
  /** 1: one thread; 2: two wherever that can be. Two for large files if absent. */
  readonly threads?: number;
  /** Bytes of a file that were read so far, and all of them where that is known. */
  readonly onProgress?: (source: Source, done: number, size: number | undefined) => void;
  /** Each query's ranking as the first metric reads it; valid during the call. */
  readonly onRanking?: (run: number, query: QueryId, ranking: JudgedRanking | undefined) => void;
}

export interface FileResult {
  readonly result: Result;
  /** What the file calls its run. */
  readonly tag?: string;
  readonly format: string;
}
export interface FilesResult {
  readonly runs: readonly FileResult[];
  readonly goldFormat: string;
  /** The words of the queries, where the gold has them. */
  readonly words: ReadonlyMap<QueryId, string>;
}

/**
 * Scores run files against a gold file.
 * @throws GoldieError with all Problems, where a file holds something that cannot be trusted.
 */
export async function evaluateFiles(given: EvaluateFilesOptions): Promise<FilesResult> {
  const log = new ProblemLog();
  const gold = await readGoldFile(given.gold, given, log);
  refuseErrors(log);
  const options = forGold(given, gold);
  const evaluator = prepare({ ...askedOf(options), gold: gold.values });
  const results: FileResult[] = [];
  for (const [i, run] of options.runs.entries())
    results.push(await scoreRun(evaluator, gold, run, i, log, options));
  return { runs: results, goldFormat: gold.format, words: gold.words };
}

/** Gold that names no ids is matched by its texts or spans, and groups have metrics of their own, unless somebody says how. */
function forGold(options: EvaluateFilesOptions, { values }: GoldFile): EvaluateFilesOptions {
  if (values instanceof GoldTable) return options;
  const asked = withDefaultMatch(options, values.values());
  const byText = asked.match !== undefined && !("ids" in asked.match);
  return byText ? { ...asked, texts: true } : asked;
}

/** The metrics and rules, apart from the files. */
function askedOf(options: EvaluateFilesOptions): Omit<PrepareOptions, "gold"> {
  const { gold, runs, names, goldFormat, runFormat, columns, texts, onProgress, onRanking, ...rest } =
    options;
  const { worker, threads, ...asked } = rest;
  return asked;
}

async function scoreRun(
  evaluator: Evaluator,
  gold: GoldFile,
  source: Source,
  run: number,
  goldLog: ProblemLog,
  options: EvaluateFilesOptions,
): Promise<FileResult> {
  const { format } = await detectFormat(source, "run", options.runFormat);
  const counted = options.onProgress === undefined ? source : withProgress(source, options.onProgress);
  const read = (sink: Sink, log: ProblemLog) =>
    format.read(counted, sink, contextOf(source, "run", options.columns ?? {}, log, options.texts));
  const start = (): Attempt => {
    const scoring = evaluator.start(options.names?.[run] ?? source.name);
    if (options.onRanking !== undefined)
      scoring.onRanking = (query, ranking) => options.onRanking!(run, query, ranking);
    const log = new ProblemLog();
    return { scoring, log, scorer: new RowScorer(scoring, gold.lookup, log, source.name) };
  };
  let attempt = await inTwoThreads(evaluator, gold, source, run, format, options);
  if (attempt === undefined) {
    attempt = start();
    try {
      await read(attempt.scorer, attempt.log);
      attempt.scorer.finish();
    } catch (error) {
      if (!(error instanceof Scattered)) throw error;
      attempt = "scattered";
    }
  }
  if (attempt === "scattered") {
    const again = start();
    await scoreScattered(
      (sink, quiet) => read(sink, quiet ? new ProblemLog() : again.log),
      gold.lookup.names,
      again.scorer,
      again.scoring.scoresUnknown,
    );
    attempt = again;
  }
  const { scoring, log, scorer } = attempt;
  refuseErrors(log);
  scoring.log.merge(goldLog);
  scoring.log.merge(log);
  return {
    result: scoring.finish(notKept),
    ...(scorer.tagged === undefined ? {} : { tag: scorer.tagged }),
    format: format.id,
  };
}

interface Attempt {
  readonly scoring: Scoring;
  readonly log: ProblemLog;
  readonly scorer: RowScorer;
}

/** Each half of a large file in a thread of its own; undefined where that cannot be, or does not pay. */
async function inTwoThreads(
  evaluator: Evaluator,
  gold: GoldFile,
  source: Source,
  run: number,
  format: Format,
  options: EvaluateFilesOptions,
): Promise<Attempt | "scattered" | undefined> {
  const { worker, threads, columns = {}, onRanking, texts } = options;
  if (worker === undefined || onRanking !== undefined || texts === true || options.judgements !== undefined)
    return undefined;
  const asked = askedOf(options);
  if (!(gold.values instanceof GoldTable)) return undefined;
  if (!worthThreads(source.file?.size, asked, threads)) return undefined;
  const ranges = await halves(source, format);
  if (ranges === undefined) return undefined;
  const queries = gold.lookup.names.size;
  const claims = new SharedArrayBuffer(queries);
  let values: SharedArrayBuffer | undefined;
  const scoring = evaluator.start(options.names?.[run] ?? source.name, (metrics, n) => {
    values = new SharedArrayBuffer(metrics * n * Float64Array.BYTES_PER_ELEMENT);
    return sharedColumns(values)(metrics, n);
  });
  if (scoring.scoresUnknown) return undefined;
  const second = new SecondHalf(worker, {
    asked,
    gold: gold.values.share(),
    run: { name: source.name, format: format.id, range: ranges[1] },
    columns,
    values: values!,
    claims,
  });
  try {
    const log = new ProblemLog();
    const scorer = new RowScorer(scoring, gold.lookup, log, source.name, claimer(claims, 1));
    const half = rangeSource(source.name, ranges[0]);
    const share = (ranges[0].end - ranges[0].start) / source.file!.size;
    const counted =
      options.onProgress === undefined ? half : withProgress(half, options.onProgress, { of: source, share });
    try {
      await format.read(counted, scorer, contextOf(source, "run", columns, log));
      scorer.finish();
    } catch (error) {
      if (error instanceof Scattered) return "scattered";
      throw error;
    }
    const merged = await merge(await second.reply(), ranges[1], scoring, scorer, log);
    return merged ? { scoring, log, scorer } : "scattered";
  } finally {
    await second.stop();
  }
}

/** Numbers from a file with broken lines would be numbers of another file. */
function refuseErrors(log: ProblemLog): void {
  if (log.errors === 0) return;
  const problems = log.list();
  throw new GoldieError(problems.find(({ level }) => level === "error")!, problems);
}

function notKept(query: QueryId): never {
  throw new GoldieError({
    code: "not-kept",
    what: `the hits of query ${query} were read from a file, and are not kept`,
    fix: "load the run, and evaluate it in memory",
    at: { query },
  });
}

/** `whole`: what the source is a share of; who reads the rest is about as far. */
function withProgress(
  source: Source,
  tell: NonNullable<EvaluateFilesOptions["onProgress"]>,
  whole: { readonly of: Source; readonly share: number } = { of: source, share: 1 },
): Source {
  return {
    ...source,
    async *pieces() {
      let done = 0;
      for await (const piece of source.pieces()) {
        yield piece;
        done += piece.length;
        tell(whole.of, Math.round(done / whole.share), whole.of.file?.size);
      }
    },
  };
}
