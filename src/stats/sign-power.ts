import { incompleteBeta } from "./_beta.ts";
import { checkCount, checkProbability, defineStatistic, known, none } from "./_define.ts";
import { normalCdf, normalQuantile } from "./_normal.ts";
import { statProblem } from "./_problems.ts";
import { leastCount, solveRising } from "./_solve.ts";
import type { Stat } from "./_types.ts";
import type { PowerValue } from "./power.ts";

/** Two of n, effect and power: the third is computed. */
export interface SignPowerInput {
  /** Pairs, such as queries. */
  readonly n?: number;
  /** Difference of the two shares of yes. */
  readonly effect?: number;
  /** Share of experiments that would find it. */
  readonly power?: number;
  /** Share of the pairs that differ; where the effect is larger, as large as that: then all of them differ one way. */
  readonly apart: number;
  readonly alpha?: number;
}
interface Differing {
  readonly apart: number;
  readonly alpha: number;
}
const MOST = 1e9;
/** Expected number of pairs that differ up to which the sum is exact; above, the normal approximation differs by less than 0.002. */
const EXACT = 400;

/**
 * Power of the exact sign test on yes/no values (McNemar's).
 * @example signPower.compute({ n: 10, effect: 1, apart: 1 }).value // power 1: all ten differ one way, p 0.002
 * @example signPower.compute({ n: 100, apart: 0.2, power: 0.8 }).value // effect 0.127…: a difference that would show
 */
export const signPower = defineStatistic({
  id: "sign-power",
  title: "Power of the sign test",
  definition:
    "How often an exact sign test on n queries that score yes or no finds a difference of a given size; or the smallest difference that it finds with a given power; or the number of queries that it takes. Only queries that differ count, so it needs their share.",
  formula:
    "Σ over d, d ~ binomial(n, apart): P(d) × P(p ≤ α), wins ~ binomial(d, ½ + effect / 2 apart); beyond 400 expected differences Φ((|effect| √n − z √apart − 1/√n) / √(apart − effect²))",
  cite: "McNemar, Note on the sampling error of the difference between correlated proportions, 1947; Connor, Sample size for testing differences in proportions for the paired-sample design, 1987",
  compute({ n, effect, power: wanted, apart, alpha = 0.05 }: SignPowerInput): Stat<PowerValue> {
    if ([n, effect, wanted].filter((x) => x === undefined).length !== 1)
      throw statProblem.error("bad-statistic/two-of-three", {});
    if (!(alpha > 0 && alpha < 1))
      throw statProblem.error("bad-statistic/probability", { found: String(alpha) });
    if (wanted !== undefined && !(wanted > alpha && wanted < 1))
      throw statProblem.error("bad-statistic/power", { power: String(wanted), alpha: String(alpha) });
    checkProbability(apart);
    const size = effect === undefined ? undefined : checkProbability(Math.abs(effect));
    if (n !== undefined && checkCount(n) < 1) return none("no-data");
    const test = { apart, alpha };
    if (wanted === undefined) return known({ n: n!, effect: effect!, power: powerOf(n!, size!, test) });
    return size === undefined ? detectable(n!, wanted, test) : needed(size, effect!, wanted, test);
  },
});

function powerOf(n: number, effect: number, { apart: given, alpha }: Differing): number {
  const apart = Math.max(given, effect);
  if (apart === 0) return 0;
  if (n * apart > EXACT) {
    const spread = Math.sqrt(apart - effect * effect);
    // One pair more, as the exact test is one of whole numbers.
    const limit = normalQuantile(1 - alpha / 2) * Math.sqrt(apart) + 1 / Math.sqrt(n);
    const beyond = (shift: number): number =>
      spread === 0 ? (shift > limit ? 1 : 0) : normalCdf((shift - limit) / spread);
    return beyond(effect * Math.sqrt(n)) + beyond(-effect * Math.sqrt(n));
  }
  const share = 0.5 + effect / apart / 2;
  let [total, k] = [0, -1];
  for (let d = 1; d <= n; d++) {
    // The most losses that a test of d pairs still calls real; never fewer for more pairs.
    while (2 * atMost(k + 1, d, 0.5) <= alpha) k++;
    if (k < 0) continue;
    const chance = chanceOf(d, n, apart);
    if (chance < 1e-17) {
      if (d > n * apart) break;
      continue;
    }
    total += chance * (atMost(k, d, 1 - share) + atMost(k, d, share));
  }
  return Math.min(1, total);
}

/** P(X ≤ k), X binomial. */
function atMost(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  return k >= n ? 1 : incompleteBeta(n - k, k + 1, 1 - p, p);
}

/** P(X = d), X binomial. */
const chanceOf = (d: number, n: number, p: number): number => atMost(d, n, p) - atMost(d - 1, n, p);

/** Where too few pairs differ for any effect to show, as many differ as the effect needs. */
function detectable(n: number, wanted: number, test: Differing): Stat<PowerValue> {
  if (powerOf(n, 1, test) < wanted) return none("too-few");
  const effect = solveRising((size) => powerOf(n, size, test) - wanted, 0, 1);
  return known({ n, effect, power: wanted });
}

function needed(size: number, effect: number, wanted: number, test: Differing): Stat<PowerValue> {
  if (size === 0) return none("no-effect");
  const apart = Math.max(test.apart, size);
  const z = normalQuantile(1 - test.alpha / 2) * Math.sqrt(apart);
  const about = ((z + normalQuantile(wanted) * Math.sqrt(apart - size * size)) / size) ** 2;
  if (!(about <= MOST)) return none("out-of-reach");
  const high = leastCount(about, 1, (n) => powerOf(n, size, test) >= wanted);
  return known({ n: high, effect, power: powerOf(high, size, test) });
}
