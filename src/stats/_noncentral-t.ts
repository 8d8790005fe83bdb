/** The noncentral t distribution: what t follows where there is an effect. */
import { overSpread } from "./_chi.ts";
import { normalTail } from "./_normal.ts";
import { gaussLegendre } from "./_quadrature.ts";

/**
 * P(T > t), by integrating over the estimated spread: the usual series fails where the noncentrality is large
 * (e^(−nc²/2) is 0 in doubles). Absolute error below 1e-13.
 */
export function noncentralTail(t: number, df: number, nc: number): number {
  if (t === 0) return normalTail(-nc);
  const turns = [-8, -4, 0, 4, 8].map((off) => (nc + off) / t);
  return overSpread((s) => normalTail(t * s - nc), df, turns, gaussLegendre(20));
}

export const noncentralCdf = (t: number, df: number, nc: number): number => noncentralTail(-t, df, -nc);
