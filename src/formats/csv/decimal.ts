/** Numbers with a comma where others have a point: 0,85. */
import { parseNumber } from "../bytes/bytes.ts";

const WITH_COMMA = /^[-+]?\d+,\d+(?:e[-+]?\d+)?$/i;
const WHOLE = /^[-+]?\d+$/;
/** 1,234 may be a thousand and more. */
const MAY_BE_THOUSANDS = /^[-+]?[1-9]\d{0,2},\d{3}$/;

/** Is the comma of these cells a decimal one? Where all of them are written like that, and one cannot be meant otherwise. */
export function isDecimalComma(cells: readonly string[]): boolean {
  let sure = false;
  for (const cell of cells) {
    if (cell === "" || WHOLE.test(cell)) continue;
    if (!WITH_COMMA.test(cell)) return false;
    sure ||= !MAY_BE_THOUSANDS.test(cell);
  }
  return sure;
}

const [COMMA, POINT] = [44, 46];

/** As parseNumber, with a comma for the point; a point has no place in it. */
export function parseWithComma(bytes: Uint8Array, start: number, end: number): number {
  const cell = bytes.slice(start, end);
  if (cell.includes(POINT)) return Number.NaN;
  const at = cell.indexOf(COMMA);
  if (at >= 0) cell[at] = POINT;
  return parseNumber(cell, 0, cell.length);
}
