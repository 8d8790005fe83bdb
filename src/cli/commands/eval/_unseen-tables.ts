/** Tables of an engine that goldie does not connect to: statements to print, and the rows that they gave elsewhere. */
import type { QueryId } from "../../../core/ids.ts";
import type { GoldValue } from "../../../evaluate/input/read-gold.ts";
import type { AskedMetrics } from "../../../evaluate/plan/plan.ts";
import type { Rules } from "../../../evaluate/plan/rules.ts";
import type { SqlDialect } from "../../../sql/dialect.ts";
import type { EngineKind } from "../../../sql/engines/open.ts";
import type { StatementOptions, TablesOptions } from "../../../sql/evaluate-tables.ts";
import type { HitTable } from "../../../sql/lower.ts";
import { sqlProblem } from "../../../sql/problems.ts";
import { type CountedRow, readCountedRows } from "../../../sql/read-counted-rows.ts";
import { splitName } from "../../../sql/table-name.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { type EngineGold, goldOfFile } from "../../shared/engine/gold.ts";
import type { EngineColumns, EngineOperands } from "../../shared/engine/operands.ts";
import { wrongUse as engineUse } from "../../shared/engine/problems.ts";
import type { ScoredTables } from "../../shared/engine/score-tables.ts";
import { withInputs } from "../../shared/sources.ts";
import { wrongUse } from "./problems.ts";

export interface UnseenTables {
  readonly options: StatementOptions;
  readonly dialect: SqlDialect;
  readonly gold: EngineGold;
}

/** What is asked of an engine that goldie does not connect to: its tables cannot be looked at, so every column has to be named. */
export async function unseenTables(
  operands: EngineOperands,
  columns: EngineColumns,
  asked: AskedMetrics & Rules,
  { scheme, dialect }: EngineKind,
  effects: Effects,
): Promise<UnseenTables> {
  const { args, goldTable, runTable } = operands;
  if (dialect === undefined) throw sqlProblem.error("bad-engine/print-only", { engine: scheme });
  // The scores of the queries are worked out from the gold itself.
  const rowsNeedGold = args.has("sql-rows") && operands.gold === undefined;
  if (rowsNeedGold) throw wrongUse("sql-rows-gold");
  if (runTable === undefined)
    throw engineUse("engine-without-files", { engine: scheme, path: operands.runs[0]! });
  const named = (side: "run" | "gold", role: string): string => {
    const column = columns[side][role];
    if (column === undefined) throw wrongUse("engine-unseen", { engine: scheme, role: `${side}.${role}` });
    return column;
  };
  const unread = ["tags", "groups"].find((role) => columns.gold[role] !== undefined);
  if (operands.gold === undefined && unread !== undefined)
    throw wrongUse("engine-unseen-gold", { engine: scheme, role: unread });
  const { score, rank, run } = columns.run;
  const name = splitName(runTable);
  const only = args.all("run");
  if (only.length > 0 && run === undefined)
    throw wrongUse("engine-unseen", { engine: scheme, role: "run.run" });
  const hits: HitTable = {
    source: { kind: "table", name },
    run: run === undefined ? { name: name.at(-1)! } : { column: run },
    ...(only.length === 0 ? {} : { only }),
    query: named("run", "query"),
    doc: named("run", "doc"),
    ...(rank === undefined
      ? { score: score ?? named("run", "score") }
      : { rank, ...(score === undefined ? {} : { score }) }),
  };
  const table: TablesOptions["goldTable"] =
    goldTable === undefined
      ? undefined
      : {
          kind: "grades",
          source: { kind: "table", name: splitName(goldTable) },
          query: named("gold", "query"),
          doc: named("gold", "doc"),
          grade: named("gold", "grade"),
        };
  const gold: EngineGold =
    operands.gold === undefined
      ? { gold: new Map<QueryId, GoldValue>(), asked, problems: [] }
      : await withInputs(effects, args.has("quiet"), (inputs) =>
          goldOfFile({ operands, args, columns, asked, inputs }),
        );
  return {
    options: { ...gold.asked, hits: [hits], gold: gold.gold, goldTable: table },
    dialect: await dialect(),
    gold,
  };
}

/** Rows of the printed statements, which were run elsewhere. */
export async function scoredRows(
  { options, dialect, gold }: UnseenTables,
  args: Args,
  effects: Effects,
): Promise<ScoredTables> {
  const paths = args.all("sql-rows");
  const rows = await withInputs(effects, args.has("quiet"), async (inputs) => {
    const { readSqlRows } = await import("./_sql-rows.ts");
    const read: CountedRow[][] = [];
    for (const path of paths) read.push(await readSqlRows(await inputs.open(path)));
    return read;
  });
  const results = readCountedRows(options, dialect, rows);
  return { gold, runs: results.map((result) => ({ result, file: paths.join(", ") })) };
}
