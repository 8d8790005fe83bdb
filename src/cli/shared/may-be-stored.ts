/** Could this be the name of a stored run? Only checks whether there are any, so that the store is loaded only if needed. */
import { dirname, join } from "node:path";
import type { Effects } from "../effects.ts";

/** Names that only a stored run can have. */
export const isLast = (path: string): boolean => /^last(~\d+)?(\/|$)/.test(path);

/** A file of that name takes precedence. */
export async function mayBeStored(path: string, { files }: Pick<Effects, "files">): Promise<boolean> {
  if (path === "-" || (await isThere(path))) return false;
  if (isLast(path)) return true;
  for (let folder = files.cwd; ; folder = dirname(folder)) {
    if (await isThere(join(folder, ".goldie", "runs"))) return true;
    if (dirname(folder) === folder) return false;
  }
  // Opening it reports an unreadable path.
  async function isThere(at: string): Promise<boolean> {
    return (await files.facts(at).catch(() => undefined)) !== undefined;
  }
}
