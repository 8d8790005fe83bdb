/** Every statistic, one line each. */
import type { Statistic } from "./_types.ts";
import { benjaminiHochberg } from "./benjamini-hochberg.ts";
import { bonferroni } from "./bonferroni.ts";
import { bootstrap } from "./bootstrap.ts";
import { cliffDelta } from "./cliff-delta.ts";
import { cohenD } from "./cohen-d.ts";
import { holm } from "./holm.ts";
import { kappa } from "./kappa.ts";
import { pairedProportions } from "./paired-proportions.ts";
import { pairedT } from "./paired-t.ts";
import { power } from "./power.ts";
import { ppi } from "./ppi.ts";
import { randomisation } from "./randomisation.ts";
import { sign } from "./sign.ts";
import { t } from "./t.ts";
import { weightedKappa } from "./weighted-kappa.ts";
import { wilson } from "./wilson.ts";
import { winTieLoss } from "./win-tie-loss.ts";

export { kappaOf, linear, quadratic, unweighted } from "./_agreement.ts";
export { quantileOf } from "./_moments.ts";
export type { PairedValues } from "./_pairs.ts";
export { statProblem } from "./_problems.ts";
export { resample } from "./_resample.ts";
export { type Interval, REASONS, type Reason, type Stat, type Statistic } from "./_types.ts";
export type { CliffDelta } from "./cliff-delta.ts";
export type { CohenD } from "./cohen-d.ts";
export type { PairedProportions, PairedProportionsInput } from "./paired-proportions.ts";
export type { PowerInput, PowerValue } from "./power.ts";
export type { RandomisationColumn, RandomisationInput } from "./randomisation.ts";
export type { SignInput, SignValue } from "./sign.ts";
export type { TInput, TValue } from "./t.ts";
export type { WinTieLoss } from "./win-tie-loss.ts";
export {
  benjaminiHochberg,
  bonferroni,
  bootstrap,
  cliffDelta,
  cohenD,
  holm,
  kappa,
  pairedProportions,
  pairedT,
  power,
  ppi,
  randomisation,
  sign,
  t,
  weightedKappa,
  wilson,
  winTieLoss,
};

export const statistics: readonly Statistic[] = [
  kappa,
  weightedKappa,
  bootstrap,
  t,
  pairedT,
  randomisation,
  sign,
  pairedProportions,
  holm,
  bonferroni,
  benjaminiHochberg,
  winTieLoss,
  cohenD,
  cliffDelta,
  power,
  wilson,
  ppi,
];
