/** `goldie eval` with the engine of the config. */
import type { EngineConfig } from "../../../core/config.ts";
import type { Effects } from "../../effects.ts";
import { type Args, argumentMissing } from "../../shared/args.ts";
import { configBy, withConfig } from "../../shared/config-args.ts";
import { evalCommand } from "./command.ts";
import { wrongUse } from "./problems.ts";

/** The arguments, completed by the config. The command line takes precedence. */
export async function configured(args: Args, effects: Effects): Promise<Args> {
  const loaded = await configBy(args, effects);
  const engine = loaded?.config.engine;
  if (loaded === undefined || engine === undefined) {
    if (args.has("config"))
      throw wrongUse("config-without-engine", { path: loaded?.path ?? args.text("config")! });
    if (args.positionals.length > 0 || args.has("run-table") || args.has("gold-table")) return args;
    throw argumentMissing(evalCommand, evalCommand.positionals[0]!);
  }
  const { gold } = loaded.config;
  const all = flagsOf(typeof engine === "string" ? { url: engine } : engine).reduce(
    (given, [name, values]) => given.withDefault(name, values),
    withConfig(args, loaded.config),
  );
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
