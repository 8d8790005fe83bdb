/** Steps through JSON values in bytes, strictly, without creating them. */
import { divide, parseNumber } from "../bytes/bytes.ts";

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];

/** 10^0 … 10^22, the powers of ten that a double holds exactly. */
const POWERS = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

const ESCAPED = Array.from('"\\/bfnrt', (one) => one.charCodeAt(0));
const isHex = (c: number): boolean => (c >= 0x30 && c <= 0x39) || ((c | 0x20) >= 0x61 && (c | 0x20) <= 0x66);

/** Every step returns whether the bytes match; after a failure the state is undefined. */
export class JsonCursor {
  /** Ids that were whole numbers, not text, and the bytes of the first. */
  numbers = 0;
  numberStart = 0;
  numberEnd = 0;
  protected at = 0;
  /** The last text or id: its bytes, without quotes. */
  protected from = 0;
  protected to = 0;
  /** All bytes of texts, or-ed: above 127 there is something to check. */
  protected high = 0;

  /** The first byte that is not blank. */
  protected blanks(b: Uint8Array): number {
    let at = this.at;
    let c = b[at]!;
    while (c === 0x20 || c === 0x09 || c === 0x0d || c === 0x0a) c = b[++at]!;
    this.at = at;
    return c;
  }

  protected comma(b: Uint8Array): boolean {
    if (this.blanks(b) !== COMMA) return false;
    this.at++;
    return true;
  }

  protected colon(b: Uint8Array): boolean {
    if (this.blanks(b) !== COLON) return false;
    this.at++;
    this.blanks(b);
    return true;
  }

  /** Only white space up to `end`; does not look into the next line. */
  protected atEnd(b: Uint8Array, end: number): boolean {
    let at = this.at;
    while (at < end && (b[at] === 0x20 || b[at] === 0x09 || b[at] === 0x0d || b[at] === 0x0a)) at++;
    return at === end;
  }

  /** A text without escapes. */
  protected text(b: Uint8Array): boolean {
    let at = this.at + 1;
    this.from = at;
    let high = 0;
    let c = b[at]!;
    while (c !== QUOTE) {
      if (c < 0x20 || c === BACKSLASH || c === undefined) return false;
      high |= c;
      c = b[++at]!;
    }
    this.high |= high;
    this.to = at;
    this.at = at + 1;
    return true;
  }

  /** A text, or a whole number, whose digits are the id. */
  protected id(b: Uint8Array): boolean {
    if (b[this.at] === QUOTE) return this.text(b);
    let at = this.at;
    this.from = at;
    if (b[at] === 0x2d) at++;
    const first = at;
    while (b[at]! >= 0x30 && b[at]! <= 0x39) at++;
    // No digits, a leading zero or -0, or a number that goes on: a point, an exponent.
    if (at === first || (b[first] === 0x30 && at - this.from > 1)) return false;
    const c = b[at]! | 0x20;
    if (c === 0x2e || c === 0x65) return false;
    if (this.numbers++ === 0) {
      this.numberStart = this.from;
      this.numberEnd = at;
    }
    this.to = at;
    this.at = at;
    return true;
  }

  /** A number as JSON writes it; NaN for all else. */
  protected number(b: Uint8Array): number {
    const start = this.at;
    let at = start;
    let c = b[at]!;
    const negative = c === 0x2d;
    if (negative) c = b[++at]!;
    // Nine digits at a time: whole numbers that small are added up much faster than doubles.
    let high = 0;
    let low = 0;
    let digits = 0;
    const whole = at;
    if (c === 0x30) c = b[++at]!;
    else
      while (c >= 0x30 && c <= 0x39 && digits < 9) {
        high = (Math.imul(high, 10) + c - 0x30) | 0;
        digits++;
        c = b[++at]!;
      }
    if (at === whole) return Number.NaN;
    let fraction = 0;
    if (c === 0x2e) {
      c = b[++at]!;
      const point = at;
      while (c >= 0x30 && c <= 0x39 && digits < 9) {
        high = (Math.imul(high, 10) + c - 0x30) | 0;
        digits++;
        c = b[++at]!;
      }
      while (c >= 0x30 && c <= 0x39 && digits < 18) {
        low = (Math.imul(low, 10) + c - 0x30) | 0;
        digits++;
        c = b[++at]!;
      }
      fraction = at - point;
      if (fraction === 0) return Number.NaN;
    }
    if ((c >= 0x30 && c <= 0x39) || (c | 0x20) === 0x65 || fraction > 22) return this.#longNumber(b, start);
    this.at = at;
    const scale = digits <= 9 ? 1 : POWERS[digits - 9]!;
    // Up to 15 digits both parts are exact, so one rounding gives the nearest double.
    let value =
      digits <= 15 ? (high * scale + low) / POWERS[fraction]! : divide(high, scale, low, POWERS[fraction]!);
    if (Number.isNaN(value)) value = parseNumber(b, negative ? start + 1 : start, at);
    return negative ? -value : value;
  }

  /** Any number of digits, and an exponent. */
  #longNumber(b: Uint8Array, start: number): number {
    let at = start;
    const digits = (): number => {
      const first = at;
      while (b[at]! >= 0x30 && b[at]! <= 0x39) at++;
      return at - first;
    };
    if (b[at] === 0x2d) at++;
    const zero = b[at] === 0x30;
    const whole = digits();
    if (whole === 0 || (zero && whole > 1)) return Number.NaN;
    if (b[at] === 0x2e) {
      at++;
      if (digits() === 0) return Number.NaN;
    }
    if ((b[at]! | 0x20) === 0x65) {
      at++;
      if (b[at] === 0x2b || b[at] === 0x2d) at++;
      if (digits() === 0) return Number.NaN;
    }
    this.at = at;
    return parseNumber(b, start, at);
  }

  /** Skips a text, a number or a word; not a list or an object. */
  protected skip(b: Uint8Array): boolean {
    switch (b[this.at]) {
      case QUOTE:
        return this.#skipText(b);
      case 0x74:
        return this.#word(b, "true");
      case 0x66:
        return this.#word(b, "false");
      case 0x6e:
        return this.#word(b, "null");
      default:
        return !Number.isNaN(this.number(b));
    }
  }

  #skipText(b: Uint8Array): boolean {
    let at = this.at + 1;
    let high = 0;
    let c = b[at]!;
    while (c !== QUOTE) {
      if (c < 0x20 || c === undefined) return false;
      if (c === BACKSLASH) {
        c = b[++at]!;
        if (c === 0x75) for (let i = 0; i < 4; i++) if (!isHex(b[++at]!)) return false;
        if (c !== 0x75 && !ESCAPED.includes(c)) return false;
      }
      high |= c;
      c = b[++at]!;
    }
    this.high |= high;
    this.at = at + 1;
    return true;
  }

  #word(b: Uint8Array, word: string): boolean {
    for (let i = 0; i < word.length; i++) if (b[this.at + i] !== word.charCodeAt(i)) return false;
    this.at += word.length;
    return true;
  }
}
