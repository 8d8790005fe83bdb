/** Numbers in words, and what follows a number: "14 million" and "fourteen million" are "#14000000", "50 per cent" is "#50%". */
import { currencyAt, mayBeCurrency, signBefore } from "./_currency.ts";
import { isGroupSpace, withoutZeros } from "./_numbers.ts";
import { scaleBehind } from "./_scales.ts";
import { readTime } from "./_times.ts";
import type { Token } from "./tokens.ts";

const listOf = (words: string): string[] => words.split(" ");
const small = listOf(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
);
const tens = listOf("twenty thirty forty fifty sixty seventy eighty ninety");
const ordinals = listOf(
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth",
);
/** German, French and Spanish ones that are no other word of these languages, of English, Italian or Portuguese: not "elf", "sept", "once", "siete", and not the "quatre" of "quatre-vingts". */
const foreign: readonly (readonly [string, number])[] = [
  "zwei=2 drei=3 vier=4 funf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 zwolf=12 zwanzig=20 dreissig=30 vierzig=40 funfzig=50 sechzig=60 siebzig=70 achtzig=80 neunzig=90",
  "deux=2 trois=3 cinq=5 huit=8 onze=11 douze=12 quinze=15 vingt=20 trente=30 quarante=40 cinquante=50",
  "cuatro=4 cinco=5 seis=6 ocho=8 nueve=9 diez=10 veinte=20 treinta=30 cuarenta=40 cincuenta=50",
]
  .flatMap(listOf)
  .map((pair) => [pair.split("=")[0]!, Number(pair.split("=")[1])] as const);
const ORDINAL = 1000;
/** 0 to 19, 20 to 90; an ordinal has 1000 added. */
const words = new Map<string, number>([
  ...small.map((word, i) => [word, i] as const),
  ...tens.map((word, i) => [word, 20 + 10 * i] as const),
  ...ordinals.map((word, i) => [word, ORDINAL + i] as const),
  ...tens.map((word, i) => [`${word.slice(0, -1)}ieth`, ORDINAL + 20 + 10 * i] as const),
  ...foreign,
]);
const powers = new Map([
  ["hundred", 2],
  ["thousand", 3],
  ["million", 6],
  ["billion", 9],
  ["trillion", 12],
  ...listOf("hundert").map((word) => [word, 2] as const),
  ...listOf("tausend").map((word) => [word, 3] as const),
  ...listOf("millionen millions millones mio").map((word) => [word, 6] as const),
  ...listOf("milliarde milliarden milliard milliards mrd").map((word) => [word, 9] as const),
  ["mn", 6],
  ["bn", 9],
  ["k", 3],
]);
/** Used for many things that are not counted: "one of them", "a second". */
const vague = new Set(["one", "first", "second"]);
/** What number words begin with: most words need not be looked up. */
const initials = new Uint8Array(128);
for (const char of "zotfsendvaqhc") initials[char.charCodeAt(0)] = 1;

/** Whether a word may begin a number, or make one of what stands around it. */
export const mayCount = (key: string): boolean =>
  (initials[key.charCodeAt(0)] === 1 && words.has(key)) ||
  key === "half" ||
  key === "dozen" ||
  key === "anderthalb";

/** What a number may be one with, before or behind it; months too. */
const beside = new Set(listOf("half dozen a and percent pct per of am pm m b c f"));
export const mayStandBeside = (key: string): boolean =>
  beside.has(key) || powers.has(key) || mayCount(key) || mayBeCurrency(key);

/** What may stand before "half of" where it is a share of many. */
const beforeShare = new Set(
  listOf(
    "about over under than nearly almost roughly approximately around only exactly and or to by for in on with that as is are was were used had have has",
  ),
);

/** Whether a word may multiply the number before it. */
export const isPower = (key: string): boolean => powers.has(key);

/** Number words, powers and per cent become part of their number. `marks`: the places of tokens that may count, in order. */
export function joinNumbers(
  text: string,
  tokens: readonly Token[],
  marks: readonly number[],
): readonly Token[] {
  let out: Token[] | undefined;
  let mark = 0;
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i]!;
    while (mark < marks.length && marks[mark]! < i) mark++;
    // "a dozen" begins one before.
    if (mark === marks.length || i < marks[mark]! - 1) {
      out?.push(token);
      i++;
      continue;
    }
    const time = readTime(text, tokens, i);
    if (time !== undefined) {
      out ??= tokens.slice(0, i);
      i += time.size;
      out.push({ key: time.key, kind: "number", start: token.start, end: tokens[i - 1]!.end });
      continue;
    }
    if (isShare(text, tokens, i)) {
      out ??= tokens.slice(0, i);
      out.push({ ...token, key: "#50%" });
      i++;
      continue;
    }
    const found =
      readHalf(text, tokens, i) ??
      withMore(
        text,
        tokens,
        i,
        token.kind === "number" ? readPower(text, tokens, i) : readWords(text, tokens, i),
      );
    if (found === undefined) {
      out?.push(token);
      i++;
      continue;
    }
    out ??= tokens.slice(0, i);
    const last = i + found.size - 1;
    const end = tokens[last]!.end;
    const percent = found.ordinal ? 0 : percentAfter(text, tokens, last);
    const money = found.ordinal || percent > 0 ? undefined : currencyAt(text, tokens, i, last);
    const sign = percent > 0 ? "%" : (money?.sign ?? "");
    const kind = found.size === 1 && sign === "" && vague.has(token.key) ? "word" : "number";
    if (money?.before === 1) out.pop();
    out.push({
      key: `#${sign === "" ? found.digits : amountOf(found.digits)}${sign}`,
      kind,
      start: money?.start ?? token.start,
      end: percent > 1 ? tokens[last + percent - 1]!.end : (money?.end ?? end),
    });
    i = last + Math.max(percent, 1) + (money?.behind ?? 0);
    const scale = i === last + 1 ? scaleBehind(text, tokens, last) : undefined;
    if (scale === undefined) continue;
    out.push(scale);
    i++;
  }
  return out ?? tokens;
}

/** "half of the users" is 50 per cent of them, "the northern half of the town" is not. */
function isShare(text: string, tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  if (tokens[at]!.key !== "half" || !follows(text, tokens[at]!, next)) return false;
  const ahead = tokens[at - 1];
  return next!.key === "of" && (ahead === undefined || beforeShare.has(ahead.key));
}

/** "half a million" is 500,000; "a dozen" is 12; "anderthalb" is 1.5. */
function readHalf(text: string, tokens: readonly Token[], at: number): FoundNumber | undefined {
  const { key } = tokens[at]!;
  const next = tokens[at + 1];
  if (key === "anderthalb") {
    const power = follows(text, tokens[at]!, next) ? powers.get(next!.key) : undefined;
    return power === undefined ? { digits: "1.5", size: 1 } : { digits: shift("1.5", power), size: 2 };
  }
  if ((key !== "half" && key !== "a") || !follows(text, tokens[at]!, next)) return undefined;
  if (key === "a") return next!.key === "dozen" ? { digits: "12", size: 2 } : undefined;
  const power =
    next!.key === "a" && follows(text, next!, tokens[at + 2]) ? powers.get(tokens[at + 2]!.key) : undefined;
  if (power !== undefined && power > 2) return { digits: shift("0.5", power), size: 3 };
  return next!.key === "a" && tokens[at + 2]?.key === "dozen" ? { digits: "6", size: 3 } : undefined;
}

/** "six and a half" is 6.5, "two and a half million" 2,500,000, "two dozen" 24. */
function withMore(
  text: string,
  tokens: readonly Token[],
  at: number,
  found: FoundNumber | undefined,
): FoundNumber | undefined {
  if (found === undefined || found.ordinal || !/^\d+$/.test(found.digits)) return found;
  const last = at + found.size - 1;
  const next = tokens[last + 1];
  if (next === undefined || !follows(text, tokens[last]!, next)) return found;
  if (next.key === "dozen") return { digits: String(Number(found.digits) * 12), size: found.size + 1 };
  const half = next.key === "and" && tokens[last + 2]?.key === "a" && tokens[last + 3]?.key === "half";
  if (!half || tokens[last + 3]!.start - next.end > 3) return found;
  const power = powers.get(tokens[last + 4]?.key ?? "");
  if (power === undefined || !follows(text, tokens[last + 3]!, tokens[last + 4]))
    return { digits: `${found.digits}.5`, size: found.size + 3 };
  return { digits: shift(`${found.digits}.5`, power), size: found.size + 4 };
}

interface FoundNumber {
  readonly digits: string;
  /** Tokens. */
  readonly size: number;
  readonly ordinal?: boolean;
}

/** Nothing between two parts of a number but a space or a hyphen: "14 million", "twenty-one", "10k". */
function follows(text: string, left: Token, right: Token | undefined): boolean {
  if (right === undefined || right.start - left.end > 1) return false;
  if (right.start === left.end) return true;
  const code = text.charCodeAt(left.end);
  return code === 32 || code === 45 || isGroupSpace(code);
}

/** The number in digits at a place, times the powers behind it. */
function readPower(text: string, tokens: readonly Token[], at: number): FoundNumber {
  let digits = tokens[at]!.key.slice(1);
  let last = at;
  if (!/^[v-]?\d+(?:\.\d+)?$/.test(digits)) return { digits, size: 1, ordinal: true };
  while (follows(text, tokens[last]!, tokens[last + 1])) {
    const power =
      powers.get(tokens[last + 1]!.key) ?? (last === at ? letterPower(text, tokens, at) : undefined);
    if (power === undefined) break;
    digits = shift(amountOf(digits), power);
    last++;
  }
  return { digits, size: last - at + 1 };
}

/** No version. */
const amountOf = (digits: string): string => withoutZeros(digits.replace("v", ""));

/** Directly behind a number: "$4m", "4M", "4B". */
function letterPower(text: string, tokens: readonly Token[], at: number): number | undefined {
  const next = tokens[at + 1]!;
  if (next.start !== tokens[at]!.end) return undefined;
  if (next.key === "b") return 9;
  if (next.key !== "m") return undefined;
  return text[next.start] === "M" || signBefore(text, tokens[at]!.start) !== undefined ? 6 : undefined;
}

/** "two hundred and five thousand", "twenty-first". */
function readWords(text: string, tokens: readonly Token[], at: number): FoundNumber | undefined {
  const first = tokens[at]!.key;
  if (initials[first.charCodeAt(0)] !== 1 || !words.has(first)) return undefined;
  let total = 0;
  let part = 0;
  let limit = 15;
  let last = at - 1;
  for (let i = at; i === at || follows(text, tokens[i - 1]!, tokens[i]); i++) {
    const { key } = tokens[i]!;
    const value = words.get(key);
    const power = powers.get(key);
    if (value !== undefined) {
      if (!fits(part, value % ORDINAL) && i > at) break;
      part += value % ORDINAL;
      last = i;
      if (value >= ORDINAL) return { digits: `${total + part}th`, size: i - at + 1, ordinal: true };
    } else if (power === 2 && part > 0 && part < 20) {
      part *= 100;
      last = i;
    } else if (power !== undefined && power > 2 && power < limit && part > 0) {
      total += part * 10 ** power;
      part = 0;
      limit = power;
      last = i;
    } else if (key !== "and" || (part % 100 !== 0 && total === 0) || last !== i - 1) break;
  }
  return { digits: String(total + part), size: last - at + 1 };
}

/** Whether a word may go on with a number: "hundred" + "five", "twenty" + "one", but not "five" + "six". */
const fits = (part: number, value: number): boolean =>
  part % 100 === 0 || (part % 100 >= 20 && part % 10 === 0 && value > 0 && value < 10);

/** Tokens up to and with "per cent", one more than there are: 0 for none, 1 for the sign. */
function percentAfter(text: string, tokens: readonly Token[], last: number): number {
  const { end } = tokens[last]!;
  if (text.charCodeAt(end) === 37 || (text.charCodeAt(end) === 32 && text.charCodeAt(end + 1) === 37))
    return 1;
  const next = tokens[last + 1];
  if (next === undefined || !follows(text, tokens[last]!, next)) return 0;
  if (next.key === "percent" || next.key === "pct") return 2;
  return next.key === "per" && tokens[last + 2]?.key === "cent" ? 3 : 0;
}

/** Times a power of ten, in digits: no rounding. */
function shift(digits: string, power: number): string {
  const [whole = "", rest = ""] = digits.split(".");
  const all = `${whole}${rest.padEnd(power, "0").slice(0, power)}`.replace(/^(-?)0+(?=\d)/, "$1");
  const left = rest.slice(power);
  return left === "" ? all : `${all}.${left}`;
}
