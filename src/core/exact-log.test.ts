import { describe, expect, it } from "vitest";
import { exp, ln, log2 } from "./exact-log.ts";
import { randomFrom } from "./random.ts";

// The same functions in whole numbers, as multiples of 2^-220.
const BITS = 220n;
const ONE = 1n << BITS;
const times = (a: bigint, b: bigint): bigint => (a * b) >> BITS;

/** x = mantissa × 2^exponent. */
function split(x: number): { mantissa: bigint; exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const mantissa = (bits & 0xfffffffffffffn) | 0x10000000000000n;
  return { mantissa: x < 0 ? -mantissa : mantissa, exponent: Number((bits >> 52n) & 0x7ffn) - 1075 };
}
const shift = (a: bigint, by: bigint): bigint => (by < 0n ? a >> -by : a << by);
function wide(x: number): bigint {
  if (x === 0) return 0n;
  const { mantissa, exponent } = split(x);
  return shift(mantissa, BITS + BigInt(exponent));
}
/** ln a = 2 artanh((a - 1) / (a + 1)), for a near 1. */
function wideLnNearOne(a: bigint): bigint {
  const z = ((a - ONE) << BITS) / (a + ONE);
  let [power, total] = [z, 0n];
  for (let n = 1n; power !== 0n; n += 2n) {
    total += power / n;
    power = times(power, times(z, z));
    if (power === -1n) break;
  }
  return 2n * total;
}
const LN2 = -wideLnNearOne(ONE / 2n);
function wideLn(x: number): bigint {
  const { mantissa, exponent } = split(x);
  const near = shift(mantissa, BITS - 52n);
  return BigInt(exponent + 52) * LN2 + wideLnNearOne(near);
}
const wideLog2 = (x: number): bigint => (wideLn(x) << BITS) / LN2;
function wideExp(x: number): bigint {
  const n = BigInt(Math.floor(x / Math.LN2));
  const rest = wide(x) - n * LN2;
  let [term, total] = [ONE, 0n];
  for (let i = 1n; term !== 0n; i++) {
    total += term;
    term = times(term, rest) / i;
  }
  return shift(total, n);
}

/** No other double is nearer to what is asked for. */
function isNearest(y: number, wanted: bigint): boolean {
  const off = wide(y) - wanted;
  const unit = y === 0 ? 1n : shift(1n, BITS + BigInt(split(y).exponent));
  return 2n * (off < 0n ? -off : off) <= unit;
}
const wrong = (xs: readonly number[], f: (x: number) => number, wanted: (x: number) => bigint): number[] =>
  xs.filter((x) => !isNearest(f(x), wanted(x)));

const random = randomFrom(7);
const some = (n: number, make: (u: number) => number): number[] =>
  Array.from({ length: n }, () => make(random() + random() * 2 ** -32));
const shares: number[] = [];
for (let b = 1; b <= 64; b++) for (let a = 1; a <= b; a++) shares.push(a / b);
/** Averages that lie half-way between two printed values. */
const halves = Array.from({ length: 10_000 }, (_, i) => (2 * i + 1) / 20_000);

describe("logarithms and powers are the nearest doubles", () => {
  it("ln", () => {
    const near = some(500, (u) => 1 + (u - 0.5) * 2 ** -20);
    const others = some(2000, (u) => 100 * u);
    expect(wrong([...shares, ...near, ...others, 1e-5, 2, 1e30, 1e-30], ln, wideLn)).toEqual([]);
    expect(wrong(halves, ln, wideLn)).toEqual([]);
  });
  it("log2", () => {
    const ranks = Array.from({ length: 4000 }, (_, i) => i + 2);
    expect(wrong([...ranks, ...some(2000, (u) => 2 + 1000 * u)], log2, wideLog2)).toEqual([]);
    // 1375: the engine of Node gives …385.
    expect([1, 2, 1024, 0.125, 1375].map(log2)).toEqual([0, 1, 10, -3, 10.425215903299383]);
  });
  it("exp", () => {
    const xs = [...shares.map(Math.log), ...some(2000, (u) => -11.6 * u), ...some(500, (u) => u * 2 ** -20)];
    expect(wrong([...xs, 0, 1, -1, 40, -60], exp, wideExp)).toEqual([]);
  });
  it("what is one bit off is found", () => {
    const off = (x: number) => Math.log(x) * (1 + 2 ** -52);
    expect(wrong([0.3, 0.7, 5], off, wideLn)).toEqual([0.3, 0.7, 5]);
  });
});

it("leaves what is no usual number to the engine", () => {
  const odd = [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 5e-324];
  expect(odd.map(ln)).toEqual(odd.map(Math.log));
  expect(odd.map(log2)).toEqual(odd.map(Math.log2));
  const far = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 709, -745, 1000];
  expect(far.map(exp)).toEqual(far.map(Math.exp));
});
