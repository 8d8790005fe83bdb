import { kappaOf, linear, quadratic, type Ratings, tableOf } from "./_agreement.ts";
import { defineStatistic } from "./_define.ts";

const WEIGHTS = { linear, quadratic } as const;

/**
 * Kappa for labels with an order.
 * @example weightedKappa.compute({ a: [0, 1, 2], b: [0, 2, 2], weights: "quadratic" }) // { status: "known", value: 0.8 }
 */
export const weightedKappa = defineStatistic({
  id: "weighted-kappa",
  title: "Weighted kappa",
  definition:
    "Cohen's kappa for labels with an order: taking none for full is a worse disagreement than taking partial for full. Labels count as evenly spaced.",
  formula: "1 − sum of weight × seen / sum of weight × expected by chance; weight |i − j| or (i − j)²",
  cite: "Cohen, Weighted kappa, 1968",
  range: [-1, 1],
  compute: ({ weights = "linear", ...ratings }: Ratings & { readonly weights?: keyof typeof WEIGHTS }) =>
    kappaOf(tableOf(ratings), WEIGHTS[weights]),
});
