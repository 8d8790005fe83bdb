/** Queries × runs in the order of the matrix. */
import type { CellState, View } from "../../view/model.ts";

export interface MatrixColumn {
  readonly at: number;
  readonly cells: readonly (number | CellState["status"])[];
}
export interface MatrixOrder {
  /** Every run has a score, and all are 0. None where less is better. */
  readonly unanswered: readonly MatrixColumn[];
  /** Largest difference between runs first. */
  readonly others: readonly MatrixColumn[];
}

export function matrixOrder({ queries, runs, metrics }: View, metric: number): MatrixOrder {
  const lower = metrics[metric]?.direction === "lower";
  const columns = queries.ids.map((_, at) => {
    const cells = runs.map(
      (_, run) =>
        queries.scores[run]?.[metric]?.[at] ?? queries.states[run]?.[metric]?.[at]?.status ?? "skipped",
    );
    const scores = cells.filter((cell) => typeof cell === "number");
    const spread = scores.length === 0 ? -1 : Math.max(...scores) - Math.min(...scores);
    const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
    return {
      at,
      cells,
      spread,
      mean,
      none: !lower && cells.length > 0 && cells.every((cell) => cell === 0),
    };
  });
  return {
    unanswered: columns.filter(({ none }) => none),
    others: columns
      .filter(({ none }) => !none)
      .sort((x, y) => y.spread - x.spread || x.mean - y.mean || x.at - y.at),
  };
}
