import type { Random } from "../core/random.ts";
import { type BootstrapOptions, type BootstrapValue, bootstrapMeans } from "./_bootstrap.ts";
import { checkFinite, defineStatistic } from "./_define.ts";
import type { Stat } from "./_types.ts";

export interface BootstrapInput extends BootstrapOptions {
  readonly values: ArrayLike<number>;
}

/**
 * Bootstrap interval of a mean.
 * @example bootstrap.compute({ values: [0, 1], resamples: "all" }, randomFrom(1)).value // value 0.5, low 0.0375, high 0.9625, sd 0.3535…
 */
export const bootstrap = defineStatistic({
  id: "bootstrap",
  title: "Bootstrap interval",
  definition:
    "Interval of a mean from drawing the values again with replacement, as often as asked for: no assumption on how they are distributed, but that they are independent and not too few.",
  formula: "quantiles (1 ∓ confidence) / 2 of the means of the draws",
  cite: "Efron, Bootstrap methods, 1979; Efron, Better bootstrap confidence intervals, 1987 (BCa)",
  draws: true,
  compute({ values, ...options }: BootstrapInput, random: Random): Stat<BootstrapValue> {
    checkFinite(values);
    return bootstrapMeans([values], options, random)[0]!;
  },
});
