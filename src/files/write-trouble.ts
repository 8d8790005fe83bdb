/** Errors of the system as Problems: what happened to which file, and what to do. */
import type { Problem } from "../core/problem.ts";

/** The code of a system error ("ENOSPC"); undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return typeof code === "string" && /^E[A-Z0-9]+$/.test(code) ? code : undefined;
}

const WORDS: Readonly<Record<string, { readonly what: string; readonly fix: string }>> = {
  ENOSPC: { what: "the disk is full", fix: "free some space, or write somewhere else" },
  EDQUOT: { what: "your quota on this disk is used up", fix: "free some space, or write somewhere else" },
  EFBIG: { what: "the file would be larger than this disk allows", fix: "write somewhere else" },
  EACCES: { what: "you may not write there", fix: "check the permissions, or write somewhere else" },
  EPERM: { what: "you may not write there", fix: "check the permissions, or write somewhere else" },
  EROFS: { what: "the disk cannot be written to", fix: "write somewhere else" },
  EISDIR: { what: "this is a folder, not a file", fix: "name a file in it" },
  ENOTDIR: { what: "a part of the path is a file, not a folder", fix: "check the path" },
  ENOENT: { what: "the folder is not there", fix: "make it first, or check the path" },
  ENAMETOOLONG: { what: "the name is too long", fix: "choose a shorter one" },
  ELOOP: { what: "this is a link that leads to itself", fix: "remove it, or choose another name" },
  EBUSY: { what: "another program holds the file", fix: "close it there, and try again" },
  EIO: { what: "the disk reports an error", fix: "check the disk, or write somewhere else" },
};

/** What went wrong with writing `file`. */
export function writeTrouble(file: string, error: unknown): Problem {
  const code = systemCode(error) ?? "";
  const words = WORDS[code];
  return {
    code: "cannot-write",
    what: `nothing was written: ${words?.what ?? (error instanceof Error ? error.message : String(error))}`,
    fix: words?.fix ?? "try again, or write somewhere else",
    at: { file },
  };
}
