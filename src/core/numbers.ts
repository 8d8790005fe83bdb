/** Sums, means and rounding in the ways other tools do them, to the last bit. */

/** Left to right. */
export function sumPlain(values: Iterable<number>): number {
  let total = 0;
  for (const x of values) total += x;
  return total;
}

/** Neumaier's compensated sum, as Python's built-in sum since 3.12. */
export function sumCompensated(values: Iterable<number>): number {
  let total = 0;
  let lost = 0;
  for (const x of values) {
    const next = total + x;
    lost += Math.abs(total) >= Math.abs(x) ? total - next + x : x - next + total;
    total = next;
  }
  // Past an infinity what was lost is NaN.
  return Number.isFinite(lost) ? total + lost : total;
}

/** The exact mean of the doubles, rounded once, as Python's statistics.mean. NaN if there are none. */
export function meanExact(values: Iterable<number>): number {
  const all = [...values];
  if (all.length === 0 || !all.every(Number.isFinite)) return sumPlain(all) / all.length;
  const parts = all.map(fraction);
  const least = parts.reduce((e, part) => Math.min(e, part.exponent), 0);
  let total = 0n;
  for (const { mantissa, exponent } of parts) total += mantissa << BigInt(exponent - least);
  const size = nearestQuotient(total < 0n ? -total : total, BigInt(all.length) << BigInt(-least));
  return total < 0n ? -size : size;
}

/**
 * Rounds to a number of decimals, exact halves to even.
 * python: the exact decimal of the double decides; numpy: the product with the power of ten does, itself rounded.
 * @example roundTo(0.12345, 4, "python") // 0.1235: the double is a little more than 0.12345
 * @example roundTo(0.12345, 4, "numpy") // 0.1234: the product is exactly 1234.5
 */
export function roundTo(x: number, digits: number, how: "python" | "numpy"): number {
  if (!Number.isFinite(x)) return x;
  if (x < 0 || Object.is(x, -0)) return -roundTo(-x, digits, how);
  if (how === "numpy") {
    const unit = 10 ** digits;
    return halfToEven(x * unit) / unit;
  }
  const { mantissa, exponent } = fraction(x);
  if (exponent >= 0) return x;
  const scaled = divideToEven(mantissa * 10n ** BigInt(digits), 1n << BigInt(-exponent));
  return Number(`${scaled}e-${digits}`);
}

/**
 * A number with a fixed count of decimals, as C's printf("%.4f") and Python print it: exact halves go to even, where toFixed rounds them up.
 * @example fixed(0.03125, 4) // "0.0312"
 */
export function fixed(x: number, digits: number): string {
  if (Number.isNaN(x)) return "nan";
  if (!Number.isFinite(x)) return x < 0 ? "-inf" : "inf";
  // An exact half is an odd multiple of 1 / 2^(digits + 1); all else toFixed rounds as C does, but it drops the sign of -0.
  const half = Math.abs((x * 2 ** (digits + 1)) % 2) === 1;
  if (!half && !Object.is(x, -0) && Math.abs(x) < 1e21) return x.toFixed(digits);
  const { mantissa, exponent } = fraction(Math.abs(x));
  const whole = mantissa << BigInt(Math.max(0, exponent));
  const scaled = divideToEven(whole * 10n ** BigInt(digits), 1n << BigInt(Math.max(0, -exponent)));
  const text = String(scaled).padStart(digits + 1, "0");
  const sign = x < 0 || Object.is(x, -0) ? "-" : "";
  return digits === 0
    ? sign + text
    : `${sign}${text.slice(0, text.length - digits)}.${text.slice(text.length - digits)}`;
}

/** Not for negative numbers. */
function halfToEven(x: number): number {
  const down = Math.floor(x);
  if (x - down !== 0.5) return Math.round(x);
  return down % 2 === 0 ? down : down + 1;
}

/** a / b for a >= 0 and b > 0, to the nearest whole number, halves to even. */
function divideToEven(a: bigint, b: bigint): bigint {
  const down = a / b;
  const twice = (a % b) * 2n;
  return twice > b || (twice === b && down % 2n === 1n) ? down + 1n : down;
}

/** x = mantissa * 2^exponent. */
function fraction(x: number): { readonly mantissa: bigint; readonly exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const power = Number((bits >> 52n) & 0x7ffn);
  const low = bits & 0xfffffffffffffn;
  // Subnormal doubles have no leading one.
  const size = power === 0 ? low : low | 0x10000000000000n;
  return { mantissa: x < 0 ? -size : size, exponent: Math.max(power, 1) - 1075 };
}

/** The double nearest to a / b, for a >= 0 and b > 0. */
function nearestQuotient(a: bigint, b: bigint): number {
  // Scaled so that the whole part has the 53 bits of a double; fewer where the result is subnormal.
  let shift = Math.min(1074, bitLength(b) - bitLength(a) + 53);
  const scaled = (by: number) =>
    by < 0 ? ([a, b << BigInt(-by)] as const) : ([a << BigInt(by), b] as const);
  let [top, bottom] = scaled(shift);
  if (bitLength(top / bottom) > 53) [top, bottom] = scaled(--shift);
  return Number(divideToEven(top, bottom)) * 2 ** -shift;
}

const bitLength = (n: bigint): number => n.toString(2).length;
