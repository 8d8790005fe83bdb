/** Flags that name an engine and its tables. */
import type { CommandFlag } from "../command.ts";

const ENGINES = "duckdb (reads the RUN files), duckdb:FILE.duckdb, trino://…, postgres://… or clickhouse://…";

/** `does`: what the command does in an engine. */
export const tableFlags = (does: string, more = ""): readonly CommandFlag[] => [
  { flag: "--engine", value: "ENGINE", about: `${does}: ${ENGINES}${more}` },
  { flag: "--run-table", value: "TABLE", about: "the runs, as a table of the engine" },
  { flag: "--gold-table", value: "TABLE", about: "the gold, as a table of the engine" },
];

export const pullFlag: CommandFlag = {
  flag: "--pull",
  about: "fetch the hits of the judged queries from the engine and score them here, for any metric",
};

export const configFlag: CommandFlag = {
  flag: "--config",
  value: "FILE",
  about:
    "take engine and tables from this config (default: goldie.config.* here or above, if no files are given)",
  file: true,
};

/** For commands that look at one run. */
export const oneRunFlag: CommandFlag = {
  flag: "--run",
  value: "NAME",
  about: "the run, if an engine has several",
};

/** For commands that take several. */
export const runsFlag: CommandFlag = {
  flag: "--run",
  value: "NAME",
  many: true,
  about: "score only this run, if an engine has several",
};
