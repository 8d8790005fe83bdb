/** NAME=FILE among the runs: the run's name in every output. */

import { shellWord } from "../../text/shell-word.ts";
import type { Effects } from "../effects.ts";
import { wrongUse } from "./_problems.ts";
import type { Args } from "./args.ts";
import { flagsOfRules } from "./asked.ts";
import { mayBeStored } from "./may-be-stored.ts";
import type { NamedStored } from "./stored-runs.ts";

export interface NamedRuns {
  /** With only the paths as positionals. */
  readonly args: Args;
  /** By run: the name given by the user. */
  readonly names: readonly (string | undefined)[];
  /** The stored run whose rules are among the flags, and those flags. */
  readonly ruled?: { readonly ref: string; readonly flags: readonly string[] };
}

/**
 * `first`: the position of the first run. A file that is really called a=b is taken as such. `several`: a stored
 * run with several retrievers is several runs. `rules`: a stored run's rules apply as if given by flags, unless overridden.
 */
export async function namedRuns(
  args: Args,
  first: number,
  effects: Effects,
  { several = true, rules = false }: { readonly several?: boolean; readonly rules?: boolean } = {},
): Promise<NamedRuns> {
  const { files } = effects;
  const given = await Promise.all(
    args.positionals.slice(first).map(async (word) => {
      const [, name, path] = /^([^=/\\]+)=(.+)$/s.exec(word) ?? [];
      // Opening the file reports an unreadable path.
      const isFile = name !== undefined && (await files.facts(word).catch(() => undefined)) !== undefined;
      return name === undefined || isFile ? { path: word, name: undefined } : { path: path!, name };
    }),
  );
  const found = await Promise.all(given.map((one) => retrieversIn(one, effects, several)));
  const runs = found.flatMap(({ paths }) => paths);
  const names = runs.map(({ name }) => name);
  // Name a run by its path if no shorter name is unique.
  const called = runs.map(({ name, path }) => name ?? path);
  const twice = names.find((name) => name !== undefined && called.indexOf(name) < called.lastIndexOf(name));
  if (twice !== undefined) throw wrongUse("run-name-twice", { name: twice });
  // In a stored run, a query without an answer was not asked.
  const partial = found.some((one) => one.partial);
  const all = partial ? args.withDefault("missing", ["leave-out"]) : args;
  const { args: withRules, ruled } = rules ? ruledBy(all, found) : { args: all };
  return {
    args: withRules.withPositionals([...args.positionals.slice(0, first), ...runs.map(({ path }) => path)]),
    names,
    ...(ruled === undefined ? {} : { ruled }),
  };
}

/** The first of several stored runs that has rules. */
function ruledBy(args: Args, found: readonly FoundRuns[]): Pick<NamedRuns, "args" | "ruled"> {
  const own = found.find(({ stored }) => stored?.ownIds);
  if (own !== undefined && !MATCHING.some((flag) => args.has(flag)))
    throw wrongUse("stored-own-ids", { ref: own.paths[0]!.path });
  const one = found.find(({ stored }) => Object.keys(stored?.rules ?? {}).length > 0);
  if (one === undefined) return { args };
  const flags = flagsOfRules(one.stored!.rules).filter(
    ([flag]) => !args.has(flag) && !(MATCHING.includes(flag) && MATCHING.some((other) => args.has(other))),
  );
  const withFlags = flags.reduce((all, [flag, value]) => all.withDefault(flag, [value]), args);
  if (flags.length === 0) return { args };
  return {
    args: withFlags,
    ruled: { ref: one.given, flags: flags.map(([flag, value]) => `--${flag} ${shellWord(value)}`) },
  };
}

const MATCHING: readonly string[] = ["ids", "match"];

/** What one word of the command line stands for. */
interface FoundRuns {
  readonly given: string;
  readonly paths: readonly NamedPath[];
  readonly partial: boolean;
  readonly stored?: NamedStored;
}

interface NamedPath {
  readonly path: string;
  readonly name: string | undefined;
}

async function retrieversIn(
  { path, name }: NamedPath,
  effects: Effects,
  several: boolean,
): Promise<FoundRuns> {
  const alone = { given: path, paths: [{ path, name }], partial: false };
  if (!(await mayBeStored(path, effects))) return alone;
  const stored = await (await import("./stored-runs.ts")).namedStored(path, effects);
  if (stored === undefined) return alone;
  const { refs, partial } = stored;
  if (refs.length === 1) return { ...alone, paths: [{ path: refs[0]!, name }], partial, stored };
  if (!several) return { ...alone, partial, stored };
  if (name !== undefined) throw wrongUse("name-of-several", { name, path, refs });
  return { ...alone, paths: refs.map((ref) => ({ path: ref, name: undefined })), partial, stored };
}
