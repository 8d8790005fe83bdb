/** The incomplete beta function: tails of Student's t and of proportions. */
import { LOG_2PI, stirlingRest } from "./_gamma.ts";
import { solveFalling } from "./_solve.ts";

/** a ln(x (a + b) / a), where x is near a / (a + b) too; y = 1 − x is given, so that none of its digits is lost. */
const logPower = (a: number, b: number, x: number, y: number): number => {
  const off = (x * b - y * a) / a;
  return a * (Math.abs(off) < 0.5 ? Math.log1p(off) : Math.log((x * (a + b)) / a));
};

/** x^a y^b / B(a, b), the density times x y. */
export function betaFront(a: number, b: number, x: number, y: number): number {
  if (x <= 0 || y <= 0) return 0;
  const sum = a + b;
  const rests = stirlingRest(sum) - stirlingRest(a) - stirlingRest(b);
  return Math.exp(
    logPower(a, b, x, y) + logPower(b, a, y, x) + 0.5 * (Math.log((a * b) / sum) - LOG_2PI) + rests,
  );
}

/** I_x(a, b); y = 1 − x. */
export function incompleteBeta(a: number, b: number, x: number, y: number): number {
  if (x <= 0) return 0;
  if (y <= 0) return 1;
  return x < (a + 1) / (a + b + 2)
    ? (betaFront(a, b, x, y) * fraction(a, b, x)) / a
    : 1 - (betaFront(b, a, y, x) * fraction(b, a, y)) / b;
}

/** The continued fraction of NIST DLMF 8.17.22, from the top (Lentz, Thompson and Barnett). */
function fraction(a: number, b: number, x: number): number {
  const tiny = 1e-300;
  const safe = (v: number): number => (Math.abs(v) < tiny ? tiny : v);
  let c = 1;
  let d = 1 / safe(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m < 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / safe(1 + even * d);
    c = safe(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / safe(1 + odd * d);
    c = safe(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < 1e-16) break;
  }
  return value;
}

/** The x below which the share p of a beta distribution lies; 0 < p < 1. */
export function betaQuantile(p: number, a: number, b: number): number {
  // On the scale of ln (x / y), where the slope of the share is betaFront; the smaller side keeps its digits.
  const u = solveFalling(
    (u) => {
      const [x, y] = [1 / (1 + Math.exp(-u)), 1 / (1 + Math.exp(u))];
      const front = betaFront(a, b, x, y);
      if (p > 0.5) {
        const rest = incompleteBeta(b, a, y, x);
        return { value: Math.log(rest / (1 - p)), slope: -front / rest };
      }
      const share = incompleteBeta(a, b, x, y);
      return { value: Math.log(p / share), slope: -front / share };
    },
    -700,
    700,
  );
  return 1 / (1 + Math.exp(-u));
}
