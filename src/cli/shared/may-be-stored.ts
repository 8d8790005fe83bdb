/** Could this be the name of a stored run? Looks at no more than whether there are any: the store is loaded only then. */
import { dirname, join } from "node:path";
import type { Effects } from "../effects.ts";

/** Names that nothing but a stored run has. */
export const isLast = (path: string): boolean => /^last(~\d+)?(\/|$)/.test(path);

/** A file of that name comes first. */
export async function mayBeStored(path: string, { files }: Pick<Effects, "files">): Promise<boolean> {
  if (path === "-" || (await isThere(path))) return false;
  if (isLast(path)) return true;
  for (let folder = files.cwd; ; folder = dirname(folder)) {
    if (await isThere(join(folder, ".goldie", "runs"))) return true;
    if (dirname(folder) === folder) return false;
  }
  // What cannot be looked at is reported when it is opened.
  async function isThere(at: string): Promise<boolean> {
    return (await files.facts(at).catch(() => undefined)) !== undefined;
  }
}
