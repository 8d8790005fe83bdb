/** Files in, results out: gold is read once, runs pass by query after query. */
import { GoldieError } from "../core/problem.ts";
import { ProblemLog } from "../core/problem-log.ts";
import type { DocId, JudgedRanking, Problem, QueryId } from "../core/types.ts";
import { type Evaluator, type Judgements, prepare } from "../evaluate/evaluate.ts";
import type { Asked } from "../evaluate/plan.ts";
import { type GoldValue, readGold } from "../evaluate/read-gold.ts";
import type { Result } from "../evaluate/result.ts";
import type { Rules } from "../evaluate/rules.ts";
import type { Scoring } from "../evaluate/scoring.ts";
import { detectFormat } from "../formats/detect.ts";
import type { Format, ReadContext, Sink, Source } from "../formats/index.ts";
import { ByteNames } from "./_bytes-table.ts";
import { GoldRows, type GoldTable } from "./_gold-table.ts";
import { scoreScattered } from "./_regroup.ts";
import { type GoldLookup, RowScorer, Scattered } from "./_score-rows.ts";
import { loadGold } from "./load.ts";

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
  /** Are the texts of hits needed? `corpus` gives those that the run lacks. */
  readonly texts?: boolean;
  readonly corpus?: ReadonlyMap<DocId, { readonly text: string }>;
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

const encoder = new TextEncoder();

/**
 * Scores run files against a gold file.
 * @throws GoldieError with all Problems, where a file holds something that cannot be trusted.
 */
export async function evaluateFiles(options: EvaluateFilesOptions): Promise<FilesResult> {
  const {
    gold: source,
    runs,
    names: _,
    goldFormat,
    runFormat,
    columns,
    texts,
    corpus,
    onProgress,
    onRanking,
    ...asked
  } = options;
  const log = new ProblemLog();
  const gold = await readGoldFile(source, options, log);
  refuseErrors(log);
  const evaluator = prepare({ ...asked, gold: gold.values });
  const results: FileResult[] = [];
  for (const [i, run] of runs.entries()) results.push(await scoreRun(evaluator, gold, run, i, log, options));
  return { runs: results, goldFormat: gold.format, words: gold.words };
}

interface GoldFile {
  readonly values: GoldTable | Map<QueryId, GoldValue>;
  readonly lookup: GoldLookup;
  readonly format: string;
  readonly words: ReadonlyMap<QueryId, string>;
}

/** A table of judgements stays bytes; other gold is read as the library takes it. */
async function readGoldFile(
  source: Source,
  { goldFormat, columns = {} }: EvaluateFilesOptions,
  log: ProblemLog,
): Promise<GoldFile> {
  const { format } = await detectFormat(source, "gold", goldFormat);
  const words = new Map<QueryId, string>();
  const rows = new GoldRows();
  let plain = true;
  const attempt = new ProblemLog();
  await format.read(
    source,
    {
      grade(q, qStart, qEnd, d, dStart, dEnd, grade, line, subtopic) {
        if (subtopic !== undefined) plain = false;
        else rows.add(q, qStart, qEnd, d, dStart, dEnd, grade, line);
      },
      gold() {
        plain = false;
      },
      query: (id, text) => void words.set(id, text),
    },
    contextOf(source, "gold", columns, attempt),
  );
  if (plain) {
    log.merge(attempt);
    const table = rows.table(source.name, log);
    return { values: table, lookup: { names: table.names, ids: table }, format: format.id, words };
  }
  const loaded = await loadGold(source, { format: format.id, columns, log });
  const names = new ByteNames();
  const queries = [...loaded.gold.keys()];
  for (const query of queries) {
    const bytes = encoder.encode(query);
    names.add(bytes, 0, bytes.length);
    try {
      readGold(query, loaded.gold.get(query)!, log);
    } catch (error) {
      if (!(error instanceof GoldieError)) throw error;
      const line = loaded.lines.get(query);
      log.add({
        ...error.problem,
        level: "error",
        at: { ...error.problem.at, file: source.name, ...(line === undefined ? {} : { line }) },
      });
    }
  }
  const ids = (i: number): readonly DocId[] => {
    const { graded, relevant, groups } = readGold(
      queries[i]!,
      loaded.gold.get(queries[i]!)!,
      new ProblemLog(),
    );
    return [...new Set([...(graded?.ids ?? []), ...(relevant ?? []), ...(groups?.flat() ?? [])])];
  };
  return { values: loaded.gold, lookup: { names, ids }, format: format.id, words: loaded.words };
}

const contextOf = (
  { name }: Source,
  kind: "gold" | "run",
  columns: Readonly<Record<string, string>>,
  log: ProblemLog,
  texts = false,
): ReadContext => ({
  kind,
  texts,
  columns,
  problem: (problem: Problem) => log.add({ ...problem, at: { file: name, ...problem.at } }),
});

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
  const start = (): { scoring: Scoring; log: ProblemLog; scorer: RowScorer } => {
    const scoring = evaluator.start(options.names?.[run] ?? source.name);
    if (options.onRanking !== undefined)
      scoring.onRanking = (query, ranking) => options.onRanking!(run, query, ranking);
    const log = new ProblemLog();
    return { scoring, log, scorer: new RowScorer(scoring, gold.lookup, log, source.name) };
  };
  let { scoring, log, scorer } = start();
  try {
    await read(scorer, log);
    scorer.finish();
  } catch (error) {
    if (!(error instanceof Scattered)) throw error;
    ({ scoring, log, scorer } = start());
    await scoreScattered(
      (sink, quiet) => read(sink, quiet ? new ProblemLog() : log),
      gold.lookup.names,
      scorer,
      scoring.scoresUnknown,
    );
  }
  refuseErrors(log);
  scoring.log.merge(goldLog);
  scoring.log.merge(log);
  return {
    result: scoring.finish(notKept),
    ...(scorer.tagged === undefined ? {} : { tag: scorer.tagged }),
    format: format.id,
  };
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

function withProgress(source: Source, tell: NonNullable<EvaluateFilesOptions["onProgress"]>): Source {
  return {
    ...source,
    async *pieces() {
      let done = 0;
      for await (const piece of source.pieces()) {
        yield piece;
        done += piece.length;
        tell(source, done, source.file?.size);
      }
    },
  };
}

export type { Format };
