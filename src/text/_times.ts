/** Times of day: "5 pm", "5:00 p.m." and "17:00" are "#5:00pm". "5:00" may be either half of the day. */
import type { Token } from "./tokens.ts";

export interface FoundTime {
  readonly key: string;
  /** Tokens. */
  readonly size: number;
}

const COLON = 58;
const ZERO = 48;

/** The time at a place. A row of three (1:02:03) is none. */
export function readTime(text: string, tokens: readonly Token[], at: number): FoundTime | undefined {
  const first = tokens[at]!;
  if (first.kind !== "number" || first.end - first.start > 2) return undefined;
  const hour = Number(first.key.slice(1));
  if (!(hour >= 0 && hour <= 24) || text.charCodeAt(first.start - 1) === COLON) return undefined;
  const minutes = minutesAt(text, first, tokens[at + 1]);
  const size = minutes === undefined ? 1 : 2;
  const last = tokens[at + size - 1]!;
  if (minutes !== undefined && text.charCodeAt(last.end) === COLON) return undefined;
  const half = hour > 0 && hour <= 12 ? halfAt(text, last, tokens[at + size]) : undefined;
  if (half !== undefined) return { key: `#${hour}:${minutes ?? "00"}${half}`, size: size + 1 };
  return minutes === undefined ? undefined : { key: clock(text, first, hour, minutes), size };
}

function minutesAt(text: string, hour: Token, next: Token | undefined): string | undefined {
  if (next?.kind !== "number" || text.charCodeAt(hour.end) !== COLON || next.start !== hour.end + 1)
    return undefined;
  const minutes = text.slice(next.start, next.end);
  return /^[0-5]\d$/.test(minutes) ? minutes : undefined;
}

function halfAt(text: string, last: Token, next: Token | undefined): string | undefined {
  if (next === undefined || (next.key !== "am" && next.key !== "pm")) return undefined;
  const gap = next.start - last.end;
  return gap === 0 || (gap === 1 && text[last.end]!.trim() === "") ? next.key : undefined;
}

/** By the clock of 24 hours, where it must be that one. */
function clock(text: string, first: Token, hour: number, minutes: string): string {
  if (hour > 12) return hour === 24 ? `#12:${minutes}am` : `#${hour - 12}:${minutes}pm`;
  if (hour === 0) return `#12:${minutes}am`;
  return `#${hour}:${minutes}${text.charCodeAt(first.start) === ZERO ? "am" : ""}`;
}

/** What a time says besides: its hour in either way of counting, its minutes, and the time without its half of the day. */
export function impliedByTime(key: string): readonly string[] {
  const [, hour, minutes, half] = /^#(\d+):(\d\d)(am|pm)?$/.exec(key) ?? [];
  if (hour === undefined) return [];
  const time = `#${hour}:${minutes}`;
  const keys = half === undefined ? [`${time}am`, `${time}pm`, `#${hour}`] : [time, `#${hour}`];
  if (half === "pm" && hour !== "12") keys.push(`#${Number(hour) + 12}`);
  if (minutes !== "00") keys.push(`#${minutes}`);
  return keys;
}

/** Times that a number alone may be. */
export function timesOf(digits: string): readonly string[] {
  const hour = digits.length > 2 ? Number.NaN : Number(digits);
  if (hour > 12 && hour < 24) return [`#${hour - 12}:00pm`];
  return hour > 0 && hour <= 12 ? [`#${hour}:00`, `#${hour}:00am`, `#${hour}:00pm`] : [];
}
