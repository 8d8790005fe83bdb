/** Scores of several systems over the same queries, taken apart into systems, queries and the rest. */
import { checkFinite } from "./_define.ts";
import { statProblem } from "./_problems.ts";

/** A row for each system, all over the same queries. */
export type ScoreRows = readonly ArrayLike<number>[];

/** Deviations below this share of the largest score are rounding. */
const ROUNDING = 2 ** -48;

export interface TwoWay {
  readonly systems: number;
  readonly queries: number;
  readonly mean: number;
  readonly means: readonly number[];
  /** Sums of squares; 0 where there is nothing but rounding. */
  readonly ofSystems: number;
  readonly ofQueries: number;
  readonly ofRest: number;
  /** Degrees of freedom of the rest. */
  readonly df: number;
}

export function checkRows(scores: ScoreRows): { readonly systems: number; readonly queries: number } {
  for (const row of scores) checkFinite(row);
  const queries = scores[0]?.length ?? 0;
  if (scores.some(({ length }) => length !== queries))
    throw statProblem.error("bad-statistic/columns", { counts: scores.map(({ length }) => length) });
  return { systems: scores.length, queries };
}

/** Not for an empty table. */
export function takeApart(scores: ScoreRows): TwoWay {
  const { systems, queries } = checkRows(scores);
  // Counted from one of the scores, so that a large offset costs no digits.
  const first = scores[0]![0]!;
  const bySystem = new Float64Array(systems);
  const byQuery = new Float64Array(queries);
  let [all, largest] = [0, 0];
  scores.forEach((row, i) => {
    for (let j = 0; j < queries; j++) {
      const x = row[j]! - first;
      bySystem[i]! += x / queries;
      byQuery[j]! += x / systems;
      all += x;
      largest = Math.max(largest, Math.abs(row[j]!));
    }
  });
  const centre = all / (systems * queries);
  const squares = (deviations: Iterable<number>, times: number): number => {
    let [total, most] = [0, 0];
    for (const x of deviations) {
      total += x * x;
      most = Math.max(most, Math.abs(x));
    }
    return most <= ROUNDING * largest ? 0 : times * total;
  };
  function* rest(): Generator<number> {
    for (let i = 0; i < systems; i++)
      for (let j = 0; j < queries; j++) yield scores[i]![j]! - first - bySystem[i]! - (byQuery[j]! - centre);
  }
  return {
    systems,
    queries,
    mean: first + centre,
    means: Array.from(bySystem, (x) => first + x),
    ofSystems: squares(
      bySystem.map((x) => x - centre),
      queries,
    ),
    ofQueries: squares(
      byQuery.map((x) => x - centre),
      systems,
    ),
    ofRest: squares(rest(), 1),
    df: (systems - 1) * (queries - 1),
  };
}
