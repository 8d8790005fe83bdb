/** The gold: a table of the engine, or a file that is read here. */
import type { QueryId } from "../../../core/ids.ts";
import { GoldieError, type Problem } from "../../../core/problem.ts";
import { ProblemLog } from "../../../core/problem-log.ts";
import { refuseErrors } from "../../../core/refuse-errors.ts";
import { loadGold } from "../../../engine/load.ts";
import { withRefusals } from "../../../engine/qrels-rule.ts";
import { withDefaultMatch } from "../../../evaluate/default-match.ts";
import type { GoldValue } from "../../../evaluate/input/read-gold.ts";
import type { AskedMetrics } from "../../../evaluate/plan/plan.ts";
import type { Rules } from "../../../evaluate/plan/rules.ts";
import type { SqlEngine, SqlQueryOptions } from "../../../sql/engine.ts";
import type { TablesOptions } from "../../../sql/evaluate-tables.ts";
import type { SqlSource } from "../../../sql/nodes.ts";
import { goldQueries, type ReadGrades, readGrades } from "../../../sql/read-grades.ts";
import { type GradeTable, gradeTable } from "../../../sql/read-tables.ts";
import type { Args } from "../args.ts";
import { tableBy } from "../asked.ts";
import { refuseAbsentColumns } from "../asked-columns.ts";
import type { Inputs } from "../sources.ts";
import { usualIn } from "./_usual-column.ts";
import type { EngineColumns, EngineOperands } from "./operands.ts";

export interface EngineGold {
  readonly gold: ReadonlyMap<QueryId, GoldValue>;
  readonly asked: AskedMetrics & Rules;
  /** Where it is, if it can be joined there. */
  readonly table?: GradeTable;
  readonly words?: ReadonlyMap<QueryId, string>;
  readonly lines?: ReadonlyMap<QueryId, number>;
  readonly format?: string;
  readonly problems: readonly Problem[];
}

export const inPlace = ({ table }: EngineGold): Pick<TablesOptions, "goldTable"> =>
  table === undefined ? {} : { goldTable: table };

/** What the gold is read with. */
export interface GoldRequest {
  readonly operands: EngineOperands;
  readonly args: Args;
  readonly columns: EngineColumns;
  readonly asked: AskedMetrics & Rules;
  readonly inputs: Inputs;
}

/** `whole`: with the judgments of a table; a statement can be printed without them. */
export async function goldOf(
  request: GoldRequest,
  engine: SqlEngine,
  options: SqlQueryOptions,
  whole: boolean,
): Promise<EngineGold> {
  if (request.operands.goldTable === undefined) return goldOfFile(request);
  const table = await gradesOf(request, engine, options);
  return goldOfTable(table, whole ? await readGrades(engine, table, options) : NOT_READ, request);
}

/** The gold of one query; `others`: those of the gold, where it is not among them. */
export async function goldOfQuery(
  query: QueryId,
  request: GoldRequest,
  engine: SqlEngine,
  options: SqlQueryOptions,
): Promise<EngineGold | { readonly others: Iterable<QueryId> }> {
  if (request.operands.goldTable === undefined) {
    const gold = await goldOfFile(request);
    return gold.gold.has(query) ? gold : { others: gold.gold.keys() };
  }
  const table = await gradesOf(request, engine, options);
  const read = await readGrades(engine, table, { ...options, query });
  if (read.gold.size > 0) return goldOfTable(table, read, request);
  return { others: await goldQueries(engine, table, options) };
}

const gradesOf = (
  { operands, columns }: GoldRequest,
  engine: SqlEngine,
  options: SqlQueryOptions,
): Promise<GradeTable> => {
  const source: SqlSource = { kind: "table", name: engine.tableName(operands.goldTable!) };
  return gradeTable(engine, { source, columns: columns.gold }, usualIn("gold"), options);
};

const goldOfTable = (
  table: GradeTable,
  { gold, repeated }: ReadGrades,
  { asked }: GoldRequest,
): EngineGold => ({
  gold,
  asked: withDefaultMatch(asked, gold.values()),
  problems: [],
  ...(repeated > 0 || table.groups !== undefined ? {} : { table }),
});

const NOT_READ: ReadGrades = { gold: new Map(), repeated: 0 };

export async function goldOfFile(request: GoldRequest): Promise<EngineGold> {
  const { operands, columns } = request;
  if (operands.goldTable === undefined) return goldBy(columns.asked, request);
  const own = Object.fromEntries(Object.entries(columns.asked).filter(([role]) => !isOfTable(role)));
  // An export of the table has the columns of the table; any other file is read as it is without a table.
  let exported: EngineGold | undefined;
  let refused: unknown;
  try {
    exported = await goldBy(columns.asked, request);
  } catch (error) {
    refused = error;
  }
  if (exported !== undefined && !exported.problems.some(isNoColumn)) return exported;
  try {
    return await goldBy(own, request);
  } catch (error) {
    throw refused !== undefined && error instanceof GoldieError && isNoColumn(error.problem)
      ? refused
      : error;
  }
}

/** Roles that a table of gold has a column for: what the user names is a column of the table first. */
const isOfTable = (role: string): boolean => /^(gold\.)?(query|doc|grade)$/.test(role);
const isNoColumn = ({ code }: Problem): boolean => code === "no-column";

async function goldBy(
  columns: Readonly<Record<string, string>>,
  { operands, args, asked, inputs }: GoldRequest,
): Promise<EngineGold> {
  const log = new ProblemLog();
  const format = args.text("gold-format");
  const path = operands.gold!;
  // A second reading needs its bytes again.
  const source = await inputs.open(path, operands.goldTable !== undefined);
  const loaded = await loadGold(source, {
    log,
    columns,
    table: tableBy(args),
    as: asked.as,
    ...(format === undefined ? {} : { format }),
  });
  refuseErrors(withRefusals(log, asked.as));
  const problems = log.list();
  refuseAbsentColumns(
    Object.fromEntries(Object.entries(columns).filter(([role]) => role.startsWith("gold."))),
    [{ path, kind: "gold", format: loaded.format }],
    problems,
  );
  const { gold, words, lines } = loaded;
  return {
    gold,
    words,
    lines,
    format: loaded.format,
    asked: withDefaultMatch(asked, gold.values()),
    problems,
  };
}
