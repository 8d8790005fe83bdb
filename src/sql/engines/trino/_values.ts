/** Values of a page, by the type of their column. */
import type { SqlValue } from "../../engine.ts";
import { trinoProblem } from "./problems.ts";
import type { TrinoColumn } from "./rows.ts";

type Decode = (value: unknown) => SqlValue;

/** A decimal with more digits may have no number, so it stays a text. */
const EXACT_DIGITS = 15;

/**
 * How the values of a column are read. `inexact` is called for whole numbers that JSON.parse has rounded.
 * A type without plain values is refused: its JSON would have to be guessed at.
 */
export function decoderOf({ name, type }: TrinoColumn, inexact: () => void): Decode {
  const [, base = "", digits] = /^([a-z ]+)(?:\((\d+))?/.exec(type) ?? [];
  switch (base.trim()) {
    case "double":
      return orNull(Number);
    case "real":
      // JSON has the shortest text of a float; its value is the float, not the double of that text.
      return orNull((value) => Math.fround(Number(value)));
    case "bigint":
      return orNull((value) => whole(value, inexact));
    case "decimal":
      return Number(digits) <= EXACT_DIGITS ? orNull(Number) : orNull(String);
    case "boolean":
    case "integer":
    case "smallint":
    case "tinyint":
      return (value) => value as SqlValue;
    case "array":
    case "map":
    case "row":
      throw trinoProblem.error("engine-refused/trino-value", { column: name, type });
    default:
      return orNull((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  }
}

/** "NaN", "Infinity" and "-Infinity" come as texts, and Number reads them. */
const orNull =
  (decode: (value: unknown) => SqlValue): Decode =>
  (value) =>
    value === null || value === undefined ? null : decode(value);

function whole(value: unknown, inexact: () => void): SqlValue {
  if (typeof value === "string") {
    const exact = BigInt(value);
    return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
  }
  if (!Number.isSafeInteger(value)) inexact();
  return value as number;
}

const NUMBERS_OF_JSON = /-?\d[\d.eE+-]*/g;
const LONG_WHOLE = /^-?\d{16,}$/;
const quoted = (token: string): string => (LONG_WHOLE.test(token) ? `"${token}"` : token);

/** The same JSON with long whole numbers as texts, since JSON.parse rounds them. Strings stay as they are. */
export function quoteLongNumbers(json: string): string {
  let out = "";
  for (let at = 0; at < json.length; ) {
    const quote = json.indexOf('"', at);
    const end = quote < 0 ? json.length : quote;
    out += json.slice(at, end).replace(NUMBERS_OF_JSON, quoted);
    at = endOfString(json, end);
    out += json.slice(end, at);
  }
  return out;
}

/** Behind the string that starts here: the next quote with no backslash, or an even number of them, before it. */
function endOfString(json: string, start: number): number {
  for (let at = start + 1; ; ) {
    const quote = json.indexOf('"', at);
    if (quote < 0) return json.length;
    let before = quote;
    while (json[before - 1] === "\\") before--;
    if ((quote - before) % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}
