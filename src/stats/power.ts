import { checkCount, defineStatistic, known, none } from "./_define.ts";
import { noncentralTail } from "./_noncentral-t.ts";
import { normalQuantile } from "./_normal.ts";
import { statProblem } from "./_problems.ts";
import { leastCount, solveRising } from "./_solve.ts";
import { studentQuantile } from "./_student.ts";
import type { Stat } from "./_types.ts";

/** Two of n, effect and power: the third is computed. */
export interface PowerInput {
  /** Pairs, such as queries. */
  readonly n?: number;
  /** Mean difference, in the units of `sd`. */
  readonly effect?: number;
  /** Share of experiments that would find it. */
  readonly power?: number;
  /** Standard deviation of the differences; 1 by default, which makes `effect` Cohen's dz. */
  readonly sd?: number;
  readonly alpha?: number;
  /** "greater": a one-sided test, for an effect above 0. */
  readonly alternative?: "two-sided" | "greater";
}
export interface PowerValue {
  readonly n: number;
  readonly effect: number;
  readonly power: number;
}
interface Test {
  readonly alpha: number;
  readonly alternative: "two-sided" | "greater";
}
const MOST = 1e9;

/**
 * Power of a paired t-test, the smallest effect it would detect, or the number of pairs it needs.
 * @example power.compute({ n: 96, sd: 0.1, power: 0.8 }).value // effect 0.0288…: a difference that would show
 * @example power.compute({ effect: 0.012, sd: 0.1, power: 0.8 }).value // n 547
 */
export const power = defineStatistic({
  id: "power",
  title: "Power of a paired t-test",
  definition:
    "How often a paired t-test on n queries finds an effect of a given size; or the smallest effect that it finds with a given power (minimum detectable effect); or the number of queries that it takes.",
  formula: "P(|T| > t(1 − α/2, n − 1)), T noncentral t with n − 1 degrees of freedom around √n × effect / sd",
  cite: "Cohen, Statistical power analysis for the behavioral sciences, 1988",
  compute({
    n,
    effect,
    power: wanted,
    sd = 1,
    alpha = 0.05,
    alternative = "two-sided",
  }: PowerInput): Stat<PowerValue> {
    if ([n, effect, wanted].filter((x) => x === undefined).length !== 1)
      throw statProblem.error("bad-statistic/two-of-three", {});
    if (!(alpha > 0 && alpha < 1))
      throw statProblem.error("bad-statistic/probability", { found: String(alpha) });
    if (wanted !== undefined && !(wanted > alpha && wanted < 1))
      throw statProblem.error("bad-statistic/power", { power: String(wanted), alpha: String(alpha) });
    if (!(sd >= 0 && sd < Number.POSITIVE_INFINITY))
      throw statProblem.error("bad-statistic/value", { found: String(sd) });
    if (effect !== undefined && !Number.isFinite(effect))
      throw statProblem.error("bad-statistic/value", { found: String(effect) });
    if (n !== undefined && checkCount(n) < 2) return none(n === 0 ? "no-data" : "too-few");
    if (sd === 0) return none("no-spread");
    const test: Test = { alpha, alternative };
    if (wanted === undefined)
      return known({ n: n!, effect: effect!, power: powerOf(effect! / sd, n!, test) });
    if (n !== undefined) return known({ n, effect: sd * detectable(wanted, n, test), power: wanted });
    return needed(effect! / sd, wanted, test, effect!);
  },
});

function powerOf(dz: number, n: number, { alpha, alternative }: Test): number {
  const df = n - 1;
  const nc = dz * Math.sqrt(n);
  const both = alternative === "two-sided";
  const limit = studentQuantile(1 - alpha / (both ? 2 : 1), df);
  return noncentralTail(limit, df, nc) + (both ? noncentralTail(limit, df, -nc) : 0);
}

/** Around how many standard errors an effect must be away from 0. */
const distance = (wanted: number, { alpha, alternative }: Test): number =>
  normalQuantile(1 - alpha / (alternative === "two-sided" ? 2 : 1)) + normalQuantile(wanted);

function detectable(wanted: number, n: number, test: Test): number {
  let high = Math.max(0.1, distance(wanted, test)) / Math.sqrt(n);
  while (powerOf(high, n, test) < wanted) high *= 2;
  return solveRising((dz) => powerOf(dz, n, test) - wanted, 0, high);
}

/** The least n whose power is enough. */
function needed(dz: number, wanted: number, test: Test, effect: number): Stat<PowerValue> {
  const size = test.alternative === "two-sided" ? Math.abs(dz) : dz;
  if (!(size > 0)) return none("no-effect");
  const about = (distance(wanted, test) / size) ** 2;
  if (about > MOST) return none("out-of-reach");
  const high = leastCount(about, 2, (n) => powerOf(size, n, test) >= wanted);
  return known({ n: high, effect, power: powerOf(size, high, test) });
}
