/** Flags about how gold and runs are read. */
import type { CommandFlag } from "./command.ts";

/** Flags about how the cells of tables are written. */
export const tableFlags: readonly CommandFlag[] = [
  {
    flag: "--list-separator",
    value: "TEXT",
    about: "what separates the ids in a cell of a table, such as , or ;; none: a cell is one id",
  },
];

export const readFlags: readonly CommandFlag[] = [
  {
    flag: "--gold-format",
    value: "FORMAT",
    of: "formats",
    about: "the format of GOLD, where its content shall not decide",
  },
  {
    flag: "--run-format",
    value: "FORMAT",
    of: "formats",
    about: "the format of RUN, where its content shall not decide",
  },
  {
    flag: "--col",
    value: "NAME=COLUMN",
    many: true,
    about:
      "which column of a table holds what, such as --col query=question_id; gold.doc or run.doc is of one of the files",
  },
  ...tableFlags,
  {
    flag: "--query-ids",
    value: "RULE",
    about: "how ids of queries are written the same way on both sides, like --ids",
  },
];
