import { kappaOf, type Ratings, tableOf, unweighted } from "./_agreement.ts";
import { defineStatistic } from "./_define.ts";

/**
 * Cohen's kappa.
 * @example kappa.compute({ a: ["yes", "yes", "no", "no"], b: ["yes", "no", "no", "no"] }) // { status: "known", value: 0.5 }
 */
export const kappa = defineStatistic({
  id: "kappa",
  title: "Cohen's kappa",
  definition:
    "Agreement of two raters beyond what chance would give: 1 is full agreement, 0 is what two raters reach who guess at their own rates, below 0 is worse than that.",
  formula: "(agreement − agreement by chance) / (1 − agreement by chance)",
  cite: "Cohen, A coefficient of agreement for nominal scales, 1960",
  range: [-1, 1],
  compute: (ratings: Ratings) => kappaOf(tableOf(ratings), unweighted),
});
