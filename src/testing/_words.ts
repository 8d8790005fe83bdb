/** Pieces of the messages. */
import { BY_DOC, type Missed, missWords } from "../core/missed.ts";
import type { Problem } from "../core/problem.ts";
import { shown } from "../core/shown.ts";
import { plainText } from "../reports/signed-text.ts";
import { oneLine } from "../text/width.ts";

const LONGEST = 80;

/** What somebody gave where something else was expected. */
export function described(x: unknown): string {
  if (typeof x === "function") return "a function";
  if (x instanceof Promise) return "a promise";
  if (isError(x)) return `an error (${oneLine(x.message)})`;
  const text = oneLine(shown(x));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Errors of Node itself belong to another realm under Jest. */
export const isError = (x: unknown): x is Error =>
  x instanceof Error || Object.prototype.toString.call(x) === "[object Error]";

/** A value with as many digits as show on which side of the limit it is. */
export function besideLimit(value: number, limit: number): string {
  const text = plainText(value);
  return Math.sign(Number(text) - limit) === Math.sign(value - limit) ? text : String(value);
}

/** "missed doc-2: below k (rank 14)". */
export const missedLine = (missed: Missed): string =>
  `missed ${missed.item.map(oneLine).join(" or ")}: ${oneLine(why(missed))}`;

/** Options as a test writes them, not flags. */
function why(missed: Missed): string {
  const { reason, rank, hit, by } = missed;
  if (reason !== "other-id") return missWords(missed);
  const option = by === BY_DOC ? BY_DOC : `match: { ids: ${JSON.stringify(by)}, on: "both" }`;
  return `retrieved as ${hit} (rank ${rank}); it would match with ${option}`;
}

export const problemLine = ({ what }: Problem): string => oneLine(what);
export const warningLine = (problem: Problem): string => `warning: ${problemLine(problem)}`;

/** Paragraphs; empty ones are left out. */
export const paragraphs = (...parts: readonly (readonly string[])[]): string =>
  parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");
