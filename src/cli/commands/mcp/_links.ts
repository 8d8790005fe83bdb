/** Symbolic links in a folder may lead out of it. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";

interface LinkLook {
  real(path: string): Promise<string>;
  isFolder(path: string): Promise<boolean>;
  isInside(path: string): boolean;
}

/** The first link in the folder, or in its subfolders, that leads outside. */
export async function linkOutside(folder: string, look: LinkLook): Promise<string | undefined> {
  const seen = new Set<string>();
  const left = [folder];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const real = await look.real(path);
    if (seen.has(real)) continue;
    seen.add(real);
    for (const entry of await readdir(path, { withFileTypes: true })) {
      const own = join(path, entry.name);
      if (entry.isDirectory()) left.push(own);
      if (!entry.isSymbolicLink()) continue;
      if (!look.isInside(await look.real(own))) return own;
      if (await look.isFolder(own)) left.push(own);
    }
  }
  return undefined;
}
