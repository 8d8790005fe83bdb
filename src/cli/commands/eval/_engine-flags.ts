/** Flags for scoring runs where they are. */
import type { CommandFlag } from "../../shared/command.ts";
import { configFlag, pullFlag, runsFlag, tableFlags } from "../../shared/engine/flags.ts";

export const engineFlags: readonly CommandFlag[] = [
  ...tableFlags(
    "score in a SQL engine, where the data is",
    "; bigquery, snowflake, databricks and spark print SQL only",
  ),
  runsFlag,
  pullFlag,
  { flag: "--print-sql", about: "print the SQL instead of running it" },
  {
    flag: "--sql-rows",
    value: "FILE",
    many: true,
    file: true,
    about: "with an engine that only prints: the rows its statement gave, as CSV or JSON lines",
  },
  { flag: "--estimate", about: "print how much the engine would read, instead of running it" },
  {
    flag: "--write-to",
    value: "TABLE",
    about: "also write the scores of each query into a new table of the engine",
  },
  configFlag,
];
