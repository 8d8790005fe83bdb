/** Every statistic, one line each. */

import type { Statistic } from "./_types.ts";
import { anova } from "./anova.ts";
import { apTau } from "./ap-tau.ts";
import { benjaminiHochberg } from "./benjamini-hochberg.ts";
import { bonferroni } from "./bonferroni.ts";
import { bootstrap } from "./bootstrap.ts";
import { cliffDelta } from "./cliff-delta.ts";
import { cohenD } from "./cohen-d.ts";
import { equivalence } from "./equivalence.ts";
import { holm } from "./holm.ts";
import { kappa } from "./kappa.ts";
import { kendall } from "./kendall.ts";
import { krippendorff } from "./krippendorff.ts";
import { pairedBootstrap } from "./paired-bootstrap.ts";
import { pairedProportions } from "./paired-proportions.ts";
import { pairedT } from "./paired-t.ts";
import { percentile } from "./percentile.ts";
import { power } from "./power.ts";
import { ppi } from "./ppi.ts";
import { randomisation } from "./randomisation.ts";
import { randomisedTukey } from "./randomised-tukey.ts";
import { rbo } from "./rbo.ts";
import { sign } from "./sign.ts";
import { signPower } from "./sign-power.ts";
import { t } from "./t.ts";
import { tukey } from "./tukey.ts";
import { weightedKappa } from "./weighted-kappa.ts";
import { wilcoxon } from "./wilcoxon.ts";
import { wilson } from "./wilson.ts";
import { winTieLoss } from "./win-tie-loss.ts";

export { kappaOf, linear, quadratic, unweighted } from "./_agreement.ts";
export type { BootstrapOptions, BootstrapValue } from "./_bootstrap.ts";
export { quantileOf } from "./_moments.ts";
export { differencesOf, type PairedValues } from "./_pairs.ts";
export { statProblem } from "./_problems.ts";
export { resample } from "./_resample.ts";
export { studentQuantile } from "./_student.ts";
export type { ScoreRows } from "./_two-way.ts";
export { type Interval, REASONS, type Reason, type Stat, type Statistic } from "./_types.ts";
export type { AnovaPart, AnovaValue } from "./anova.ts";
export type { ApTauValue } from "./ap-tau.ts";
export type { CliffDelta } from "./cliff-delta.ts";
export type { CohenD } from "./cohen-d.ts";
export type { EquivalenceInput, EquivalenceValue } from "./equivalence.ts";
export type { KendallValue } from "./kendall.ts";
export type { KrippendorffInput } from "./krippendorff.ts";
export type { PairedProportions, PairedProportionsInput } from "./paired-proportions.ts";
export type { PercentileInput, PercentileValue } from "./percentile.ts";
export type { PowerInput, PowerValue } from "./power.ts";
export type { RandomisationColumn, RandomisationInput } from "./randomisation.ts";
export type { RandomisedTukeyInput, RandomisedTukeyValue } from "./randomised-tukey.ts";
export type { RboValue } from "./rbo.ts";
export type { SignInput, SignValue } from "./sign.ts";
export type { SignPowerInput } from "./sign-power.ts";
export type { TInput, TValue } from "./t.ts";
export type { TukeyInput, TukeyPair, TukeyValue } from "./tukey.ts";
export type { WilcoxonInput, WilcoxonValue } from "./wilcoxon.ts";
export type { WinTieLoss } from "./win-tie-loss.ts";
export {
  anova,
  apTau,
  benjaminiHochberg,
  bonferroni,
  bootstrap,
  cliffDelta,
  cohenD,
  equivalence,
  holm,
  kappa,
  kendall,
  krippendorff,
  pairedBootstrap,
  pairedProportions,
  pairedT,
  percentile,
  power,
  ppi,
  randomisation,
  randomisedTukey,
  rbo,
  sign,
  signPower,
  t,
  tukey,
  weightedKappa,
  wilcoxon,
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
  signPower,
  percentile,
  pairedBootstrap,
  wilcoxon,
  anova,
  tukey,
  randomisedTukey,
  equivalence,
  kendall,
  apTau,
  rbo,
  krippendorff,
  wilson,
  ppi,
];
