/** The standard normal distribution. */
import { solveFalling } from "./_solve.ts";

const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);

/** P(X > x), with all its digits far out too. */
export function normalTail(x: number): number {
  if (x < 0) return 1 - normalTail(-x);
  return x < 3 ? 0.5 - density(x) * series(x) : density(x) * mills(x);
}

export const normalCdf = (x: number): number => normalTail(-x);

/** x + x³/3 + x⁵/(3·5) + …: (cdf − ½) / density (NIST DLMF 7.6.2). */
function series(x: number): number {
  let term = x;
  let total = x;
  for (let n = 3; term > 1e-17 * total; n += 2) {
    term *= (x * x) / n;
    total += term;
  }
  return total;
}

/** tail / density = 1 / (x + 1 / (x + 2 / (x + 3 / …))) (Laplace; NIST DLMF 7.9.1). */
function mills(x: number): number {
  let value = x;
  // A few terms more than change the last digit.
  for (let n = Math.ceil(10 + 400 / (x * x)); n > 0; n--) value = x + n / value;
  return 1 / value;
}

/** The x below which the share p lies; 0 < p < 1. */
export function normalQuantile(p: number): number {
  if (p === 0.5) return 0;
  if (p < 0.5) return -upper(p);
  return upper(1 - p);
}

function upper(tail: number): number {
  // In the middle the difference to ½ has the digits, far out the logarithm of the tail does.
  const middle = tail > 0.25;
  return solveFalling(
    (x) => {
      if (middle) return { value: 0.5 - tail - density(x) * series(x), slope: -density(x) };
      const q = normalTail(x);
      return { value: Math.log(q / tail), slope: -density(x) / q };
    },
    0,
    40,
  );
}
