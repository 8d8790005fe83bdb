/** `goldie eval --write-to`: the scores of each query as a table of the engine. */
import type { Result } from "../../../evaluate/score/result.ts";
import { SCORE_COLUMNS, type ScoreRow, scoreRows } from "../../../reports/score-rows.ts";
import type { SqlEngine, SqlQueryOptions } from "../../../sql/engine.ts";
import { sqlProblem } from "../../../sql/problems.ts";
import type { Args } from "../../shared/args.ts";
import { wrongUse } from "./problems.ts";

/** The table to write, checked before anything is scored. */
export async function checkTarget(
  args: Args,
  engine: SqlEngine,
  options: SqlQueryOptions,
): Promise<readonly string[] | undefined> {
  const table = args.text("write-to");
  if (table === undefined) return undefined;
  if (engine.write === undefined) throw wrongUse("engine-write", { engine: engine.id });
  // An embedded engine without a file forgets what it holds.
  if (args.text("engine")!.toLowerCase().replace(/:$/, "") === engine.id)
    throw wrongUse("engine-write-nowhere");
  const name = engine.tableName(table);
  if ((await engine.hasSchema?.(name, options)) === false)
    throw sqlProblem.error(
      "engine-refused/schema",
      { engine: engine.id, message: name.slice(0, -1).join(".") || table },
      { level: "error" },
    );
  if ((await engine.describe({ kind: "table", name }, options)) !== undefined)
    throw wrongUse("engine-table-exists", { table });
  return name;
}

/** Returns the number of rows. */
export async function writeScores(
  engine: SqlEngine,
  table: readonly string[],
  results: readonly Result[],
  options: SqlQueryOptions,
): Promise<number> {
  let count = 0;
  function* counted(): Generator<ScoreRow> {
    // They may be asked for twice, if a first try fails.
    count = 0;
    for (const row of scoreRows(results)) {
      count++;
      yield row;
    }
  }
  const columns = SCORE_COLUMNS.map(
    (name) => ({ name, type: name === "value" ? "double" : "text" }) as const,
  );
  await engine.write!(table, { columns, rows: { [Symbol.iterator]: counted } }, options);
  return count;
}
