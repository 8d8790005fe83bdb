/** Times of day: "5 pm" and "5:00 p.m." are "#5:00pm", which says "#17:00" too. "5:00" may be either half of the day. */
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
  if (hour > 12 || hour === 0) return `#${hour % 24}:${minutes}`;
  return `#${hour}:${minutes}${text.charCodeAt(first.start) === ZERO ? "am" : ""}`;
}

/** What a time says besides: its hour and minutes as they are written, and the same time by the other clock. */
export function impliedByTime(key: string): readonly string[] {
  const [, written, minutes, half] = /^#(\d+):(\d\d)(am|pm)?$/.exec(key) ?? [];
  if (written === undefined) return [];
  const hour = Number(written);
  const alone = minutes === "00" ? [`#${hour}`] : [`#${hour}`, `#${minutes}`];
  const short = `${hour % 12 || 12}:${minutes}`;
  const morning = [`#${short}am`, ...(hour % 12 === 0 ? [`#0:${minutes}`] : [])];
  const evening = [`#${short}pm`, ...(hour === 12 ? [] : [`#${(hour % 12) + 12}:${minutes}`])];
  if (half === "am" || hour === 0) return [...alone, `#${short}`, ...morning];
  if (half === "pm" || hour > 12) return [...alone, `#${short}`, ...evening];
  return [...alone, ...morning, ...evening];
}

/** Times that a number alone may be. */
export function timesOf(digits: string): readonly string[] {
  const hour = digits.length > 2 ? Number.NaN : Number(digits);
  if (hour > 12 && hour < 24) return [`#${hour}:00`];
  return hour > 0 && hour <= 12 ? [`#${hour}:00`, `#${hour}:00am`, `#${hour}:00pm`] : [];
}
