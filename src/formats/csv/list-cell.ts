/** Lists in a cell of a table: JSON, what Python prints, or ids with | between them. */
import { JsonError, type JsonValue, parseJson } from "../json/parse.ts";
import { plainOf } from "../json/plain.ts";
import { PythonLiteralError, parsePythonLiteral } from "./python-literal.ts";

/** Thrown if a cell looks like a list but is none. */
export class ListCellError extends Error {
  override readonly name = "ListCellError";
}

const LIST = /^(?:[[({]|(?:np\.)?array\(|(?:frozen)?set\()/;

/** Does the cell look like a list or an object? */
export const looksLikeList = (cell: string): boolean => LIST.test(cell.trimStart());

/**
 * The value in a cell. Whole numbers beyond 2^53 are text where ids stand.
 * @example listCell("['a', 'b']") // ["a", "b"]
 * @example listCell('{"a": 1}') // { a: 1 }
 * @example listCell("a|b") // ["a", "b"]
 */
export function listCell(cell: string): unknown {
  const text = cell.trim();
  if (text === "") return [];
  if (!looksLikeList(text)) return text.includes("|") ? text.split("|").map((one) => one.trim()) : [text];
  try {
    return plainList(parseJson(text));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
  }
  try {
    return exactIds(parsePythonLiteral(text));
  } catch (error) {
    if (!(error instanceof PythonLiteralError)) throw error;
    throw new ListCellError(error.message);
  }
}

function plainList(value: JsonValue): unknown {
  return plainOf(value, {
    exact: () => {},
    twice: (key) => {
      throw new ListCellError(`the key ${JSON.stringify(key)} is there twice`);
    },
  });
}

const exactIds = (value: unknown): unknown =>
  typeof value === "bigint" ? String(value) : Array.isArray(value) ? value.map(exactIds) : value;
