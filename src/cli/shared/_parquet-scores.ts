/** Scores that `-o scores.parquet` or `--write-to` wrote, and that come back as a Parquet file. */
import type { QueryId } from "../../core/ids.ts";
import type { GoldieError } from "../../core/problem.ts";
import type { JsonScore } from "../../evaluate/score/result-json.ts";
import type { Source } from "../../files/source.ts";
import { openParquet, type ParquetColumn } from "../../formats/parquet/file.ts";
import { type ParquetCell, readCells } from "../../formats/parquet/rows.ts";
import { SCORE_COLUMNS } from "../../reports/score-rows.ts";
import { sharedProblem, wrongUse } from "./_problems.ts";

/** One run: metric → query → score. */
export type RunScores = ReadonlyMap<string, ReadonlyMap<QueryId, JsonScore>>;

/** By run; undefined: the columns are others. */
export async function parquetScores(source: Source): Promise<ReadonlyMap<string, RunScores> | undefined> {
  const file = await openParquet(source);
  try {
    const columns = SCORE_COLUMNS.map((name) => file.columns.find((one) => one.name === name));
    if (!columns.every((one): one is ParquetColumn => one?.depth === 0)) return undefined;
    const runs = new Map<string, Map<string, Map<QueryId, JsonScore>>>();
    const wanted = columns.map((column) => ({
      column,
      mode: column.name === "value" ? ("number" as const) : ("text" as const),
    }));
    await readCells(file, wanted, ([run, query, metric, ...score], row) => {
      const bad = (found: string): GoldieError => wrongUse("scores-row", { path: source.name, row, found });
      const named = (cell: ParquetCell, what: string): string => {
        if (typeof cell !== "string") throw bad(`no ${what}`);
        return cell;
      };
      const metrics = entry(runs, named(run, "run"), () => new Map<string, Map<QueryId, JsonScore>>());
      const queries = entry(metrics, named(metric, "metric"), () => new Map<QueryId, JsonScore>());
      const id = named(query, "query");
      if (queries.has(id)) throw bad(`${named(metric, "metric")} of query ${id} once more`);
      queries.set(id, scoreOf(score, bad));
    });
    return runs;
  } finally {
    await file.close();
  }
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

/** As `scoreRows` writes it. */
function scoreOf(
  [value, status, because]: readonly ParquetCell[],
  bad: (found: string) => GoldieError,
): JsonScore {
  const reason = typeof because === "string" ? because : "";
  if (status === "scored") {
    if (typeof value === "number" && Number.isFinite(value)) return value;
    throw bad("a score without a number");
  }
  if (status === "undefined") return { status, because: reason } as JsonScore;
  if (status === "skipped") return { status, missing: reason.replace(/^no /, "").split(", ") } as JsonScore;
  if (status === "failed") return { status, problem: sharedProblem("failed-before", { code: reason }) };
  throw bad(`the status ${JSON.stringify(status ?? null)}`);
}
