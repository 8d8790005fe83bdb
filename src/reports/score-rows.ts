/** Scores as rows of a table, one for each run, query and metric. */
import type { Score } from "../core/score.ts";
import type { Reported } from "./model.ts";

export const SCORE_COLUMNS = ["run", "query", "metric", "value", "status", "because"] as const;

/** In the order of `SCORE_COLUMNS`. A state is never written as a number. */
export type ScoreRow = [
  run: string,
  query: string,
  metric: string,
  value: number | null,
  status: string,
  because: string | null,
];

export function* scoreRows(results: readonly Reported[]): Generator<ScoreRow> {
  for (const result of results)
    for (const query of result.queries)
      for (const metric of result.rowMetrics) {
        const score = result.score(query, metric);
        yield [
          result.name,
          query,
          metric,
          score.status === "scored" ? score.value : null,
          score.status,
          reasonOf(score),
        ];
      }
}

function reasonOf(score: Score): string | null {
  if (score.status === "scored") return null;
  if (score.status === "undefined") return score.because;
  return score.status === "skipped" ? `no ${score.missing.join(", ")}` : score.problem.code;
}
