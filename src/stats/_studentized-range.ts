/** The studentized range: the largest less the smallest of k normal values, over an estimate of their spread. */
import { overSpread } from "./_chi.ts";
import { normalTail } from "./_normal.ts";
import { gaussLegendre } from "./_quadrature.ts";
import { solveRising } from "./_solve.ts";

/** P(range / s > q) for k values and df degrees of freedom of s; df may be Infinity. */
export function rangeTail(q: number, k: number, df: number): number {
  if (q <= 0) return 1;
  const tail = createRangeTail(k);
  if (df === Number.POSITIVE_INFINITY) return tail(q);
  const turns = [1, 2, 4, 8, 16].map((w) => w / q);
  return overSpread((s) => tail(q * s), df, turns, gaussLegendre(16));
}

/** The q that the share p stays below; 0 < p < 1. */
export function rangeQuantile(p: number, k: number, df: number): number {
  let high = 4;
  while (rangeTail(high, k, df) > 1 - p) high *= 2;
  return solveRising((q) => 1 - p - rangeTail(q, k, df), 0, high);
}

/** Beyond it the normal density is nothing to a double. */
const FAR = 8.5;

/**
 * P(range > w) of k standard normal values: k ∫ φ(z) (Φ(z)^(k − 1) − (Φ(z) − Φ(z − w))^(k − 1)) dz, z the largest.
 * By the trapezoidal rule, which has all digits at a small step for what falls as fast as φ.
 */
function createRangeTail(k: number): (w: number) => number {
  // The more values, the steeper the integrand.
  const step = k <= 10 ? 0.25 : 0.125;
  const count = (2 * FAR) / step + 1;
  const at = Float64Array.from({ length: count }, (_, i) => i * step - FAR);
  const below = at.map((z) => normalTail(-z));
  const weight = at.map(
    (z, i) => ((k * step) / Math.sqrt(2 * Math.PI)) * Math.exp((-z * z) / 2) * below[i]! ** (k - 1),
  );
  return (w) => {
    if (w <= 0) return 1;
    let total = 0;
    for (let i = 0; i < count; i++) {
      if (weight[i]! < 1e-18) continue;
      const share = normalTail(w - at[i]!) / below[i]!;
      total -= weight[i]! * (share >= 1 ? -1 : Math.expm1((k - 1) * Math.log1p(-share)));
    }
    return Math.min(1, total);
  };
}
