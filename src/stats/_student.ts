/** Student's t distribution. */
import { betaFront, incompleteBeta } from "./_beta.ts";
import { solveFalling } from "./_solve.ts";

/** P(T > t). */
export function studentTail(t: number, df: number): number {
  if (t < 0) return 1 - studentTail(-t, df);
  if (t === Number.POSITIVE_INFINITY) return 0;
  const { x, y } = parts(t, df);
  return 0.5 * incompleteBeta(df / 2, 0.5, x, y);
}

export const studentCdf = (t: number, df: number): number => studentTail(-t, df);

/** df / (df + t²) and the rest. */
function parts(t: number, df: number): { readonly x: number; readonly y: number } {
  const square = t * t;
  return { x: df / (df + square), y: square / (df + square) };
}

/** The t below which the share p lies; 0 < p < 1. */
export function studentQuantile(p: number, df: number): number {
  if (p === 0.5) return 0;
  return p < 0.5 ? -upper(p, df) : upper(1 - p, df);
}

/** On the scale of ln t, where the slope of the tail is −betaFront. */
function upper(tail: number, df: number): number {
  const middle = tail > 0.25;
  const u = solveFalling(
    (u) => {
      const { x, y } = parts(Math.exp(u), df);
      const front = betaFront(df / 2, 0.5, x, y);
      if (middle) return { value: 0.5 - tail - 0.5 * incompleteBeta(0.5, df / 2, y, x), slope: -front };
      const q = 0.5 * incompleteBeta(df / 2, 0.5, x, y);
      return { value: Math.log(q / tail), slope: -front / q };
    },
    -40,
    345,
  );
  return Math.exp(u);
}
