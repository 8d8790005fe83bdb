/** Can what is still open change the call? Bounds over everything that it may become; never over single examples. */
import { studentQuantile } from "../../stats/index.ts";
import type { VerdictCall } from "../compare/comparison.ts";
import { levelOf, verdictOf } from "../compare/verdict.ts";
import type { Spread } from "./_spread.ts";

export interface SettledRule {
  readonly direction: "higher" | "lower";
  /** Is every score 0 or 1? */
  readonly yesNo: boolean;
  readonly confidence: number;
  /** Verdicts that are adjusted for one another by Holm's method, this one included. */
  readonly family: number;
}

/** The call that every labelling of what is open leads to; undefined where two may differ, or nobody can tell. `differences`: by query, b − a. */
export function settledCall(differences: readonly Spread[], rule: SettledRule): VerdictCall | undefined {
  const sure = differences.filter(({ optional }) => !optional);
  if (differences.length < 2) return "too-few";
  if (sure.length < 2) return undefined;
  if (differences.every(({ low, high }) => low === 0 && high === 0)) return "same";
  const up = rule.yesNo ? bySigns(differences, rule) : byT(differences, sure.length, rule);
  if (up === undefined || up === "noise" || rule.direction === "higher") return up;
  return up === "better" ? "worse" : "better";
}

/** As if higher were better. */
type SettledSide = "better" | "worse" | "noise" | undefined;

/** Each query at its worst, and each at its best: the sign test knows nothing in between. */
function bySigns(differences: readonly Spread[], { confidence, family }: SettledRule): SettledSide {
  const ends = differences.map(({ low, high, optional }) => {
    const [least, most] = [Math.round(low), Math.round(high)];
    return optional ? [Math.min(0, least), Math.max(0, most)] : [least, most];
  });
  const strict = 1 - levelOf(confidence) / family;
  const [least, most] = [0, 1].map((end) => ends.map((one) => one[end]!)) as [number[], number[]];
  if (callOfSigns(least, strict) === "better") return "better";
  if (callOfSigns(most, strict) === "worse") return "worse";
  const differs = ends.some(([low, high]) => low! > 0 || high! < 0);
  const noise = callOfSigns(most, confidence) !== "better" && callOfSigns(least, confidence) !== "worse";
  return differs && noise ? "noise" : undefined;
}

function callOfSigns(differences: readonly number[], confidence: number): VerdictCall {
  return verdictOf(
    {
      metric: "",
      direction: "higher",
      yesNo: true,
      queries: [],
      a: Float64Array.from(differences, (d) => (d < 0 ? 1 : 0)),
      b: Float64Array.from(differences, (d) => (d > 0 ? 1 : 0)),
      leftOut: { undefined: 0, skipped: 0, failed: 0 },
    },
    { confidence, details: false },
  ).call;
}

/** Differences of one side of 0, or queries that may be left out: as intervals. */
interface Box {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/**
 * t is at least c where the sum of the differences is at least κ × the root of the sum of their squares,
 * κ = c √(n / (n − 1 + c²)). A query that is left out adds 0 to both, and κ grows with n.
 */
function byT(
  differences: readonly Spread[],
  least: number,
  { confidence, family }: SettledRule,
): SettledSide {
  const box: Box = {
    low: Float64Array.from(differences, ({ low, optional }) => (optional ? Math.min(0, low) : low)),
    high: Float64Array.from(differences, ({ high, optional }) => (optional ? Math.max(0, high) : high)),
  };
  const level = levelOf(confidence);
  const strict = kappaOf(differences.length, level / family);
  // Where all differ by the same amount, the sign test decides, which needs more queries.
  const few = 2 ** (1 - least) > level / family && mayBeEqual(differences);
  if (!few && lowest(box, strict) > 0) return "better";
  if (!few && lowest(mirrored(box), strict) > 0) return "worse";
  const loose = kappaOf(least, level);
  return greatest(box, loose) < 0 && greatest(mirrored(box), loose) < 0 ? "noise" : undefined;
}

export function kappaOf(n: number, level: number): number {
  const c = studentQuantile(1 - level / 2, n - 1);
  return c * Math.sqrt(n / (n - 1 + c * c));
}

function mayBeEqual(differences: readonly Spread[]): boolean {
  let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const one of differences) {
    if (one.optional) continue;
    low = Math.max(low, one.low);
    high = Math.min(high, one.high);
  }
  return low <= high;
}

const mirrored = ({ low, high }: Box): Box => ({ low: high.map((x) => -x), high: low.map((x) => -x) });

/** The last digits decide nothing. */
const SLACK = 1e-7;

/**
 * At most the least of sum − κ √squares in the box. For any size s > 0, √squares <= squares / 2s + s / 2; then each query
 * is at one of its ends by itself, and every s gives a bound. The best of many is taken.
 */
function lowest({ low, high }: Box, kappa: number): number {
  let squares = 0;
  for (let i = 0; i < low.length; i++) squares += Math.max(low[i]! ** 2, high[i]! ** 2);
  if (squares === 0) return 0;
  const size = Math.sqrt(squares);
  const at = (s: number): number => {
    let sum = (-kappa * s) / 2;
    for (let i = 0; i < low.length; i++) {
      const [x, y] = [low[i]!, high[i]!];
      sum += Math.min(x - (kappa * x * x) / (2 * s), y - (kappa * y * y) / (2 * s));
    }
    return sum;
  };
  return best(at, size * 1e-3, size * 1.01) - SLACK * size;
}

/**
 * At least the greatest of sum − κ √squares in the box. √squares >= u · d for any u of length 1; then each query is at one
 * of its ends by itself. The best u is along the point where all differences are as equal as the box allows.
 */
function greatest({ low, high }: Box, kappa: number): number {
  const clip = (level: number): Float64Array => low.map((x, i) => Math.min(Math.max(level, x), high[i]!));
  const at = (level: number): number => {
    let [sum, squares] = [0, 0];
    for (const d of clip(level)) {
      sum += d;
      squares += d * d;
    }
    return sum - kappa * Math.sqrt(squares);
  };
  const [from, to] = [low.slice().sort()[0]!, high.slice().sort().at(-1)!];
  const point = clip(bestAt(at, from, to));
  const size = Math.sqrt(point.reduce((sum, d) => sum + d * d, 0));
  if (size === 0) return 0;
  let bound = SLACK * size;
  for (let i = 0; i < low.length; i++) {
    const slope = 1 - (kappa * point[i]!) / size;
    bound += Math.max(slope * low[i]!, slope * high[i]!);
  }
  return bound;
}

/** Where a function with one top is highest, well enough: anywhere gives a bound. */
function bestAt(at: (x: number) => number, from: number, to: number): number {
  const STEPS = 40;
  let [a, b] = [from, to];
  let top = from;
  for (let round = 0; round < 4; round++) {
    let most = Number.NEGATIVE_INFINITY;
    const step = (b - a) / STEPS;
    for (let i = 0; i <= STEPS; i++) {
      const x = a + i * step;
      const y = at(x);
      if (y > most) [most, top] = [y, x];
    }
    [a, b] = [Math.max(from, top - step), Math.min(to, top + step)];
  }
  return top;
}

const best = (at: (x: number) => number, from: number, to: number): number => at(bestAt(at, from, to));
