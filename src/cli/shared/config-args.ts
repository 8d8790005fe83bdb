/** Settings of the config, where the command line has none. */
import { readFile } from "node:fs/promises";
import { findConfig } from "../../config/find.ts";
import { type LoadedConfig, loadConfig } from "../../config/load.ts";
import type { Config } from "../../core/config.ts";
import type { Rules } from "../../evaluate/plan/rules.ts";
import type { Effects } from "../effects.ts";
import type { Args } from "./args.ts";
import { ownEntries } from "./own-entries.ts";

/** The config named on the command line, or the nearest one. `found` is called with its full path before it is loaded. */
export async function configBy(
  args: Args,
  effects: Effects,
  found: (file: string) => void = () => {},
): Promise<LoadedConfig | undefined> {
  const { files, env } = effects;
  const given = args.text("config");
  const file = given === undefined ? await findConfig(files) : files.resolve(given);
  if (file === undefined) return undefined;
  found(file);
  return loadConfig(file, { cwd: files.cwd, env, read: (path) => readFile(path), own: ownEntries(effects) });
}

/** The config as if given by flags. The command line takes precedence. */
export function withConfig(args: Args, config: Config): Args {
  const { metrics, k, as, ids, corpus, judge, slices } = config;
  const rule = idRuleText(ids?.normalize);
  // -m on the command line overrides the config's dialect too.
  const dialect = as === undefined || args.has("metrics") ? [] : [["as", [as]] as const];
  const defaults: (readonly [string, readonly string[]])[] = [
    ...(metrics === undefined || args.has("as") ? [] : [["metrics", metrics] as const]),
    ...(k === undefined ? [] : [["k", [(typeof k === "number" ? [k] : k).join(",")]] as const]),
    ...dialect,
    ...(rule === undefined || args.has("match") ? [] : [["ids", [rule]] as const]),
    ...(ids?.unit === undefined ? [] : [["unit", [ids.unit]] as const]),
    ...(corpus === undefined ? [] : [["corpus", [corpus]] as const]),
    ...(judge === undefined ? [] : [["judge", [judge]] as const]),
    ...(slices === undefined ? [] : [["by", slices] as const]),
  ];
  return defaults.reduce((all, [name, values]) => all.withDefault(name, values), args);
}

/** A rule that no flag can express: a function. */
export function ownIdRule(args: Args, config: Config | undefined): Pick<Rules, "match"> {
  const rule = config?.ids?.normalize;
  if (typeof rule !== "function" || args.has("ids") || args.has("match")) return {};
  return { match: { ids: rule, on: "both" } };
}

/** RegExp flags that an id rule supports; others keep state between calls. */
const PATTERN_FLAGS = "imsuv";

function idRuleText(rule: string | RegExp | ((id: string) => string) | undefined): string | undefined {
  if (rule instanceof RegExp)
    return `/${rule.source}/${[...rule.flags].filter((flag) => PATTERN_FLAGS.includes(flag)).join("")}`;
  return typeof rule === "string" ? rule : undefined;
}
