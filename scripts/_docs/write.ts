/** Writes the generated pages, and removes pages of units that are gone. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { generatedFolders } from "./render.ts";

export function writePages(root: string, pages: ReadonlyMap<string, string>): void {
  for (const path of generatedIn(root)) if (!pages.has(path)) rmSync(join(root, path), { recursive: true });
  for (const [path, text] of pages) writePage(root, path, text);
}

export function writePage(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** What the generated folders hold now. */
export const generatedIn = (root: string): string[] =>
  generatedFolders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`));
