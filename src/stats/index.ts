/** Every statistic, one line each. */
import type { Statistic } from "./_types.ts";
import { bootstrap } from "./bootstrap.ts";
import { kappa } from "./kappa.ts";
import { ppi } from "./ppi.ts";
import { t } from "./t.ts";
import { weightedKappa } from "./weighted-kappa.ts";
import { wilson } from "./wilson.ts";

export { kappaOf, linear, quadratic, unweighted } from "./_agreement.ts";
export { quantileOf } from "./_moments.ts";
export { statProblem } from "./_problems.ts";
export { resample } from "./_resample.ts";
export { type Interval, REASONS, type Reason, type Stat, type Statistic } from "./_types.ts";
export { bootstrap, kappa, ppi, t, weightedKappa, wilson };

export const statistics: readonly Statistic[] = [kappa, weightedKappa, bootstrap, t, wilson, ppi];
