/** The parts of a JSON document as byte positions, so that a large one is never parsed as a whole. */
import type { Problem } from "../../core/problem.ts";
import { errorAt } from "../_problems.ts";
import { jsonProblem } from "./problems.ts";
import type { Place } from "./read-json.ts";

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];

/** A value in `bytes[start … end - 1]`; inside an object with its key, quotes included. It is not checked yet. */
export interface JsonPart {
  readonly start: number;
  readonly end: number;
  readonly place: Place;
  readonly key?: { readonly start: number; readonly end: number };
}

/**
 * The elements of a list, the members of an object (`members`), or values one after the other.
 * If they do not follow one another as valid JSON, it reports a Problem and stops.
 */
export function* walkJson(
  bytes: Uint8Array,
  members: boolean,
  problem: (problem: Problem) => void,
): Generator<JsonPart> {
  const places = new LinePlaces(bytes);
  let at = skipBlanks(bytes, 0);
  if (at >= bytes.length) return;
  const list = bytes[at] === OPEN_LIST;
  const closing = list ? CLOSE_LIST : members ? CLOSE : undefined;
  const refuse = (where: number): void => {
    const { line, column } = places.of(Math.min(where, bytes.length));
    const found = where >= bytes.length ? undefined : String.fromCharCode(bytes[where]!);
    problem(
      found === undefined
        ? jsonProblem("bad-json/cut", {}, errorAt(line))
        : jsonProblem("bad-json/character", { found, column }, errorAt(line)),
    );
  };
  if (closing !== undefined) at = skipBlanks(bytes, at + 1);
  if (bytes[at] === closing && closing !== undefined) at++;
  else
    for (;;) {
      let key: JsonPart["key"];
      if (members && !list) {
        const end = bytes[at] === QUOTE ? skipString(bytes, at) : -1;
        if (end < 0) return refuse(bytes[at] === QUOTE ? bytes.length : at);
        key = { start: at, end };
        at = skipBlanks(bytes, end);
        if (bytes[at] !== COLON) return refuse(at);
        at = skipBlanks(bytes, at + 1);
      }
      const end = skipValue(bytes, at);
      if (end < 0) return refuse(bytes.length);
      if (end === at) return refuse(at);
      const place = places.of(at);
      yield { start: at, end, place, ...(key === undefined ? {} : { key }) };
      at = skipBlanks(bytes, end);
      if (closing === undefined) {
        if (at >= bytes.length) return;
        continue;
      }
      if (bytes[at] === closing) {
        at++;
        break;
      }
      if (bytes[at] !== COMMA) return refuse(at);
      at = skipBlanks(bytes, at + 1);
    }
  at = skipBlanks(bytes, at);
  if (at < bytes.length) refuse(at);
}

/** Lines and columns of increasing positions. */
class LinePlaces {
  readonly #bytes: Uint8Array;
  #line = 1;
  #lineStart = 0;
  #next: number;
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#next = bytes.indexOf(10);
  }
  of(at: number): Place {
    while (this.#next >= 0 && this.#next < at) {
      this.#line++;
      this.#lineStart = this.#next + 1;
      this.#next = this.#bytes.indexOf(10, this.#lineStart);
    }
    return { line: this.#line, column: at - this.#lineStart + 1 };
  }
}

function skipBlanks(b: Uint8Array, at: number): number {
  while (b[at] === 0x20 || b[at] === 0x0a || b[at] === 0x0d || b[at] === 0x09) at++;
  return at;
}

/** The position after the closing quote; -1 if there is none. */
function skipString(b: Uint8Array, at: number): number {
  for (let i = at + 1; i < b.length; i++) {
    const c = b[i]!;
    if (c === QUOTE) return i + 1;
    if (c === BACKSLASH) i++;
  }
  return -1;
}

/** The position after a value, without validating it; -1 if it is not complete. */
function skipValue(b: Uint8Array, at: number): number {
  let depth = 0;
  let i = at;
  while (i < b.length) {
    const c = b[i]!;
    if (c === QUOTE) {
      i = skipString(b, i);
      if (i < 0) return -1;
      if (depth === 0) return i;
      continue;
    }
    if (c === OPEN || c === OPEN_LIST) depth++;
    else if (c === CLOSE || c === CLOSE_LIST) {
      if (depth === 0) return i;
      if (--depth === 0) return i + 1;
    } else if (depth === 0 && (c === COMMA || c === COLON || c <= 0x20)) return i;
    i++;
  }
  return depth === 0 ? i : -1;
}
