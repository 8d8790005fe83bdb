/** `goldie explain` with the engine of the config. */
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { configBy, withConfig } from "../../shared/config-args.ts";
import { asksForEngine, namesTables, withEngineOf } from "../../shared/engine/configured.ts";
import { wrongUse } from "../../shared/engine/problems.ts";

/** The arguments, completed by the config if it has an engine. The command line takes precedence. */
export async function configured(args: Args, effects: Effects): Promise<Args> {
  const loaded = await configBy(args, effects);
  const { engine, gold, ids } = loaded?.config ?? {};
  if (engine === undefined) {
    if (!args.has("config")) return args;
    throw wrongUse("config-without-engine", {
      path: loaded?.path ?? args.text("config")!,
      command: "explain",
    });
  }
  if (!asksForEngine(args) && !args.has("config") && !namesTables({ engine })) return args;
  const [metric, ...files] = args.positionals;
  const rules = withConfig(args.withPositionals(files), ids === undefined ? {} : { ids });
  const all = withEngineOf(rules, gold === undefined ? { engine } : { engine, gold });
  return all.withPositionals([metric!, ...all.positionals]);
}
