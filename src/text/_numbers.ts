/** Numbers in digits: "14,000,000" is "#14000000". "1.50" keeps its zero, as it may be a version; "Python 3.10" and "2.4.1" are "#v3.10" and "#v2.4.1". */
import { DIGIT, kindAt, LETTER } from "./chars.ts";
import { foldWord } from "./fold.ts";
import { isStopWord } from "./stop-words.ts";
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
  end = grouped;
  // "1,5 Millionen": elsewhere a comma may part two numbers.
  const decimal = text.charCodeAt(end) === COMMA ? DECIMAL.exec(text.slice(end, end + 24)) : null;
  if (decimal !== null) {
    const stop = end + 1 + decimal[1]!.length;
    tokens.push({ key: `#${plain(text.slice(start, end))}.${decimal[1]}`, kind: "number", start, end: stop });
    return stop;
  }
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
  // "2.000.000", as most of Europe writes it.
  if (dots > 1 && grouped - start <= 3 && GROUPS.test(digits)) {
    tokens.push({ key: `#${plain(digits.replaceAll(".", ""))}`, kind: "number", start, end });
    return end;
  }
  if (dots > 1) {
    // A date with dots is read later. All others are exact: a version, an address.
    const date = /^\d\d?\.\d\d?\.\d{4}$/.test(digits);
    tokens.push({
      key: date ? digits : `#v${foldDigits(digits)}`,
      kind: date ? "word" : "number",
      start,
      end,
    });
    return end;
  }
  const ordinal = suffix === "st" || suffix === "nd" || suffix === "rd" || suffix === "th";
  if (ordinal || suffix === "s") {
    tokens.push({
      key: `#${withoutZeros(plain(digits))}${ordinal ? "th" : "s"}`,
      kind: "number",
      start,
      end: letters,
    });
    return letters;
  }
  if (suffix !== "" && !units.has(suffix) && suffix !== "b") {
    tokens.push({ key: foldWord(text.slice(start, letters)), kind: "word", start, end: letters });
    return letters;
  }
  const sign = isMinus(text, start) ? "-" : dots === 1 && namesVersion(text, start) ? "v" : "";
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

const DECIMAL = /^,(\d{1,2}) (?:Million(?:en)?|Milliarden?|Mio|Mrd|millions?|milliards?|millones)(?!\p{L})/u;
const GROUPS = /^[1-9]\d{0,2}(?:\.\d{3}){2,}$/;

/** A minus sign, not a dash or a hyphen: something else than a word or a digit comes before it. */
function isMinus(text: string, start: number): boolean {
  const code = text.charCodeAt(start - 1);
  if (code !== 45 && code !== 0x2212) return false;
  const before = text.charCodeAt(start - 2);
  return start === 1 || before === 32 || before === 40 || before === 10;
}

/** Words before the number of a version, besides names. */
const versionWords = new Set(["version", "versions", "v", "ver", "release", "releases"]);

/** Behind a name or the word "version", with one space: "Python 3.10", "version 3.10". */
function namesVersion(text: string, start: number): boolean {
  if (text.charCodeAt(start - 1) !== 32 && text.charCodeAt(start - 1) !== 45) return false;
  let from = start - 1;
  while (from > 0 && start - from < 24 && kindAt(text, from - 1) === LETTER) from--;
  if (from === start - 1) return false;
  const word = text.slice(from, start - 1);
  const small = word.toLowerCase();
  return versionWords.has(small) || (word[0] !== small[0] && !isStopWord(small));
}

/** Digits without groups and signs of other scripts. */
const plain = (digits: string): string =>
  /^\d+$/.test(digits) ? digits : foldDigits(digits).replace(/[^\d.]/g, "");

/** Without decimals that say nothing: 1.5 for 1.50. */
export function withoutZeros(text: string): string {
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
