/** Helpers for the bytes of a line. Only textOf and the slow path of parseNumber allocate. */

const TAB = 9;
const CR = 13;
const SPACE = 32;
const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;

/** White space as in C's isspace(). Other control characters are part of a field, as in trec_eval. */
export const isWhite = (byte: number): boolean => byte === SPACE || (byte >= TAB && byte <= CR);

/**
 * Splits a line at white space. `at` receives start and end of each field as far as it has room; the return value
 * counts all fields.
 */
export function splitFields(bytes: Uint8Array, start: number, end: number, at: Uint32Array): number {
  let n = 0;
  for (let i = start; ; n++) {
    while (i < end && isWhite(bytes[i]!)) i++;
    if (i >= end) return n;
    const from = i;
    while (i < end && !isWhite(bytes[i]!)) i++;
    if (2 * n + 1 < at.length) {
      at[2 * n] = from;
      at[2 * n + 1] = i;
    }
  }
}

/** Is there a carriage return inside a line, not only at its end? */
export function hasBareCr(bytes: Uint8Array, start: number, end: number): boolean {
  let last = end;
  while (last > start && bytes[last - 1] === CR) last--;
  return bytes.subarray(start, last).includes(CR);
}

/** The fields of a line with a tab between each two; an empty field is one. */
export function splitTabs(bytes: Uint8Array, start: number, end: number, at: Uint32Array): number {
  const room = at.length;
  let n = 0;
  let from = start;
  for (let i = start; i <= end; i++) {
    if (i < end && bytes[i] !== TAB) continue;
    if (2 * n + 1 < room) {
      at[2 * n] = from;
      at[2 * n + 1] = i;
    }
    n++;
    from = i + 1;
  }
  return n;
}

const POWERS = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));
/** Dekker's constant: splits a double into two halves whose products are exact. */
const SPLIT = 2 ** 27 + 1;
const DOUBT = 2 ** -98;

/**
 * A decimal number, the same double as Number() gives; NaN for all that is not a finite decimal number
 * (an empty field, text, nan, inf, hexadecimal, 1_000, 1e999).
 */
export function parseNumber(bytes: Uint8Array, start: number, end: number): number {
  // Most are a few digits with a point among them. Fifteen digits and a power of ten up to 22 are exact doubles,
  // so that one division rounds to the nearest (Clinger 1990).
  const negative = start < end && bytes[start] === MINUS;
  const from = negative ? start + 1 : start;
  const length = end - from;
  if (length > 15) return parseLong(bytes, start, end);
  let whole = 0;
  let point = end;
  for (let i = from; i < end; i++) {
    const digit = bytes[i]! - ZERO;
    if (digit >= 0 && digit <= 9) whole = whole * 10 + digit;
    else if (digit === POINT - ZERO && point === end) point = i;
    else return parseLong(bytes, start, end);
  }
  if (point === end) {
    if (length === 0) return Number.NaN;
  } else {
    if (length === 1) return Number.NaN;
    whole /= POWERS[end - 1 - point]!;
  }
  return negative ? -whole : whole;
}

function parseLong(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  let byte = i < end ? bytes[i]! : 0;
  const negative = byte === MINUS;
  if (negative || byte === PLUS) i++;
  // Up to 18 significant digits in two numbers of nine digits at most.
  let high = 0;
  let low = 0;
  let digits = 0;
  let seen = 0;
  let exponent = 0;
  let point = false;
  for (; i < end; i++) {
    byte = bytes[i]!;
    const digit = byte - ZERO;
    if (digit >= 0 && digit <= 9) {
      seen++;
      if (point) exponent--;
      if (digits < 9) {
        high = high * 10 + digit;
        if (high !== 0) digits++;
      } else {
        if (digits < 18) low = low * 10 + digit;
        digits++;
      }
    } else if (byte === POINT && !point) point = true;
    else break;
  }
  if (seen === 0) return Number.NaN;
  if (i < end) {
    if ((byte | 32) !== 101) return Number.NaN;
    i++;
    const minus = i < end && bytes[i] === MINUS;
    if (minus || (i < end && bytes[i] === PLUS)) i++;
    if (i === end) return Number.NaN;
    let power = 0;
    for (; i < end; i++) {
      const digit = bytes[i]! - ZERO;
      if (digit < 0 || digit > 9) return Number.NaN;
      if (power < 10_000) power = power * 10 + digit;
    }
    exponent += minus ? -power : power;
  }
  if (high === 0) return negative ? -0 : 0;
  let value: number;
  if (digits <= 15 && exponent >= -22 && exponent <= 22) {
    const whole = digits <= 9 ? high : high * POWERS[digits - 9]! + low;
    value = exponent < 0 ? whole / POWERS[-exponent]! : whole * POWERS[exponent]!;
  } else if (digits <= 18 && exponent >= -22 && exponent <= 0) {
    value = divide(high, POWERS[digits - 9]!, low, POWERS[-exponent]!);
    if (Number.isNaN(value)) return slowly(bytes, start, end);
  } else return slowly(bytes, start, end);
  return negative ? -value : value;
}

/**
 * (high × scale + low) / divisor to the nearest double, or NaN where this cannot tell (half-way cases).
 * Sixteen and seventeen digits are what most programs print; by way of a string they cost ten times as much.
 */
export function divide(high: number, scale: number, low: number, divisor: number): number {
  // high × scale + low exactly, as the sum of two doubles.
  const product = high * scale;
  const sum = product + low;
  const part = sum - product;
  const rest = productError(high, scale, product) + (product - (sum - part) + (low - part));
  const quotient = sum / divisor;
  const back = quotient * divisor;
  const more = (sum - back - productError(quotient, divisor, back) + rest) / divisor;
  const doubt = quotient * DOUBT;
  const value = quotient + (more + doubt);
  return value === quotient + (more - doubt) ? value : Number.NaN;
}

/** What a × b lost when it was rounded to `product`. */
function productError(a: number, b: number, product: number): number {
  const ta = SPLIT * a;
  const ah = ta - (ta - a);
  const al = a - ah;
  const tb = SPLIT * b;
  const bh = tb - (tb - b);
  const bl = b - bh;
  return al * bl - (product - ah * bh - al * bh - ah * bl);
}

function slowly(bytes: Uint8Array, start: number, end: number): number {
  const value = Number(textOf(bytes, start, end));
  return value - value === 0 ? value : Number.NaN;
}

/** An unsigned whole number of at most 15 digits, such as a rank; -1 for anything else. */
export function parseCount(bytes: Uint8Array, start: number, end: number): number {
  if (end === start || end - start > 15) return -1;
  let value = 0;
  for (let i = start; i < end; i++) {
    const digit = bytes[i]! - ZERO;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** Valid UTF-8: two ids with different bytes are then two different strings. */
export function isUtf8(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; ) {
    const first = bytes[i++]!;
    if (first < 0x80) continue;
    // The second byte's range keeps out overlong forms, surrogates and what lies beyond U+10FFFF.
    let more: number;
    let least = 0x80;
    let most = 0xbf;
    if (first < 0xc2) return false;
    if (first < 0xe0) more = 1;
    else if (first < 0xf0) {
      more = 2;
      if (first === 0xe0) least = 0xa0;
      else if (first === 0xed) most = 0x9f;
    } else if (first < 0xf5) {
      more = 3;
      if (first === 0xf0) least = 0x90;
      else if (first === 0xf4) most = 0x8f;
    } else return false;
    if (i + more > end || bytes[i]! < least || bytes[i]! > most) return false;
    i++;
    while (--more > 0) if ((bytes[i++]! & 0xc0) !== 0x80) return false;
  }
  return true;
}

/** Are these bytes this text? Only for ASCII. */
export function isText(bytes: Uint8Array, start: number, end: number, ascii: string): boolean {
  if (end - start !== ascii.length) return false;
  for (let i = 0; i < ascii.length; i++) if (bytes[start + i] !== ascii.charCodeAt(i)) return false;
  return true;
}

export const sameBytes = (
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): boolean => {
  const length = aEnd - aStart;
  if (length !== bEnd - bStart) return false;
  for (let i = 0; i < length; i++) if (a[aStart + i] !== b[bStart + i]) return false;
  return true;
};

/** A string of the bytes; bytes that are not UTF-8 are shown as U+FFFD. */
export const textOf = (bytes: Uint8Array, start: number, end: number): string =>
  // A view, not a copy: utf8Slice is several times as fast as TextDecoder on short texts.
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("utf8");
