import { tagValues } from "../rows/tags.ts";
import type { CsvColumn } from "./_table.ts";
import { listCell, looksLikeList } from "./list-cell.ts";
import type { Cells } from "./records.ts";

/** Columns of tags, and the tag that each holds. */
export type TagColumns = readonly (readonly [CsvColumn, tag: string])[];

/** The tags of a row; a cell may hold several, as an object. */
export const tagCells = (cells: Cells, columns: TagColumns): readonly (readonly [string, string])[] =>
  columns.flatMap(([{ index }, tag]) => {
    const cell = cells.text(index).trim();
    return tagValues(tag, cell.startsWith("{") ? objectIn(cell) : cell);
  });

function objectIn(cell: string): unknown {
  if (!looksLikeList(cell)) return cell;
  try {
    return listCell(cell);
  } catch {
    return cell;
  }
}
