/** Stretches of source documents: how people write them, and what they are here. */

/** The unit of a span. The two are never mixed: line lengths are unknown. */
const SPAN_UNITS = ["characters", "lines"] as const;
export type SpanUnit = (typeof SPAN_UNITS)[number];

/** From where up to where, counted from 0; in characters, in lines, or in both. */
export type Stretch = { readonly [U in SpanUnit]?: readonly [from: number, to: number] };

/** A stretch of a document. */
export interface SourceSpan extends Stretch {
  readonly doc: string;
}

const isPlace = (x: unknown): x is number => typeof x === "number" && Number.isSafeInteger(x) && x >= 0;

/** A stretch that is none, as it was written. */
export type BadStretch = { readonly start: string; readonly end: string } | { readonly lines: string };

export const isBadStretch = (read: Stretch | BadStretch): read is BadStretch =>
  "start" in read || typeof read.lines === "string";

/** `start` and `end` (characters, from 0, the end left out) or `lines` (first and last, from 1); undefined where there is neither. */
export function readStretch(given: {
  readonly start?: unknown;
  readonly end?: unknown;
  readonly lines?: unknown;
}): Stretch | BadStretch | undefined {
  const { start, end, lines } = given;
  const has = (x: unknown): boolean => x !== undefined && x !== null;
  if (!has(start) && !has(end) && !has(lines)) return undefined;
  let stretch: Stretch = {};
  if (has(start) || has(end)) {
    if (!isPlace(start) || !isPlace(end) || start >= end)
      return { start: JSON.stringify(start) ?? "absent", end: JSON.stringify(end) ?? "absent" };
    stretch = { characters: [start, end] };
  }
  if (has(lines)) {
    const [first, last] = Array.isArray(lines) && lines.length === 2 ? lines : [];
    if (!isPlace(first) || !isPlace(last) || first < 1 || first > last)
      return { lines: JSON.stringify(lines) ?? String(lines) };
    stretch = { ...stretch, lines: [first - 1, last] };
  }
  return stretch;
}

/** A name that no other span has. */
export const spanName = ({ doc, characters, lines }: SourceSpan): string =>
  `${doc}:${characters === undefined ? "" : characters.join("-")}${lines === undefined ? "" : `L${lines[0] + 1}-${lines[1]}`}`;

/** What all of them are counted in; undefined where there is nothing of the kind. */
export const commonUnit = (spans: readonly Stretch[]): SpanUnit | undefined =>
  SPAN_UNITS.find((unit) => spans.every((span) => span[unit] !== undefined));

/**
 * The characters that lines stand for, from the first up to the last without its line break; undefined where the text has no such lines.
 * @example
 * linesToOffsets("one\ntwo\nthree", [2, 3]) // { start: 4, end: 13 }
 */
export function linesToOffsets(
  text: string,
  lines: readonly number[],
): { readonly start: number; readonly end: number } | undefined {
  const span = readStretch({ lines });
  if (span === undefined || isBadStretch(span)) return undefined;
  const [first, last] = [span.lines![0] + 1, span.lines![1]];
  let start = 0;
  for (let line = 1; line < first; line++) {
    const at = text.indexOf("\n", start);
    if (at < 0) return undefined;
    start = at + 1;
  }
  let end = start;
  for (let line = first; ; line++) {
    const at = text.indexOf("\n", end);
    if (line === last) {
      end = at < 0 ? text.length : at;
      break;
    }
    if (at < 0) return undefined;
    end = at + 1;
  }
  return { start, end: end > start && text[end - 1] === "\r" && text[end] === "\n" ? end - 1 : end };
}
