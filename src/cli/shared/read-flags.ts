/** Flags about how gold and runs are read. */
import type { CommandFlag } from "./command.ts";

/** Flags about how the cells of tables are written. */
export const tableFlags: readonly CommandFlag[] = [
  {
    flag: "--list-separator",
    value: "TEXT",
    about: "separator of ids within a table cell, e.g. ',' or ',;' for both (none: one id per cell)",
  },
  {
    flag: "--decimal",
    value: "CHAR",
    about: "decimal separator in table cells, ',' or '.' (default: detected per column)",
  },
];

export const readFlags: readonly CommandFlag[] = [
  {
    flag: "--gold-format",
    value: "FORMAT",
    of: "formats",
    about: "read GOLD as this format instead of detecting it",
  },
  {
    flag: "--run-format",
    value: "FORMAT",
    of: "formats",
    about: "read RUN as this format instead of detecting it",
  },
  {
    flag: "--col",
    value: "FIELD=COLUMN",
    many: true,
    about:
      "map a column, e.g. --col query=question_id; prefix the field with gold. or run. to map it in one file only",
  },
  ...tableFlags,
  {
    flag: "--query-ids",
    value: "RULE",
    about: "normalise query ids on both sides, like --ids",
  },
];
