/** Nodes and weights of Gauss and Legendre on (−1, 1) (NIST DLMF 3.5.15): exact for polynomials up to degree 2n − 1. */
export interface Quadrature {
  readonly nodes: Float64Array;
  readonly weights: Float64Array;
}

export function gaussLegendre(n: number): Quadrature {
  const [nodes, weights] = [new Float64Array(n), new Float64Array(n)];
  for (let i = 0; i < n; i++) {
    let x = Math.cos((Math.PI * (i + 0.75)) / (n + 0.5));
    let slope = 0;
    for (let step = 0; step < 10; step++) {
      let [before, value] = [1, x];
      for (let k = 2; k <= n; k++)
        [before, value] = [value, ((2 * k - 1) * x * value - (k - 1) * before) / k];
      slope = (n * (x * value - before)) / (x * x - 1);
      const off = value / slope;
      x -= off;
      if (Math.abs(off) < 1e-16) break;
    }
    nodes[i] = x;
    weights[i] = 2 / ((1 - x * x) * slope * slope);
  }
  return { nodes, weights };
}

/** From the first of `ends` to the last, piece by piece, none wider than `widest`. */
export function integrate(
  f: (x: number) => number,
  ends: readonly number[],
  widest: number,
  { nodes, weights }: Quadrature,
): number {
  let total = 0;
  for (let i = 1; i < ends.length; i++) {
    const [from, to] = [ends[i - 1]!, ends[i]!];
    const pieces = Math.max(1, Math.ceil((to - from) / widest));
    const half = (to - from) / pieces / 2;
    for (let piece = 0; piece < pieces; piece++) {
      const middle = from + (2 * piece + 1) * half;
      for (let k = 0; k < nodes.length; k++) total += half * weights[k]! * f(middle + half * nodes[k]!);
    }
  }
  return total;
}
