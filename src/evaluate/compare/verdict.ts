/** Is it real? The one answer that eval, compare, gate, reports and matchers give. */
import { sumPlain } from "../../core/numbers.ts";
import {
  cliffDelta,
  cohenD,
  pairedProportions,
  pairedT,
  power,
  type Stat,
  sign,
  winTieLoss,
} from "../../stats/index.ts";
import type { MetricVerdict, PairedScores, VerdictCall, VerdictWarning } from "./comparison.ts";

export const CONFIDENCE = 0.95;
/** Chance of finding what is there, for `detectable` and `needed`. */
const POWER = 0.8;
/** Below these, a verdict warns. */
const FEW_QUERIES = 50;
const FEW_DIFFERENCES = 6;

export interface VerdictOptions {
  /** Default: 0.95. */
  readonly confidence?: number;
  /** Effect sizes, and what this many queries can show. Default: true. */
  readonly details?: boolean;
}

/**
 * b against a on one metric. p is not adjusted yet: `asFamily` does that for all that was compared together, and
 * makes the calls anew.
 */
export function verdictOf(
  pairs: PairedScores,
  { confidence = CONFIDENCE, details = true }: VerdictOptions = {},
): MetricVerdict {
  const { metric, direction, leftOut, a, b } = pairs;
  const n = a.length;
  const means = [meanOf(a), meanOf(b)] as const;
  const signs = known(winTieLoss.compute({ a: b, b: a })) ?? { wins: 0, ties: 0, losses: 0 };
  const { wins, losses } = direction === "higher" ? signs : { wins: signs.losses, losses: signs.wins };
  const tested = n < 2 || signs.ties === n ? {} : testOf(pairs, confidence);
  const found = {
    metric,
    direction,
    n,
    leftOut,
    means,
    difference: signs.ties === n ? 0 : means[1] - means[0],
    // Where no query differs there is no spread to tell from; of shares even that says something.
    ...(n < 2 ? {} : intervalOf(pairs, confidence)),
    ...tested,
    ...(tested.p === undefined ? {} : { adjustedP: tested.p }),
    wins,
    ties: signs.ties,
    losses,
    ...(details && n >= 2 ? detailsOf(pairs, confidence) : {}),
    warnings: warningsOf(n, n - signs.ties),
  };
  return { ...found, call: callOf(found, confidence) };
}

/** What to say of it, by its adjusted p. */
export function callOf(
  { n, ties, difference, direction, adjustedP }: Omit<MetricVerdict, "call">,
  confidence: number,
): VerdictCall {
  if (n < 2) return "too-few";
  if (ties === n) return "same";
  // As many decimals as anybody states: 1 − 0.95 is a little more than 0.05.
  const alpha = Number((1 - confidence).toFixed(12));
  if (adjustedP === undefined || adjustedP > alpha || difference === 0) return "noise";
  return difference > 0 === (direction === "higher") ? "better" : "worse";
}

/** Yes/no metrics by the exact sign test, others by paired t; where all differ by the same amount, t has no value. */
function testOf({ a, b, yesNo }: PairedScores, confidence: number): Pick<MetricVerdict, "test" | "p"> {
  const p = yesNo ? undefined : known(pairedT.compute({ a: b, b: a, confidence }))?.test?.p;
  if (p !== undefined) return { test: "t", p };
  const signs = known(sign.compute({ a: b, b: a, confidence }));
  return signs === undefined ? {} : { test: "sign", p: signs.p };
}

function intervalOf({ a, b, yesNo }: PairedScores, confidence: number): Pick<MetricVerdict, "interval"> {
  if (yesNo) {
    const found = known(pairedProportions.compute({ a: b, b: a, confidence }));
    return found === undefined ? {} : { interval: [found.low, found.high] };
  }
  const found = known(pairedT.compute({ a: b, b: a, confidence }));
  return found?.test === undefined ? {} : { interval: [found.low, found.high] };
}

function detailsOf(
  { a, b }: PairedScores,
  confidence: number,
): Pick<MetricVerdict, "effect" | "detectable" | "needed"> {
  const found = known(pairedT.compute({ a: b, b: a, confidence }));
  const d = known(cohenD.compute({ a: b, b: a }))?.dz;
  const delta = known(cliffDelta.compute({ a: b, b: a }))?.delta;
  const test = { sd: found?.sd ?? 0, power: POWER, alpha: 1 - confidence };
  const detectable = known(power.compute({ ...test, n: a.length }))?.effect;
  const needed = known(power.compute({ ...test, effect: Math.abs(found?.mean ?? 0) }))?.n;
  return {
    ...(delta === undefined ? {} : { effect: { ...(d === undefined ? {} : { d }), delta } }),
    ...(detectable === undefined ? {} : { detectable }),
    ...(needed === undefined ? {} : { needed }),
  };
}

const warningsOf = (n: number, differing: number): VerdictWarning[] => [
  ...(n < FEW_QUERIES ? ["few-queries" as const] : []),
  ...(differing > 0 && differing < FEW_DIFFERENCES ? ["few-differences" as const] : []),
];

/** 0 of no queries: `n` says so. */
const meanOf = (values: Float64Array): number => (values.length === 0 ? 0 : sumPlain(values) / values.length);

const known = <T>(stat: Stat<T>): T | undefined => (stat.status === "known" ? stat.value : undefined);
