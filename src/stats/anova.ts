import { incompleteBeta } from "./_beta.ts";
import { defineStatistic, known, none } from "./_define.ts";
import { checkRows, type ScoreRows, takeApart } from "./_two-way.ts";
import type { Stat } from "./_types.ts";

export interface AnovaPart {
  readonly df: number;
  readonly squares: number;
  /** Absent where the rest has no degrees of freedom or does not vary: then there is nothing to compare with. */
  readonly test?: { readonly f: number; readonly p: number };
}
export interface AnovaValue {
  readonly mean: number;
  /** By system. */
  readonly means: readonly number[];
  readonly systems: AnovaPart;
  readonly queries: AnovaPart;
  readonly rest: { readonly df: number; readonly squares: number; readonly meanSquare?: number };
}

/**
 * Two-way analysis of variance: one score of each system on each query.
 * @example anova.compute({ scores: [[1, 2, 4], [2, 3, 3]] }).value // systems: df 1, squares 0.166…, f 0.25, p 0.666…
 */
export const anova = defineStatistic({
  id: "anova",
  title: "Two-way analysis of variance",
  definition:
    "Whether several systems over the same queries differ at all: how much of the variance between scores comes from systems, compared with what neither system nor query explains.",
  formula: "F = (squares of systems / (m − 1)) / (squares of the rest / ((m − 1)(n − 1)))",
  cite: "Fisher, Statistical methods for research workers, 1925; Sakai, Laboratory experiments in information retrieval, 2018",
  compute({ scores }: { readonly scores: ScoreRows }): Stat<AnovaValue> {
    const { systems, queries } = checkRows(scores);
    if (systems * queries === 0) return none("no-data");
    const { mean, means, ofSystems, ofQueries, ofRest, df } = takeApart(scores);
    const part = (squares: number, own: number): AnovaPart => {
      if (ofRest === 0 || df === 0) return { df: own, squares };
      const f = squares / own / (ofRest / df);
      return { df: own, squares, test: { f, p: fTail(f, own, df) } };
    };
    return known({
      mean,
      means,
      systems: part(ofSystems, systems - 1),
      queries: part(ofQueries, queries - 1),
      rest: { df, squares: ofRest, ...(df === 0 ? {} : { meanSquare: ofRest / df }) },
    });
  },
});

/** P(F > f). */
function fTail(f: number, above: number, below: number): number {
  const sum = below + above * f;
  return incompleteBeta(below / 2, above / 2, below / sum, (above * f) / sum);
}
