/** Runs of an engine with their scores, in the order of the command line. */
import type { QueryId } from "../../../core/ids.ts";
import { GoldieError, type Problem } from "../../../core/problem.ts";
import { ofGoldFile, ofRunFile } from "../../../evaluate/input/problems.ts";
import { type AskedMetrics, Planner } from "../../../evaluate/plan/plan.ts";
import type { Rules } from "../../../evaluate/plan/rules.ts";
import type { Result } from "../../../evaluate/score/result.ts";
import type { SqlEngine, SqlQueryOptions } from "../../../sql/engine.ts";
import type { EngineKind } from "../../../sql/engines/open.ts";
import { evaluateTables, type TablesOptions } from "../../../sql/evaluate-tables.ts";
import { sourceName } from "../../../sql/faults.ts";
import type { HitTable } from "../../../sql/lower.ts";
import { sqlProblem } from "../../../sql/problems.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../args.ts";
import type { Inputs } from "../sources.ts";
import { isPattern } from "./_files.ts";
import { type EngineGold, goldOf, inPlace } from "./gold.ts";
import { alike, hitTables, ownersOf, placeOf } from "./hits.ts";
import type { EngineColumns, EngineOperands } from "./operands.ts";
import { wrongUse } from "./problems.ts";

export interface TablesRequest {
  readonly operands: EngineOperands;
  readonly args: Args;
  readonly kind: EngineKind;
  readonly columns: EngineColumns;
  readonly asked: AskedMetrics & Rules;
  readonly inputs: Inputs;
  readonly effects: Effects;
}

/** A run, and the table or file that it is in. */
export interface PlacedResult {
  readonly result: Result;
  readonly file: string;
}

export interface ScoredTables {
  readonly gold: EngineGold;
  readonly runs: readonly PlacedResult[];
  readonly notes?: readonly string[];
}

/** Tables that were looked at, and nothing scored yet. */
export interface FoundTables {
  readonly hits: readonly HitTable[];
  readonly owners: ReadonlyMap<string, HitTable>;
  readonly gold: EngineGold;
  /** What is evaluated together. */
  readonly parts: readonly TablesOptions[];
}

export async function findTables(
  request: TablesRequest,
  engine: SqlEngine,
  options: SqlQueryOptions,
): Promise<FoundTables> {
  const { operands, args, columns } = request;
  const plans = new Planner(request.asked).plans();
  const hits = await hitTables(engine, operands, columns.run, { ...request, plans }, options);
  const gold = await goldOf(request, engine, options, true);
  const owners = await ownersOf(engine, hits, options);
  const common: Omit<TablesOptions, "hits"> = {
    ...gold.asked,
    ...options,
    // The results say it.
    onRetry: undefined,
    engine,
    gold: gold.gold,
    pull: args.has("pull"),
    located: (problem, run) => locatedIn(problem, placeOf(run, hits, owners), operands.goldName, gold.lines),
    ...inPlace(gold),
  };
  return { hits, owners, gold, parts: alike(hits).map((some) => ({ ...common, hits: some })) };
}

export async function scoreTables(
  { hits, owners, gold, parts }: FoundTables,
  { operands, columns }: Pick<TablesRequest, "operands" | "columns">,
): Promise<ScoredTables> {
  const results: Result[] = [];
  for (const part of parts) results.push(...(await scored(part, operands.goldName, gold)));
  const runs = inOrder(results, hits, owners);
  refuseEmpty(runs);
  const notes = [
    ...(columns.run["run"] === undefined ? foundRuns(hits) : []),
    ...hits.flatMap(({ source, run }) =>
      "name" in run &&
      source.kind === "file" &&
      isPattern(source) &&
      !isNamed(source.path, run.name, operands)
        ? [
            `The files of ${source.path} are one run, ${run.name}; NAME=PATTERN names it, and without quotes the shell makes each file a run.`,
          ]
        : [],
    ),
  ];
  return { gold, runs, notes };
}

/** By the path: --run leaves some of the files out. */
const isNamed = (path: string, name: string, { runs, names }: EngineOperands): boolean =>
  runs.some((one, i) => one === path && names[i] === name);

/** A run of which there is nothing at all is more often a wrong name than a bad run. */
function refuseEmpty(runs: readonly PlacedResult[]): void {
  for (const { result, file } of runs)
    if (lacksAll(result) && unknownOf(result) === 0)
      throw sqlProblem.error("empty-run", { table: file }, { level: "error", at: { side: "run" } });
}

/** The usual message names commands for files. `picks`: the command takes some of the runs with --run. */
export function refuseNothingShared(
  runs: readonly PlacedResult[],
  { goldName }: EngineOperands,
  picks = false,
): void {
  for (const { result, file } of runs)
    if (lacksAll(result) && unknownOf(result) > 0)
      throw wrongUse("engine-nothing-shared", {
        table: file,
        gold: goldName,
        first: result.queries[0]!,
        picks: picks && runs.length > 1,
      });
}

const lacksAll = ({ queries, missing }: Result): boolean =>
  queries.length > 0 && missing.length === queries.length;
const unknownOf = (result: Result): number => result.summary()[0]?.counts.unknown ?? 0;

const foundRuns = (hits: readonly HitTable[]): string[] =>
  hits.flatMap(({ run, source }) =>
    "name" in run
      ? []
      : [
          source.kind === "file" && source.format === "trec-run"
            ? `Each run tag of ${sourceName(source)} is a run; NAME=PATTERN makes one run of them.`
            : `Each value of the column ${run.column} of ${sourceName(source)} is a run; --col run=COLUMN names another column.`,
        ],
  );

/** Errors about the gold of a query get the gold's file. */
async function scored(
  options: TablesOptions,
  path: string,
  { lines }: EngineGold,
): Promise<readonly Result[]> {
  try {
    return (await evaluateTables(options)).results;
  } catch (error) {
    if (!(error instanceof GoldieError)) throw error;
    throw new GoldieError(
      ofGoldFile(error.problem, path, lines),
      error.problems.map((one) => ofGoldFile(one, path, lines)),
    );
  }
}

/** Runs of files in the order of the files; those of a column by name. */
function inOrder(
  results: readonly Result[],
  hits: readonly HitTable[],
  owners: ReadonlyMap<string, HitTable>,
): PlacedResult[] {
  const place = ({ name }: Result): number => hits.indexOf(owners.get(name) ?? hits[0]!);
  return [...results]
    .sort((a, b) => place(a) - place(b))
    .map((result) => ({ result, file: placeOf(result.name, hits, owners) }));
}

function locatedIn(
  given: Problem,
  file: string,
  gold: string,
  lines: ReadonlyMap<QueryId, number> | undefined,
): Problem {
  // Of the engine, not of a run.
  if (given.code === "retried") return given;
  const problem = ofGoldFile(given, gold, lines);
  const { at } = problem;
  return at?.query !== undefined && at.side === "run" && at.file === undefined
    ? { ...problem, at: { ...at, file } }
    : ofRunFile(problem, file);
}
