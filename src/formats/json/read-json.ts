/** Errors in a piece of JSON, with their position in the file. */
import type { Problem } from "../../core/problem.ts";
import { errorAt, notUtf8 } from "../_problems.ts";
import { JsonError, type JsonValue, parseJson } from "./parse.ts";
import { jsonProblem } from "./problems.ts";

/** Where a piece of text starts in its file: line and column, both from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The value in some bytes; undefined, and a Problem, if they are not JSON. */
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
    problem(syntaxProblem(text, error, place));
    return undefined;
  }
}

function syntaxProblem(text: string, error: JsonError, place: Place): Problem {
  const before = text.slice(0, error.position);
  const newline = before.lastIndexOf("\n");
  const line = place.line + before.split("\n").length - 1;
  const column = newline < 0 ? place.column + before.length : before.length - newline;
  const found = /^[-+]?(?:NaN|Infinity|nan|inf)\b/.exec(text.slice(error.position, error.position + 20))?.[0];
  if (found !== undefined) return jsonProblem("bad-json/number", { found, column }, errorAt(line));
  const fields = { column, message: error.message, ...objectionTo(text) };
  return jsonProblem("bad-json/syntax", fields, errorAt(line));
}

/** JSON.parse's error message; undefined if it accepts the text. */
function objectionTo(text: string): { says?: string } {
  try {
    JSON.parse(text);
    return {};
  } catch (error) {
    const message = (error as Error).message.replace(/\s+/g, " ");
    return { says: message.length > 200 ? `${message.slice(0, 199)}…` : message };
  }
}
