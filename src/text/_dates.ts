/** Dates in one form: "April 21, 1960", "21st of April 1960", "1960-04-21" are "@1960-04-21"; "April 1960" is "@1960-04", "21 April" is "@--04-21". */
import type { Token } from "./tokens.ts";

const full = "january february march april may june july august september october november december".split(
  " ",
);
const months = new Map<string, number>(full.map((name, i) => [name, i + 1]));
for (const [i, name] of full.entries()) if (name !== "may") months.set(name.slice(0, 3), i + 1);
months.set("sept", 9);
/** What months begin with: most words need not be looked up. */
const initials = new Uint8Array(128);
for (const char of "jfmasond") initials[char.charCodeAt(0)] = 1;
/** Months that are other words without their capital. */
const doubtful = new Set(["may", "march", "mar", "jan", "jun", "dec", "sep", "oct"]);

export const isMonth = (key: string): boolean => months.has(key);

/** Puts the parts of a date together. Other tokens pass. */
export function joinDates(text: string, tokens: readonly Token[]): readonly Token[] {
  let out: Token[] | undefined;
  for (let i = 0; i < tokens.length; ) {
    const found = mayBegin(tokens, i) ? readDate(text, tokens, i) : undefined;
    if (found === undefined) {
      out?.push(tokens[i]!);
      i++;
      continue;
    }
    out ??= tokens.slice(0, i);
    out.push({
      key: found.key,
      kind: "date",
      start: tokens[i]!.start,
      end: tokens[i + found.size - 1]!.end,
    });
    i += found.size;
  }
  return out ?? tokens;
}

const NUMBER = 35; // #
/** A date has a number first, or behind its month. */
const mayBegin = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]!.key.charCodeAt(0) < 58 || tokens[at + 1]?.key.charCodeAt(0) === NUMBER;

interface FoundDate {
  readonly key: string;
  readonly size: number;
}

function readDate(text: string, tokens: readonly Token[], at: number): FoundDate | undefined {
  const token = tokens[at]!;
  if (token.kind === "number") return readNumeric(text, tokens, at) ?? readDayFirst(text, tokens, at);
  const key = token.key;
  if (key.length >= 3 && key.length <= 9 && initials[key.charCodeAt(0)] === 1 && monthOf(text, token) > 0)
    return readMonthFirst(text, tokens, at);
  // 21.04.1960 came as one word.
  return key.charCodeAt(0) < 58 ? readDotted(key) : undefined;
}

function monthOf(text: string, token: Token | undefined): number {
  if (token === undefined || token.kind !== "word") return 0;
  const month = months.get(token.key);
  if (month === undefined) return 0;
  if (doubtful.has(token.key) && text.charCodeAt(token.start) >= 97) return 0;
  return month;
}

const two = (value: number): string => String(value).padStart(2, "0");
const dayOf = (token: Token | undefined): number => {
  const [, digits] = /^#(\d\d?)(?:th)?$/.exec(token?.key ?? "") ?? [];
  const day = Number(digits ?? 0);
  return day <= 31 ? day : 0;
};
const yearOf = (text: string, token: Token | undefined): number => {
  if (token === undefined || token.end - token.start !== 4 || !/^#\d{4}$/.test(token.key)) return 0;
  const year = Number(token.key.slice(1));
  return year < 3000 && text.charCodeAt(token.start) < 58 ? year : 0;
};

/** Only what may stand inside a date: spaces, a comma, a dot, a hyphen. */
function close(text: string, left: Token, right: Token | undefined): boolean {
  if (right === undefined || right.start - left.end > 3) return false;
  for (let i = left.end; i < right.start; i++) if (!" ,.-\u00a0\n".includes(text[i]!)) return false;
  return true;
}

function readMonthFirst(text: string, tokens: readonly Token[], at: number): FoundDate | undefined {
  const month = monthOf(text, tokens[at]);
  const next = tokens[at + 1];
  if (!close(text, tokens[at]!, next)) return undefined;
  const year = yearOf(text, next);
  if (year > 0) return { key: `@${year}-${two(month)}`, size: 2 };
  const day = dayOf(next);
  if (day === 0) return undefined;
  const after = tokens[at + 2];
  const late = close(text, next!, after) ? yearOf(text, after) : 0;
  if (late > 0) return { key: `@${late}-${two(month)}-${two(day)}`, size: 3 };
  return { key: `@--${two(month)}-${two(day)}`, size: 2 };
}

function readDayFirst(text: string, tokens: readonly Token[], at: number): FoundDate | undefined {
  const day = dayOf(tokens[at]);
  if (day === 0) return undefined;
  let next = at + 1;
  if (tokens[next]?.key === "of") next++;
  const month = monthOf(text, tokens[next]);
  if (month === 0 || !close(text, tokens[next - 1]!, tokens[next])) return undefined;
  if (next === at + 2 && !close(text, tokens[at]!, tokens[at + 1])) return undefined;
  const year = close(text, tokens[next]!, tokens[next + 1]) ? yearOf(text, tokens[next + 1]) : 0;
  if (year > 0) return { key: `@${year}-${two(month)}-${two(day)}`, size: next - at + 2 };
  // "... of 10. April 21, 1960": the month belongs to what follows.
  if (readMonthFirst(text, tokens, next)?.size === 3) return undefined;
  // "on 5 May, 20 ships": the day before a month is enough.
  return { key: `@--${two(month)}-${two(day)}`, size: next - at + 1 };
}

/** 1960-04-21, 1960/4/21, 1960年4月21日, and 21/04/1960 where the day is past 12. */
function readNumeric(text: string, tokens: readonly Token[], at: number): FoundDate | undefined {
  const [a, b, c] = [tokens[at]!, tokens[at + 1], tokens[at + 2]];
  if (b === undefined) return undefined;
  const mark = text[a.end];
  if (mark === "年") return readEastern(text, tokens, at);
  if (c === undefined || (mark !== "-" && mark !== "/") || b.start !== a.end + 1) return undefined;
  if (text[b.end] !== mark || c.start !== b.end + 1) return undefined;
  const year = yearOf(text, a);
  if (year > 0) return numeric(year, dayOf(b), dayOf(c));
  const late = yearOf(text, c);
  const [x, y] = [dayOf(a), dayOf(b)];
  if (late === 0 || (x <= 12 && y <= 12 && x !== y)) return undefined;
  return x > 12 ? numeric(late, y, x) : numeric(late, x, y);
}

function readEastern(text: string, tokens: readonly Token[], at: number): FoundDate | undefined {
  const year = yearOf(text, tokens[at]);
  const month = dayOf(tokens[at + 2]);
  if (year === 0 || month === 0 || month > 12 || tokens[at + 3]?.key !== "月") return undefined;
  const day = dayOf(tokens[at + 4]);
  if (day > 0 && tokens[at + 5]?.key === "日") return { key: `@${year}-${two(month)}-${two(day)}`, size: 6 };
  return { key: `@${year}-${two(month)}`, size: 4 };
}

function readDotted(key: string): FoundDate | undefined {
  const [, day, month, year] = /^(\d\d?)\.(\d\d?)\.(\d{4})$/.exec(key) ?? [];
  const found = year === undefined ? undefined : numeric(Number(year), Number(month), Number(day));
  return found && { key: found.key, size: 1 };
}

const numeric = (year: number, month: number, day: number): FoundDate | undefined =>
  month > 0 && month <= 12 && day > 0 && day <= 31
    ? { key: `@${year}-${two(month)}-${two(day)}`, size: 3 }
    : undefined;
