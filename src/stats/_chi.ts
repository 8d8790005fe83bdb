/** How a standard deviation that was estimated from a sample spreads around the true one: √(χ² / df). */
import { LOG_2PI, stirlingRest } from "./_gamma.ts";
import { integrate, type Quadrature } from "./_quadrature.ts";

/** Below e^−46 of its height the density adds nothing to a double. */
const NOTHING = -46;

/** The mean of f(s) over the estimate s of a standard deviation of 1. `turns`: where f changes quickly. */
export function overSpread(
  f: (s: number) => number,
  df: number,
  turns: readonly number[],
  rule: Quadrature,
): number {
  const half = df / 2;
  const height = Math.LN2 + 0.5 * (Math.log(half) - LOG_2PI) - stirlingRest(half);
  const log = (s: number): number => {
    const off = s - 1;
    const power = Math.abs(off) < 0.5 ? 2 * (Math.log1p(off) - off) - off * off : 2 * Math.log(s) - s * s + 1;
    return half * power - Math.log(s);
  };
  const scale = 1 / Math.sqrt(2 * df);
  let [low, high] = [1, 1];
  while (low > 0 && log(low) > NOTHING) low = Math.max(0, low - scale);
  while (log(high) > NOTHING) high += scale;
  const ends = [low, ...turns.filter((s) => s > low && s < high).sort((x, y) => x - y), high];
  return integrate((s) => Math.exp(height + log(s)) * f(s), ends, 2 * scale, rule);
}
