/** `goldie eval` with the engine of the config. */
import type { Effects } from "../../effects.ts";
import { type Args, argumentMissing } from "../../shared/args.ts";
import { configBy, withConfig } from "../../shared/config-args.ts";
import { withEngineOf } from "../../shared/engine/configured.ts";
import { wrongUse } from "../../shared/engine/problems.ts";
import { evalCommand } from "./command.ts";

/** The arguments, completed by the config. The command line takes precedence. */
export async function configured(args: Args, effects: Effects): Promise<Args> {
  const loaded = await configBy(args, effects);
  if (loaded?.config.engine === undefined) {
    if (args.has("config"))
      throw wrongUse("config-without-engine", {
        path: loaded?.path ?? args.text("config")!,
        command: "eval",
      });
    if (args.positionals.length > 0 || args.has("run-table") || args.has("gold-table")) return args;
    throw argumentMissing(evalCommand, evalCommand.positionals[0]!);
  }
  // Texts and judges are for other commands.
  const { corpus: _, judge: _judge, ...config } = loaded.config;
  return withEngineOf(withConfig(args, config), config);
}
