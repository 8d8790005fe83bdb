/** What is wrong with a piece of JSON, and where in the file. */
import type { Problem } from "../../core/problem.ts";
import { notUtf8 } from "../_words.ts";
import { JsonError, type JsonValue, parseJson } from "./parse.ts";

/** Where a piece of text starts in its file: line and column, both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Tells of a row that cannot be trusted. */
export function badRow(
  problem: (problem: Problem) => void,
  code: string,
  what: string,
  fix: string,
  line: number,
  query?: string,
): void {
  problem({ code, what, fix, level: "error", at: { line, ...(query === undefined ? {} : { query }) } });
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The value in some bytes; undefined, and a Problem, where they are no JSON. */
export function readJson(
  bytes: Uint8Array,
  place: Place,
  problem: (problem: Problem) => void,
): JsonValue | undefined {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    problem(notUtf8(place.line));
    return undefined;
  }
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    problem(jsonProblem(text, error, place));
    return undefined;
  }
}

function jsonProblem(text: string, error: JsonError, place: Place): Problem {
  const before = text.slice(0, error.position);
  const newline = before.lastIndexOf("\n");
  const line = place.line + before.split("\n").length - 1;
  const column = newline < 0 ? place.column + before.length : before.length - newline;
  const word = /^[-+]?(?:NaN|Infinity|nan|inf)\b/.exec(text.slice(error.position, error.position + 20))?.[0];
  if (word !== undefined)
    return {
      code: "bad-json",
      what: `${word} at column ${column} is not JSON`,
      why: "Python writes it so; a number that is none has no place in an order",
      fix: "write null, or leave the field out",
      level: "error",
      at: { line },
    };
  return {
    code: "bad-json",
    what: `this is not JSON, at column ${column}: ${error.message}`,
    ...words(text),
    fix: "correct the line, or remove it",
    level: "error",
    at: { line },
  };
}

/** What JSON.parse says of it; nothing where it has no objection. */
function words(text: string): { why?: string } {
  try {
    JSON.parse(text);
    return {};
  } catch (error) {
    const message = (error as Error).message.replace(/\s+/g, " ");
    return { why: `JSON.parse says: ${message.length > 200 ? `${message.slice(0, 199)}…` : message}` };
  }
}
