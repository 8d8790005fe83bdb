/** What the system says of a file it cannot give, in words that help. */
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { GoldieError, nearest } from "../core/problem.ts";

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "you may not read it",
  EPERM: "you may not read it",
  EIO: "the disk reports an error",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  ELOOP: "its links go round in a circle",
  ENOSPC: "the disk for temporary files is full",
};
const ABSENT = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"]);

/** `name`: what the user calls it. */
export async function fileTrouble(path: string, error: unknown, name = path): Promise<GoldieError> {
  if (error instanceof GoldieError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? "";
  if (ABSENT.has(code)) return noFile(path, name);
  if (code === "EISDIR") return isFolder(name);
  return new GoldieError({
    code: "unreadable",
    what: "the file cannot be read",
    why: REASONS[code] ?? (error as Error).message,
    fix: code === "EACCES" || code === "EPERM" ? "check its permissions" : "try again, or copy it elsewhere",
    at: { file: name },
  });
}

async function noFile(path: string, name: string): Promise<GoldieError> {
  const names = await readdir(dirname(path)).catch(() => undefined);
  const [like] = names === undefined ? [] : nearest(basename(path), names, 1);
  return new GoldieError({
    code: "no-file",
    what: "there is no such file",
    ...(names === undefined ? { why: `there is no folder ${dirname(name)} either` } : {}),
    fix: like === undefined ? "check the path" : `did you mean ${join(dirname(name), like)}?`,
    at: { file: name },
  });
}

const DATA = /\.(jsonl|json|tsv|csv|parquet|trec|run|qrels|txt|gz|zst)$|qrels|results/i;

export function isFolder(path: string, inside: readonly string[] = []): GoldieError {
  const file = inside.find((name) => DATA.test(name)) ?? inside.find((name) => !name.startsWith("."));
  return new GoldieError({
    code: "is-folder",
    what: "this is a folder, not a file",
    fix: file === undefined ? "name a file" : `name a file in it, such as ${join(path, file)}`,
    at: { file: path },
  });
}
