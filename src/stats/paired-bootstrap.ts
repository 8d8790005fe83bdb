import type { Random } from "../core/random.ts";
import { type BootstrapOptions, type BootstrapValue, bootstrapMeans } from "./_bootstrap.ts";
import { checkFinite, defineStatistic, known, none } from "./_define.ts";
import { statProblem } from "./_problems.ts";
import type { Stat } from "./_types.ts";

export interface PairedBootstrapInput extends BootstrapOptions {
  /** Paired differences, a column for each metric, all over the same queries. */
  readonly columns: readonly ArrayLike<number>[];
}

/**
 * Bootstrap intervals of the mean differences of several metrics, all from the same draws.
 * @example pairedBootstrap.compute({ columns: [[0, 1]], resamples: "all" }, randomFrom(1)).value[0] // value 0.5, low 0.0375, high 0.9625
 */
export const pairedBootstrap = defineStatistic({
  id: "paired-bootstrap",
  title: "Paired bootstrap",
  definition:
    "Intervals of the mean differences between two systems from drawing queries again with replacement. One draw of queries serves all metrics.",
  formula: "quantiles (1 ∓ confidence) / 2 of the means of the draws",
  cite: "Efron, Bootstrap methods, 1979; Sakai, Evaluating evaluation metrics based on the bootstrap, 2006",
  draws: true,
  compute(
    { columns, ...options }: PairedBootstrapInput,
    random: Random,
  ): Stat<readonly Stat<BootstrapValue>[]> {
    for (const column of columns) checkFinite(column);
    const n = columns[0]?.length ?? 0;
    if (columns.some(({ length }) => length !== n))
      throw statProblem.error("bad-statistic/columns", { counts: columns.map(({ length }) => length) });
    return n === 0 ? none("no-data") : known(bootstrapMeans(columns, options, random));
  },
});
