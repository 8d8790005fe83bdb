/** What a number is an amount of: "$4", "US$4", "USD 4", "4 dollars" and "4 US dollars" are "#4$". */
import type { Token } from "./tokens.ts";

const signs: ReadonlyMap<number, string> = new Map([..."$€£¥"].map((sign) => [sign.charCodeAt(0), sign]));
/** Codes are one with their number. */
const codes = new Map([
  ["usd", "$"],
  ["eur", "€"],
  ["gbp", "£"],
  ["jpy", "¥"],
]);
/** These stay words behind their number. Pounds may be of weight. */
const names = new Map([
  ["dollar", "$"],
  ["dollars", "$"],
  ["euro", "€"],
  ["euros", "€"],
  ["pound", "£"],
  ["pounds", "£"],
  ["yen", "¥"],
]);

export const mayBeCurrency = (key: string): boolean => codes.has(key) || names.has(key) || key === "u.s";

const SPACE = 32;
const isBlank = (code: number): boolean => code === SPACE || code === 0xa0 || code === 0x202f;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Where the sign before a number stands; undefined where there is none. */
export function signBefore(text: string, start: number): number | undefined {
  if (signs.has(text.charCodeAt(start - 1))) return start - 1;
  return isBlank(text.charCodeAt(start - 1)) && signs.has(text.charCodeAt(start - 2)) ? start - 2 : undefined;
}

/** Where the sign behind a number ends: not one that belongs to the next number. */
function signBehind(text: string, end: number): number | undefined {
  const at = isBlank(text.charCodeAt(end)) ? end + 1 : end;
  if (!signs.has(text.charCodeAt(at))) return undefined;
  const next = isBlank(text.charCodeAt(at + 1)) ? at + 2 : at + 1;
  return isDigit(text.charCodeAt(next)) ? undefined : at + 1;
}

export interface FoundCurrency {
  readonly sign: string;
  /** Tokens before the number and behind it that are one with it. */
  readonly before: number;
  readonly behind: number;
  readonly start: number;
  readonly end: number;
}

const near = (left: Token | undefined, right: Token | undefined): boolean =>
  left !== undefined && right !== undefined && right.start - left.end <= 1;

/** The currency of the number from one token to another. */
export function currencyAt(
  text: string,
  tokens: readonly Token[],
  first: number,
  last: number,
): FoundCurrency | undefined {
  const { start } = tokens[first]!;
  const { end } = tokens[last]!;
  const ahead = tokens[first - 1];
  const sign = signBefore(text, start);
  if (sign !== undefined) {
    // US$4
    const land = ahead?.end === sign && (ahead.key === "u.s" || ahead.key === "usd" || ahead.key === "us");
    const from = land ? ahead.start : sign;
    return { sign: text[sign]!, before: land ? 1 : 0, behind: 0, start: from, end };
  }
  const code = near(ahead, tokens[first]) ? codes.get(ahead!.key) : undefined;
  if (code !== undefined) return { sign: code, before: 1, behind: 0, start: ahead!.start, end };
  const after = signBehind(text, end);
  if (after !== undefined) {
    const at = text.charCodeAt(after - 1);
    return { sign: signs.get(at)!, before: 0, behind: 0, start, end: after };
  }
  const next = tokens[last + 1];
  if (!near(tokens[last], next)) return undefined;
  const coded = codes.get(next!.key);
  if (coded !== undefined) return { sign: coded, before: 0, behind: 1, start, end: next!.end };
  const name = names.get(next!.key);
  if (name !== undefined) return { sign: name, before: 0, behind: 0, start, end };
  const dollars = next!.key === "u.s" && near(next, tokens[last + 2]) && names.get(tokens[last + 2]!.key);
  return dollars === "$" ? { sign: "$", before: 0, behind: 2, start, end: tokens[last + 2]!.end } : undefined;
}
