/** Columns that are not named are found by their usual names, as in files. */
import { usualColumn } from "../../../formats/rows/usual-column.ts";
import type { UsualColumn } from "../../../sql/read-tables.ts";

export const usualIn =
  (side: "run" | "gold"): UsualColumn =>
  (role, columns) =>
    usualColumn(
      side,
      role,
      columns.map(({ name, kind }) => ({ name, numeric: kind === "number" || kind === "integer" })),
    );
