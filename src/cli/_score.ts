/** From files to results: the one place where the command line calls the engine. */
import { basename } from "node:path";
import { GoldieError } from "../core/problem.ts";
import { ProblemLog } from "../core/problem-log.ts";
import type { Problem } from "../core/types.ts";
import {
  type LoadedCorpus,
  type LoadedGold,
  type LoadedRun,
  loadCorpus,
  loadGold,
  loadRun,
} from "../engine/load.ts";
import { prepare } from "../evaluate/evaluate.ts";
import type { Asked } from "../evaluate/plan.ts";
import { RankingColumns, type RankingInput } from "../evaluate/read-run.ts";
import type { Result } from "../evaluate/result.ts";
import type { Rules } from "../evaluate/rules.ts";
import { type Args, wrongUse } from "./_args.ts";
import { askedBy, columnsBy, readsTexts } from "./_asked.ts";
import { Refused } from "./_problems.ts";
import { createProgress } from "./_progress.ts";
import { createInputs, type Inputs } from "./_sources.ts";
import type { Effects } from "./effects.ts";

/** What is to be scored, by paths. */
export interface Request {
  readonly gold: string;
  /** None: the gold's file holds the run too. */
  readonly runs: readonly string[];
  readonly corpus?: string;
  readonly asked: Asked & Rules;
  readonly goldFormat?: string;
  readonly runFormat?: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly threads?: number;
  readonly quiet: boolean;
}

export interface ScoredRun {
  readonly result: Result;
  /** What the file calls its run. */
  readonly tag?: string;
  /** Everything that was wrong, the gold's own problems left out. */
  readonly problems: readonly Problem[];
}
export interface Scored {
  readonly runs: readonly ScoredRun[];
  /** What was wrong with the gold's file. */
  readonly goldProblems: readonly Problem[];
  readonly gold: LoadedGold;
  readonly loaded: readonly LoadedRun[];
  readonly corpus?: LoadedCorpus;
}

/** The request that a command's arguments make. */
export function requestBy(args: Args, gold: string, runs: readonly string[], asked = askedBy(args)): Request {
  const optional = (name: string, field: string) => (args.has(name) ? { [field]: args.text(name)! } : {});
  const threads = args.count("threads", 1);
  return {
    gold,
    runs,
    asked,
    columns: columnsBy(args),
    quiet: args.has("quiet"),
    ...optional("corpus", "corpus"),
    ...optional("gold-format", "goldFormat"),
    ...optional("run-format", "runFormat"),
    ...(threads === undefined ? {} : { threads }),
  };
}

export async function scoreFiles(request: Request, effects: Effects): Promise<Scored> {
  // What was asked for wrongly is told before a large file is read.
  const texts = request.corpus !== undefined || readsTexts(request.asked);
  const progress = createProgress(effects, request.quiet);
  const inputs = createInputs(effects, progress);
  try {
    return await score(request, inputs, texts);
  } finally {
    progress.end();
    await inputs.close();
  }
}

async function score(request: Request, inputs: Inputs, texts: boolean): Promise<Scored> {
  const { columns, goldFormat, runFormat } = request;
  const goldLog = new ProblemLog();
  const gold = await loadGold(await inputs.open(request.gold), {
    log: goldLog,
    columns,
    ...(goldFormat === undefined ? {} : { format: goldFormat }),
  });
  refuseErrors(goldLog);
  const corpus =
    request.corpus === undefined
      ? undefined
      : await loadCorpus(await inputs.open(request.corpus), { log: goldLog, columns });
  refuseErrors(goldLog);
  const runs: ScoredRun[] = [];
  const loaded: LoadedRun[] = [];
  const evaluator = locating(request.gold, gold.lines, () => prepare({ ...request.asked, gold: gold.gold }));
  const paths = runPaths(request);
  const names = namesOf(paths);
  for (const [i, path] of paths.entries()) {
    const log = new ProblemLog();
    const run = await loadRun(await inputs.open(path), {
      log,
      columns,
      texts,
      ...(runFormat === undefined ? {} : { format: runFormat }),
    }).catch((error: unknown) => {
      throw request.runs.length === 0 ? noRun(request.gold, error) : error;
    });
    refuseErrors(log);
    loaded.push(run);
    if (corpus !== undefined) addTexts(run, corpus);
    const result = locating(path, run.lines, () =>
      locating(request.gold, gold.lines, () => evaluator.evaluate(run.run, names[i]!), isAboutGold),
    );
    runs.push({
      result,
      ...(run.tag === undefined ? {} : { tag: run.tag }),
      problems: [...log.list(), ...result.problems.map((problem) => ofRun(problem, path))],
    });
  }
  return { runs, goldProblems: goldLog.list(), gold, loaded, ...(corpus === undefined ? {} : { corpus }) };
}

const runPaths = ({ runs, gold }: Request): readonly string[] => (runs.length === 0 ? [gold] : runs);

/** File names, or whole paths where two names are the same. */
function namesOf(paths: readonly string[]): string[] {
  const names = paths.map((path) => (path === "-" ? "standard input" : basename(path)));
  return names.map((name, i) => (names.indexOf(name) === names.lastIndexOf(name) ? name : paths[i]!));
}

function refuseErrors(log: ProblemLog): void {
  if (log.errors > 0) throw new Refused(log.list().filter(({ level }) => level === "error"));
}

/** One file was given, and it holds no run. */
function noRun(gold: string, error: unknown): unknown {
  if (!(error instanceof GoldieError)) return error;
  return wrongUse(
    `no run was given, and ${gold} holds none`,
    `name the files to be scored: goldie eval ${gold} RUN`,
  );
}

/** Errors about a query, thrown by `run`, get the line where that query stands. */
function locating<T>(
  file: string,
  lines: ReadonlyMap<string, number>,
  run: () => T,
  fits: (problem: Problem) => boolean = () => true,
): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof GoldieError) || error.problem.at?.file !== undefined || !fits(error.problem))
      throw error;
    const { problem } = error;
    const line = problem.at?.query === undefined ? undefined : lines.get(problem.at.query);
    if (line === undefined) throw error;
    throw new GoldieError({ ...problem, at: { ...problem.at, file, line } });
  }
}
const isAboutGold = ({ what }: Problem): boolean => !what.startsWith("ranking of");

/** What no single query has belongs to the run. */
const ofRun = (problem: Problem, file: string): Problem =>
  problem.at?.file !== undefined || problem.at?.query !== undefined
    ? problem
    : { ...problem, at: { ...problem.at, file } };

/** Hits without a text get that of their document in the corpus. */
function addTexts({ run }: LoadedRun, { docs }: LoadedCorpus): void {
  for (const [query, ranking] of run) run.set(query, withTexts(ranking, docs));
}

function withTexts(ranking: RankingInput, docs: LoadedCorpus["docs"]): RankingInput {
  const textOf = (id: string | null): string | undefined => (id === null ? undefined : docs.get(id)?.text);
  if (ranking instanceof RankingColumns)
    return new RankingColumns({
      ...ranking,
      texts: ranking.ids.map((id, i) => ranking.texts?.[i] ?? textOf(id)),
    });
  if (!Array.isArray(ranking)) return mappingWithTexts(ranking, textOf);
  return ranking.map((hit: unknown) => {
    if (typeof hit === "string") return { id: hit, ...present(textOf(hit)) };
    if (typeof hit !== "object" || hit === null || (hit as { text?: unknown }).text !== undefined) return hit;
    return { ...hit, ...present(textOf((hit as { id: string | null }).id)) };
  }) as RankingInput;
}
/** id → score stays ordered by score. */
function mappingWithTexts(ranking: RankingInput, textOf: (id: string) => string | undefined): RankingInput {
  if (ranking instanceof Error || ranking instanceof Set) return ranking;
  const entries = ranking instanceof Map ? [...ranking] : Object.entries(ranking);
  // What is no score is told by whoever reads the ranking.
  if (!entries.every(([id, score]) => typeof id === "string" && Number.isFinite(score))) return ranking;
  return new RankingColumns({
    ids: entries.map(([id]) => id as string),
    scores: entries.map(([, score]) => score as number),
    texts: entries.map(([id]) => textOf(id as string)),
    mapping: true,
    distinct: true,
    nulls: false,
  });
}
const present = (text: string | undefined) => (text === undefined ? {} : { text });
