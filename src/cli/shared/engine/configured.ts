/** The engine of the config, with its tables and columns. */
import type { Config, EngineConfig } from "../../../core/config.ts";
import type { Args } from "../args.ts";
import { wrongUse } from "./problems.ts";

/** Does the config name tables, for a command that is given no files? */
export const namesTables = ({ engine }: Pick<Config, "engine">): boolean =>
  typeof engine === "object" && engine.runTable !== undefined;

/** Does the command line ask for an engine, with or without its name? */
export const asksForEngine = (args: Args): boolean =>
  ["engine", "run-table", "gold-table"].some((flag) => args.has(flag));

/** Completed by the config. The command line takes precedence; tables of one engine are not looked for in another. */
export function withEngineOf(args: Args, { engine, gold }: Pick<Config, "engine" | "gold">): Args {
  if (args.has("engine") && !args.has("config")) return args;
  const flags = engine === undefined ? [] : flagsOf(typeof engine === "string" ? { url: engine } : engine);
  // Files and a gold of the command line stand in for the tables.
  const given = args.positionals.length + args.all("gold").length;
  const isReplaced = (name: string): boolean =>
    (name === "gold-table" && given > 0) ||
    (name === "run-table" && (given > 1 || (given > 0 && args.has("gold-table"))));
  const all = flags
    .filter(([name]) => !isReplaced(name))
    .reduce((known, [name, values]) => known.withDefault(name, values), args);
  const alone = ["run-table", "gold-table", "run", "pull"].find((flag) => all.has(flag));
  if (!all.has("engine") && alone !== undefined)
    throw wrongUse("flag-without-engine", { flag: `--${alone}` });
  const lacksGold = all.positionals.length === 0 && !all.has("gold-table");
  return lacksGold && gold !== undefined ? all.withPositionals([gold]) : all;
}

const flagsOf = ({
  url,
  runTable,
  goldTable,
  columns = {},
}: EngineConfig): (readonly [string, readonly string[]])[] => [
  ["engine", [url]],
  ...(runTable === undefined ? [] : [["run-table", [runTable]] as const]),
  ...(goldTable === undefined ? [] : [["gold-table", [goldTable]] as const]),
  ...(Object.keys(columns).length === 0
    ? []
    : [["col", Object.entries(columns).map(([role, column]) => `${role}=${column}`)] as const]),
];
