/** Numbers in digits: "14,000,000" is "#14000000", "1.50" is "#1.5". */
import { DIGIT, kindAt, LETTER } from "./chars.ts";
import { foldWord } from "./fold.ts";
import type { Token } from "./tokens.ts";

const COMMA = 44;
const DOT = 46;
const isDigitAt = (text: string, at: number): boolean => at < text.length && kindAt(text, at) === DIGIT;
/** Spaces that group digits in print: no-break, narrow no-break, thin. */
export const isGroupSpace = (code: number): boolean => code === 0xa0 || code === 0x202f || code === 0x2009;
const threeDigits = (text: string, at: number): boolean =>
  isDigitAt(text, at) && isDigitAt(text, at + 1) && isDigitAt(text, at + 2) && !isDigitAt(text, at + 3);

/** Letters that may follow a number directly and are a word of their own. */
const units = new Set(
  "km m cm mm nm kg g mg lb lbs oz l ml ft in mi mph kmh h hr hrs min s ms am pm bc ad bce ce hz khz mhz ghz kb mb gb tb w kw mw gw v c f k bn mn x".split(
    " ",
  ),
);

/** Reads the number that starts here, and says where it ends. */
export function readNumber(text: string, start: number, tokens: Token[]): number {
  let end = start;
  while (isDigitAt(text, end)) end++;
  const grouped = end - start <= 3 ? endOfGroups(text, end) : end;
  const whole = end;
  end = grouped;
  let dots = 0;
  while (text.charCodeAt(end) === DOT && isDigitAt(text, end + 1)) {
    dots++;
    end++;
    while (isDigitAt(text, end)) end++;
  }
  let letters = end;
  while (letters < text.length && (kindAt(text, letters) === LETTER || isDigitAt(text, letters))) letters++;
  const suffix = letters > end ? foldWord(text.slice(end, letters)) : "";
  const digits = text.slice(start, end);
  if (dots > 1) {
    // A version, an address, a date with dots: told apart later.
    tokens.push({ key: foldWord(digits), kind: "word", start, end });
    return end;
  }
  const ordinal = suffix === "st" || suffix === "nd" || suffix === "rd" || suffix === "th";
  if (ordinal || suffix === "s") {
    tokens.push({ key: `#${plain(digits)}${ordinal ? "th" : "s"}`, kind: "number", start, end: letters });
    return letters;
  }
  if (suffix !== "" && !units.has(suffix)) {
    tokens.push({ key: foldWord(text.slice(start, letters)), kind: "word", start, end: letters });
    return letters;
  }
  const sign = whole > start && isMinus(text, start) ? "-" : "";
  tokens.push({ key: `#${sign}${plain(digits)}`, kind: "number", start, end });
  return end;
}

function endOfGroups(text: string, from: number): number {
  let end = from;
  const mark = text.charCodeAt(end);
  if (mark !== COMMA && !isGroupSpace(mark)) return end;
  while (text.charCodeAt(end) === mark && threeDigits(text, end + 1)) end += 4;
  return end;
}

/** A minus sign, not a dash or a hyphen: something else than a word or a digit comes before it. */
function isMinus(text: string, start: number): boolean {
  const code = text.charCodeAt(start - 1);
  if (code !== 45 && code !== 0x2212) return false;
  const before = text.charCodeAt(start - 2);
  return start === 1 || before === 32 || before === 40 || before === 10;
}

/** Digits without groups, signs of other scripts, and decimals that say nothing. */
function plain(digits: string): string {
  let text = digits;
  if (!/^\d+$/.test(digits)) text = foldDigits(digits).replace(/[^\d.]/g, "");
  if (!text.includes(".") || !text.endsWith("0")) return text;
  let end = text.length;
  while (text[end - 1] === "0") end--;
  return text.slice(0, text[end - 1] === "." ? end - 1 : end);
}

const foldDigits = (digits: string): string =>
  digits.normalize("NFKC").replace(/\p{Nd}/gu, (char) => {
    // Each script has its ten digits in a row; nine steps down is always enough to find its zero.
    let code = char.codePointAt(0)!;
    if (code < 128) return char;
    const at = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(code - 1)) && at - code < 9) code--;
    return String(at - code);
  });
