/** The commit of a folder, read from .git without starting a process. */
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

export interface GitHead {
  readonly commit: string;
  readonly branch?: string;
}

/** Undefined if the folder is not in a repository, or has no commit yet. */
export async function gitHead(folder: string): Promise<GitHead | undefined> {
  for (let at = folder; ; at = dirname(at)) {
    const git = await gitFolder(at);
    if (git !== undefined) return headOf(git);
    if (dirname(at) === at) return undefined;
  }
}

const text = (path: string): Promise<string | undefined> =>
  readFile(path, "utf8").then(
    (found) => found.trim(),
    () => undefined,
  );

/** In a worktree, .git is a file with the path of the folder. */
async function gitFolder(at: string): Promise<string | undefined> {
  const path = join(at, ".git");
  if ((await text(join(path, "HEAD"))) !== undefined) return path;
  const [, to] = /^gitdir: (.+)$/.exec((await text(path)) ?? "") ?? [];
  return to === undefined ? undefined : resolve(at, to);
}

const isCommit = (found: string | undefined): found is string =>
  found !== undefined && /^[0-9a-f]{40,64}$/.test(found);

async function headOf(git: string): Promise<GitHead | undefined> {
  const head = await text(join(git, "HEAD"));
  const [, ref] = /^ref: (.+)$/.exec(head ?? "") ?? [];
  if (ref === undefined) return isCommit(head) ? { commit: head } : undefined;
  const common = resolve(git, (await text(join(git, "commondir"))) ?? ".");
  const commit =
    (await text(join(git, ref))) ?? (await text(join(common, ref))) ?? (await packed(common, ref));
  return isCommit(commit) ? { commit, branch: ref.replace(/^refs\/heads\//, "") } : undefined;
}

async function packed(git: string, ref: string): Promise<string | undefined> {
  const lines = ((await text(join(git, "packed-refs"))) ?? "").split("\n");
  return lines.find((line) => line.endsWith(` ${ref}`))?.split(" ")[0];
}
