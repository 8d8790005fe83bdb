/** NAME=FILE among the runs: what a run is called in every output. */

import type { Effects } from "../effects.ts";
import { wrongUse } from "./_problems.ts";
import type { Args } from "./args.ts";
import { mayBeStored } from "./may-be-stored.ts";

export interface NamedRuns {
  /** With the paths alone among its positionals. */
  readonly args: Args;
  /** By run: the name that the user gave it. */
  readonly names: readonly (string | undefined)[];
}

/**
 * `first`: where the runs begin among the positionals. A file that is really called a=b stays one. `several`: a stored
 * run with several retrievers is several runs.
 */
export async function namedRuns(
  args: Args,
  first: number,
  effects: Effects,
  { several = true }: { readonly several?: boolean } = {},
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
  // Of a stored run, a query without an answer was not asked.
  const partial = found.some((one) => one.partial);
  return {
    args: (partial ? args.withDefault("missing", ["leave-out"]) : args).withPositionals([
      ...args.positionals.slice(0, first),
      ...runs.map(({ path }) => path),
    ]),
    names,
  };
}

interface NamedPath {
  readonly path: string;
  readonly name: string | undefined;
}

async function retrieversIn(
  { path, name }: NamedPath,
  effects: Effects,
  several: boolean,
): Promise<{ readonly paths: readonly NamedPath[]; readonly partial: boolean }> {
  const alone = { paths: [{ path, name }], partial: false };
  if (!(await mayBeStored(path, effects))) return alone;
  const stored = await (await import("./stored-runs.ts")).namedStored(path, effects);
  if (stored === undefined) return alone;
  const { refs, partial } = stored;
  if (refs.length === 1) return { paths: [{ path: refs[0]!, name }], partial };
  if (!several) return { ...alone, partial };
  if (name !== undefined) throw wrongUse("name-of-several", { name, path, refs });
  return { paths: refs.map((ref) => ({ path: ref, name: undefined })), partial };
}
