/**
 * Logarithms and powers of e, rounded correctly. Engines differ from one another and from C in the last bit, and where a
 * mean of logarithms stands for 7/32 that bit decides between 0.2187 and 0.2188.
 */

/** A number as the sum of two doubles, the second at most half a unit in the last place of the first: about 106 bits. */
type DoubleDouble = readonly [high: number, low: number];

/** The sum of two numbers of which the first is the larger, and what the sum lost. */
function fastSum(a: number, b: number): DoubleDouble {
  const sum = a + b;
  return [sum, b - (sum - a)];
}

function exactSum(a: number, b: number): DoubleDouble {
  const sum = a + b;
  const part = sum - a;
  return [sum, a - (sum - part) + (b - part)];
}

/** Splits a double into two of 26 bits, whose products are exact. */
const SPLIT = 2 ** 27 + 1;

function exactProduct(a: number, b: number): DoubleDouble {
  const product = a * b;
  const [wideA, wideB] = [SPLIT * a, SPLIT * b];
  const [highA, highB] = [wideA - (wideA - a), wideB - (wideB - b)];
  const [lowA, lowB] = [a - highA, b - highB];
  return [product, lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB)];
}

function add(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const [high, low] = exactSum(a[0], b[0]);
  const [highLow, lowLow] = exactSum(a[1], b[1]);
  const [sum, rest] = fastSum(high, low + highLow);
  return fastSum(sum, rest + lowLow);
}

function multiply(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const [high, low] = exactProduct(a[0], b[0]);
  return fastSum(high, low + (a[0] * b[1] + a[1] * b[0]));
}

const double = ([high, low]: DoubleDouble): DoubleDouble => [2 * high, 2 * low];

/** ln 2 in three parts; the first has 32 bits, so that its product with an exponent is exact. */
const LN2_HEAD = 0.6931471803691238;
const LN2_REST: DoubleDouble = [1.9082149292705877e-10, 1.1612227229362532e-26];
const ONE_BY_LN2: DoubleDouble = [Math.LOG2E, 2.0355273740931033e-17];

const timesLn2 = (n: number): DoubleDouble => add([n * LN2_HEAD, 0], multiply([n, 0], LN2_REST));

const SIXTH: DoubleDouble = [1 / 6, 9.25185853854297e-18];

/** e^x - 1 for x of at most 0.35, with a relative error below 2^-75. */
function expm1(x: DoubleDouble): DoubleDouble {
  const r: DoubleDouble = [x[0] / 64, x[1] / 64];
  const h = r[0];
  const square = multiply(r, r);
  const cube = multiply(multiply(square, r), SIXTH);
  const rest = h * h * h * h * (1 / 24 + h * (1 / 120 + h * (1 / 720 + h * (1 / 5040 + h / 40320))));
  let y = add(r, add([square[0] / 2, square[1] / 2], add(cube, [rest, 0])));
  // e^2x - 1 = 2 (e^x - 1) + (e^x - 1)²
  for (let i = 0; i < 6; i++) y = add(double(y), multiply(y, y));
  return y;
}

/** ln x for x between 0.7 and 1.42. */
function lnNearOne(x: number): DoubleDouble {
  if (x === 1) return [0, 0];
  const guess = Math.log(x);
  // x e^-guess = 1 + off, where off is about as small as the error of the guess.
  const off = add([x - 1, 0], multiply([x, 0], expm1([-guess, 0])));
  return add([guess, 0], [off[0], off[1] - (off[0] * off[0]) / 2]);
}

/** x = fraction × 2^exponent, the fraction between √½ and √2. */
function parts(x: number): { fraction: number; exponent: number } {
  const exponent = Math.round(Math.log2(x));
  return { fraction: x * 2 ** -exponent, exponent };
}

/** Beyond these, products of powers of 2 are no longer exact. */
const isUsual = (x: number): boolean => x >= 2 ** -1000 && x <= 2 ** 1000;

/** The natural logarithm. */
export function ln(x: number): number {
  if (!isUsual(x)) return Math.log(x);
  const { fraction, exponent } = parts(x);
  return add(timesLn2(exponent), lnNearOne(fraction))[0];
}

export function log2(x: number): number {
  if (!isUsual(x)) return Math.log2(x);
  const { fraction, exponent } = parts(x);
  return add([exponent, 0], multiply(lnNearOne(fraction), ONE_BY_LN2))[0];
}

/** e to the power x. */
export function exp(x: number): number {
  if (!(Math.abs(x) < 690)) return Math.exp(x);
  const n = Math.round(x / Math.LN2);
  const rest = add([x, 0], timesLn2(-n));
  return add([1, 0], expm1(rest))[0] * 2 ** n;
}
