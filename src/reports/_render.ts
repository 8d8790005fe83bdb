import { oneLine, widthOf } from "../text/width.ts";

/** Text of a cell; `bold`: how it starts, where that stands out, if the table may be coloured. */
export type TableCell = string | { readonly bold: string; readonly text: string };

export interface TableOptions {
  /** By column; the last one holds for all that follow. Default: the first column left, the others right. */
  readonly align?: readonly ("left" | "right")[];
  /** Bold cells are bold on a terminal; otherwise they look like the others. */
  readonly colour?: boolean;
}

export const cellText = (cell: TableCell): string =>
  oneLine(typeof cell === "string" ? cell : cell.bold + cell.text);

/**
 * Rows of cells as aligned columns. A cell stays on its line: line breaks become spaces.
 * @example
 * renderTable([["run", "rr"], ["bm25", "0.5"]]) // "run    rr\nbm25  0.5"
 */
export function renderTable(
  rows: readonly (readonly TableCell[])[],
  { align = ["left", "right"], colour = false }: TableOptions = {},
): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, widthOf(cellText(cell)));
    });
  const padded = (cell: TableCell, i: number): string => {
    const text = cellText(cell);
    const space = " ".repeat(widths[i]! - widthOf(text));
    const shown =
      colour && typeof cell !== "string"
        ? `\u001b[1m${oneLine(cell.bold)}\u001b[22m${oneLine(cell.text)}`
        : text;
    return (align[i] ?? align.at(-1)) === "right" ? space + shown : shown + space;
  };
  return rows.map((row) => row.map(padded).join("  ").trimEnd()).join("\n");
}
