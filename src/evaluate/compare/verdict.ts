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
  signPower,
  type TValue,
  type WinTieLoss,
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
  /** Effect sizes, and what this many queries can show; "effect": the first only, which is much faster. Default: true. */
  readonly details?: boolean | "effect";
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
  const signs = known(winTieLoss.compute({ a: b, b: a })) ?? { wins: 0, ties: 0, losses: 0 };
  const { wins, losses } = direction === "higher" ? signs : { wins: signs.losses, losses: signs.wins };
  const t = n < 2 ? undefined : known(pairedT.compute({ a: b, b: a, confidence }));
  const tested = n < 2 || signs.ties === n ? {} : testOf(pairs, t, signs);
  const found = {
    metric,
    direction,
    n,
    leftOut,
    ...meansOf(pairs, signs.ties === n),
    // Where no query differs there is no spread to tell from; of shares even that says something.
    ...(n < 2 ? {} : intervalOf(pairs, t, signs, confidence)),
    ...tested,
    ...(tested.p === undefined ? {} : { adjustedP: tested.p }),
    wins,
    ties: signs.ties,
    losses,
    ...(details && n >= 2 ? effectOf(pairs) : {}),
    ...(details === true && n >= 2 ? powerFor(pairs, t, n - signs.ties, confidence) : {}),
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
  if (adjustedP === undefined || adjustedP > levelOf(confidence) || !difference) return "noise";
  return difference > 0 === (direction === "higher") ? "better" : "worse";
}

/** As many decimals as anybody states: 1 − 0.95 is a little more than 0.05. */
export const levelOf = (confidence: number): number => Number((1 - confidence).toFixed(12));

/** Yes/no metrics by the exact sign test, others by paired t; where all differ by the same amount, t has no value. */
function testOf(
  { yesNo }: PairedScores,
  t: TValue | undefined,
  signs: WinTieLoss,
): Pick<MetricVerdict, "test" | "p"> {
  const p = yesNo ? undefined : t?.test?.p;
  if (p !== undefined) return { test: "t", p };
  const found = known(sign.compute(signs));
  return found === undefined ? {} : { test: "sign", p: found.p };
}

function intervalOf(
  { a, yesNo }: PairedScores,
  t: TValue | undefined,
  { wins, losses }: WinTieLoss,
  confidence: number,
): Pick<MetricVerdict, "interval"> {
  if (yesNo) {
    const found = known(pairedProportions.compute({ n: a.length, wins, losses, confidence }));
    return found === undefined ? {} : { interval: [found.low, found.high] };
  }
  return t?.test === undefined ? {} : { interval: [t.low, t.high] };
}

function effectOf({ a, b }: PairedScores): Pick<MetricVerdict, "effect"> {
  const d = known(cohenD.compute({ a: b, b: a }))?.dz;
  const delta = known(cliffDelta.compute({ a: b, b: a }))?.delta;
  return delta === undefined ? {} : { effect: { ...(d === undefined ? {} : { d }), delta } };
}

function powerFor(
  { a, yesNo }: PairedScores,
  t: TValue | undefined,
  differing: number,
  confidence: number,
): Pick<MetricVerdict, "detectable" | "needed"> {
  // Each by the test that decides. Without a spread nothing can be said about the power of t.
  const n = a.length;
  const test = { power: POWER, alpha: levelOf(confidence) };
  const found = (asked: { n: number } | { effect: number }) =>
    yesNo
      ? known(signPower.compute({ ...test, ...asked, apart: differing / n }))
      : t && known(power.compute({ ...test, ...asked, sd: t.sd }));
  const detectable = found({ n })?.effect;
  const needed = t && found({ effect: Math.abs(t.mean) })?.n;
  return {
    ...(detectable === undefined ? {} : { detectable }),
    ...(needed === undefined ? {} : { needed }),
  };
}

const warningsOf = (n: number, differing: number): VerdictWarning[] => [
  ...(n < FEW_QUERIES ? ["few-queries" as const] : []),
  ...(differing > 0 && differing < FEW_DIFFERENCES ? ["few-differences" as const] : []),
];

/** Of no queries there are none. */
function meansOf({ a, b }: PairedScores, same: boolean): Pick<MetricVerdict, "means" | "difference"> {
  if (a.length === 0) return {};
  const means = [sumPlain(a) / a.length, sumPlain(b) / b.length] as const;
  return { means, difference: same ? 0 : means[1] - means[0] };
}

const known = <T>(stat: Stat<T>): T | undefined => (stat.status === "known" ? stat.value : undefined);
