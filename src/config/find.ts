/** Where the config of a folder is: in it, or above it up to the root of the project. */
import { dirname, join } from "node:path";
import type { FileSystem } from "../files/file-system.ts";
import { configProblem } from "./_problems.ts";

export const CONFIG_ENDINGS = [".ts", ".mts", ".mjs", ".js", ".json"] as const;
export const CONFIG_NAMES: readonly string[] = CONFIG_ENDINGS.map((ending) => `goldie.config${ending}`);

/** Whoever has one of these is the root of a project; above it are other people's files. */
const ROOTS = ["package.json", ".git"];

type Files = Pick<FileSystem, "cwd" | "facts">;

/** The full path of the nearest config; undefined where there is none. */
export async function findConfig(files: Files): Promise<string | undefined> {
  for (let folder = files.cwd; ; folder = dirname(folder)) {
    const there = (name: string): Promise<boolean> => isThere(files, join(folder, name));
    const found: string[] = [];
    for (const name of CONFIG_NAMES) if (await there(name)) found.push(name);
    if (found.length > 1)
      throw configProblem.error("several-configs", { names: found }, { at: { file: folder } });
    if (found.length === 1) return join(folder, found[0]!);
    if (dirname(folder) === folder) return undefined;
    for (const name of ROOTS) if (await there(name)) return undefined;
  }
}

/** A folder above may be unreadable. */
const isThere = async (files: Files, path: string): Promise<boolean> =>
  (await files.facts(path).catch(() => undefined)) !== undefined;
