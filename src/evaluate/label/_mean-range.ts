/** Between which values a mean ends, whatever is still open. */
import type { Spread } from "./_spread.ts";

/** Exact for the spreads: queries that may be left out are in where they make it lower, or higher. undefined: there may be no mean, or it has no bounds. */
export function meanRange(spreads: readonly Spread[]): readonly [low: number, high: number] | undefined {
  const sure = spreads.filter(({ optional }) => !optional);
  if (spreads.length === 0) return undefined;
  const maybe = spreads.filter(({ optional }) => optional);
  const [low, high] = [
    lowestMean(
      sure.map(({ low }) => low),
      maybe.map(({ low }) => low),
    ),
    -lowestMean(
      sure.map(({ high }) => -high),
      maybe.map(({ high }) => -high),
    ),
  ];
  return Number.isFinite(low) && Number.isFinite(high) ? [low, high] : undefined;
}

function lowestMean(sure: readonly number[], maybe: readonly number[]): number {
  let sum = sure.reduce((total, x) => total + x, 0);
  let n = sure.length;
  for (const x of Float64Array.from(maybe).sort()) {
    if (n > 0 && x >= sum / n) break;
    sum += x;
    n++;
  }
  return sum / n;
}
