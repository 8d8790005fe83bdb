/** When an engine would be faster than reading the files here. */
import type { AskedMetrics } from "../../../evaluate/plan/plan.ts";
import type { Rules } from "../../../evaluate/plan/rules.ts";
import { duckDbDialect } from "../../../sql/engines/duckdb.ts";
import { statementsFor } from "../../../sql/evaluate-tables.ts";
import { shellWord } from "../../../text/shell-word.ts";
import type { Args } from "../../shared/args.ts";
import { NOT_WITH_ENGINE } from "../../shared/engine/not-with-engine.ts";

export interface AdvisedRuns {
  readonly args: Args;
  readonly asked: AskedMetrics & Rules;
}

/** The same command for the engine; undefined where the engine would refuse it. */
export function engineAdvice({ args, asked }: AdvisedRuns): string | undefined {
  const refused = [...Object.keys(NOT_WITH_ENGINE), "missed"];
  if (refused.some((flag) => args.has(flag)) || !isPushedDown(asked)) return undefined;
  const command = ["goldie", "eval", ...args.words.map(shellWord), "--engine", "duckdb"].join(" ");
  return `note: DuckDB scores Parquet files of this size faster, with the same numbers for files that both read without a complaint: ${command}\n`;
}

function isPushedDown(asked: AskedMetrics & Rules): boolean {
  const source = { kind: "file", path: "", format: "parquet" } as const;
  const hits = [{ source, run: { name: "" }, query: "query", doc: "doc", score: "score" }];
  try {
    statementsFor({ ...asked, hits, gold: new Map() }, duckDbDialect);
    return true;
  } catch {
    return false;
  }
}
