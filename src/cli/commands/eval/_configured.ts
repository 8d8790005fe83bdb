/** `goldie eval` with the engine of the config. */
import type { Effects } from "../../effects.ts";
import { type Args, argumentMissing } from "../../shared/args.ts";
import { configBy, withConfig } from "../../shared/config-args.ts";
import { withEngineOf } from "../../shared/engine/configured.ts";
import { evalCommand } from "./command.ts";
import { wrongUse } from "./problems.ts";

/** The arguments, completed by the config. The command line takes precedence. */
export async function configured(args: Args, effects: Effects): Promise<Args> {
  const loaded = await configBy(args, effects);
  if (loaded?.config.engine === undefined) {
    if (args.has("config"))
      throw wrongUse("config-without-engine", { path: loaded?.path ?? args.text("config")! });
    if (args.positionals.length > 0 || args.has("run-table") || args.has("gold-table")) return args;
    throw argumentMissing(evalCommand, evalCommand.positionals[0]!);
  }
  return withEngineOf(withConfig(args, loaded.config), loaded.config);
}
