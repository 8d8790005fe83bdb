/** Folders that are read as one data set; the caller says which ones. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { GoldieError } from "../core/problem.ts";
import { isFolder } from "./read-trouble.ts";
import type { Source } from "./source.ts";

const HEAD = 1 << 16;

export interface FolderRule {
  /** Can a folder with these files, two levels deep, be read as a whole? */
  isWhole(files: readonly string[]): boolean;
  /** Which file to suggest if the user passed the folder. */
  example(files: readonly string[]): string | undefined;
}

/** A folder's head is the list of its files, two levels deep, one per line. */
export async function openFolder(
  path: string,
  name: string,
  rule: FolderRule | undefined,
  inside: NonNullable<Source["inside"]>,
): Promise<Source> {
  const files = await filesIn(path);
  const refused = (): GoldieError => isFolder(name, rule?.example(files) ?? files.find(mayBeData));
  if (rule?.isWhole(files) !== true) throw refused();
  const list = new TextEncoder().encode(files.map((file) => `${file}\n`).join(""));
  return {
    name: name.endsWith("/") ? name : `${name}/`,
    folder: path,
    inside,
    head: async () => list.slice(0, HEAD),
    // biome-ignore lint/correctness/useYield: a folder has no bytes of its own
    async *pieces() {
      throw refused();
    },
    bytes: async () => {
      throw refused();
    },
  };
}

/** Files that describe others, and programs, hold no rows. */
const OTHERS =
  /^(?:\.|readme|licen[cs]e|notice|changelog|manifest|package(?:-lock)?\.json$)|\.(?:md|py|js|ts|sh|ipynb|ya?ml|toml|html|pdf|png|log)$/i;
const mayBeData = (file: string): boolean => !OTHERS.test(file.slice(file.lastIndexOf("/") + 1));

async function filesIn(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) files.push(entry.name);
    else if (!entry.name.startsWith(".") && entry.name !== "node_modules")
      for (const inner of await readdir(join(folder, entry.name), { withFileTypes: true }).catch(() => []))
        if (!inner.isDirectory()) files.push(`${entry.name}/${inner.name}`);
  }
  return files.sort();
}
