/** Numbers in one form: "14,000,000", "14 million" and "fourteen million" are "#14000000". */
import { DIGIT, kindAt, LETTER } from "./_chars.ts";
import { foldWord } from "./fold.ts";
import type { Token } from "./tokens.ts";

const COMMA = 44;
const DOT = 46;
const isDigitAt = (text: string, at: number): boolean => at < text.length && kindAt(text, at) === DIGIT;
/** Spaces that group digits in print: no-break, narrow no-break, thin. */
const isGroupSpace = (code: number): boolean => code === 0xa0 || code === 0x202f || code === 0x2009;
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
  if (text.includes(".")) text = text.replace(/\.?0+$/, "");
  return text;
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

const small =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ordinals =
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split(
    " ",
  );
const scales: Readonly<Record<string, number>> = {
  hundred: 2,
  thousand: 3,
  million: 6,
  billion: 9,
  trillion: 12,
  bn: 9,
  mn: 6,
  k: 3,
};

/** 1 to 19, 20 to 90; an ordinal has 1000 added. */
const words = new Map<string, number>([
  ...small.map((word, i) => [word, i] as const),
  ...tens.map((word, i) => [word, 20 + 10 * i] as const),
  ...ordinals.map((word, i) => [word, 1000 + i] as const),
  ...tens.map((word, i) => [`${word.slice(0, -1)}ieth`, 1020 + 10 * i] as const),
]);
/** Used for many things that are not counted: "one of them", "a second". */
const vague = new Set(["one", "first", "second"]);
const percents = new Set(["percent", "pct"]);

/** Number words, powers ("14 million") and per cent become part of their number. */
export function joinNumbers(text: string, tokens: Token[]): Token[] {
  let out: Token[] | undefined;
  for (let i = 0; i < tokens.length; ) {
    const first = tokens[i]!;
    const worded =
      first.kind === "word" && first.key.length > 2 && first.key.length < 12 && words.has(first.key);
    if (first.kind !== "number" && !worded) {
      out?.push(first);
      i++;
      continue;
    }
    out ??= tokens.slice(0, i);
    i = worded ? readWords(text, tokens, i, out) : readPower(text, tokens, i, first.key, out);
  }
  return out ?? tokens;
}

/** Only a space or a hyphen between two words of one number. */
function touches(text: string, left: Token, right: Token | undefined): boolean {
  if (right === undefined || right.start - left.end !== 1) return false;
  const code = text.charCodeAt(left.end);
  return code === 32 || code === 45 || isGroupSpace(code);
}

function readWords(text: string, tokens: readonly Token[], from: number, out: Token[]): number {
  const first = tokens[from]!;
  let value = words.get(first.key)!;
  let last = from;
  const next = tokens[from + 1];
  if (value >= 20 && value < 100 && touches(text, first, next)) {
    const more = words.get(next!.key);
    if (more !== undefined && more % 1000 > 0 && more % 1000 < 10) {
      value += more;
      last++;
    }
  }
  const token = tokens[last]!;
  if (value >= 1000) {
    const kind = last === from && vague.has(first.key) ? "word" : "number";
    out.push({ key: `#${value - 1000}th`, kind, start: first.start, end: token.end });
    return last + 1;
  }
  return readPower(text, tokens, last, `#${value}`, out, first.start, last === from && vague.has(first.key));
}

/** Goes on behind a number: powers of ten, then per cent. */
function readPower(
  text: string,
  tokens: readonly Token[],
  from: number,
  key: string,
  out: Token[],
  start = tokens[from]!.start,
  isVague = false,
): number {
  let last = from;
  let digits = key.slice(1);
  let kind: Token["kind"] = isVague ? "word" : "number";
  while (/^[-\d.]+$/.test(digits) && nearby(text, tokens[last]!, tokens[last + 1])) {
    const power = scales[tokens[last + 1]!.key];
    if (power === undefined) break;
    digits = shift(digits, power);
    kind = "number";
    last++;
  }
  if (text.charCodeAt(tokens[last]!.end) === 37 /* % */ || text.startsWith(" %", tokens[last]!.end))
    digits += "%";
  else {
    const after = tokens[last + 1];
    if (after !== undefined && nearby(text, tokens[last]!, after)) {
      if (percents.has(after.key)) {
        digits += "%";
        last++;
      } else if (after.key === "per" && tokens[last + 2]?.key === "cent") {
        digits += "%";
        last += 2;
      }
    }
  }
  if (digits.endsWith("%")) kind = "number";
  out.push({ key: `#${digits}`, kind, start, end: tokens[last]!.end });
  return last + 1;
}

/** At most a space or a hyphen in between: "14 million", "14-million", "10k". */
const nearby = (text: string, left: Token, right: Token | undefined): boolean =>
  right !== undefined && (right.start === left.end || touches(text, left, right));

/** Times a power of ten, in digits: no rounding. */
function shift(digits: string, power: number): string {
  const [whole = "", rest = ""] = digits.split(".");
  const all = `${whole}${rest.padEnd(power, "0").slice(0, power)}`.replace(/^(-?)0+(?=\d)/, "$1");
  const left = rest.slice(power);
  return left === "" ? all : `${all}.${left}`;
}
