/** The flags that another command needs to read the same gold, and to score a stored run by the same rules. */
import type { Args } from "../../shared/args.ts";
import { RULE_FLAGS } from "../../shared/asked.ts";

const READING = ["gold-format", "list-separator", "decimal"] as const;

/** As a list of words. Includes values of the config, which `eval` and `explain` do not read. */
export const carriedFlags = (args: Args): readonly string[] => [
  ...args.all("col").flatMap((one) => ["--col", ofGold(one)]),
  ...[...READING, ...RULE_FLAGS].flatMap((name) => args.all(name).flatMap((value) => [`--${name}`, value])),
];

/** The metrics too. */
export const carriedMetrics = (args: Args): readonly string[] => [
  ...args.all("as").flatMap((value) => ["--as", value]),
  ...args.all("option").flatMap((value) => ["--option", value]),
  ...(args.has("metrics") ? ["-m", args.all("metrics").join(",")] : []),
  ...args.all("k").flatMap((value) => ["-k", value]),
];

/** Not for a stored run, which has fixed columns. */
const ofGold = (column: string): string =>
  column.startsWith("gold.") || column.startsWith("run.") ? column : `gold.${column}`;
