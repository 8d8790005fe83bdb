/** Messages about opening, unpacking and writing files. */
import { defineProblems } from "../core/problem-table.ts";

const DAMAGED = {
  why: "scores from part of a file would be wrong",
  fix: "copy or download it again",
} as const;

/** By the error code of the operating system. */
const UNREAD: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EIO: "the disk reports an error",
  EMFILE: "too many open files",
  ENFILE: "too many open files",
  ELOOP: "its symbolic links form a loop",
  ENOSPC: "the disk for temporary files is full",
};
const UNWRITTEN: Readonly<Record<string, { readonly what: string; readonly fix: string }>> = {
  ENOSPC: { what: "the disk is full", fix: "free some space, or write somewhere else" },
  EDQUOT: { what: "the disk quota is used up", fix: "free some space, or write somewhere else" },
  EFBIG: { what: "the file would exceed the maximum file size", fix: "write somewhere else" },
  EACCES: { what: "permission denied", fix: "check the permissions, or write somewhere else" },
  EPERM: { what: "permission denied", fix: "check the permissions, or write somewhere else" },
  EROFS: { what: "the disk is read-only", fix: "write somewhere else" },
  EISDIR: { what: "this is a folder, not a file", fix: "name a file in it" },
  ENOTDIR: { what: "part of the path is a file, not a folder", fix: "check the path" },
  ENOENT: { what: "the folder does not exist", fix: "create it first, or check the path" },
  ENAMETOOLONG: { what: "the file name is too long", fix: "choose a shorter one" },
  ELOOP: { what: "the path is a symbolic link to itself", fix: "remove it, or choose another name" },
  EBUSY: { what: "another program is using the file", fix: "close it there and try again" },
  EIO: { what: "the disk reports an error", fix: "check the disk, or write somewhere else" },
};

const bytesText = (n: number): string =>
  n >= 2 ** 30 ? `${n / 2 ** 30} GiB` : n >= 2 ** 20 ? `${n / 2 ** 20} MiB` : `${n} bytes`;

/** Code and message of a system error. */
interface SystemError {
  readonly system: string;
  readonly message: string;
}

export const fileProblem = defineProblems({
  /** `folder`: set if its folder does not exist either. `nearest`: similar paths. */
  "no-file": ({ folder, nearest }: { path: string; folder?: string; nearest: readonly string[] }) => ({
    what: "file not found",
    ...(folder === undefined ? {} : { why: `the folder ${folder} does not exist either` }),
    fix: nearest.length === 0 ? "check the path" : `did you mean ${nearest[0]}?`,
  }),
  /** `example`: a file in it. */
  "is-folder": ({ example }: { path: string; example?: string }) => ({
    what: "this is a folder, not a file",
    fix: example === undefined ? "pass a file" : `pass a file in it, such as ${example}`,
  }),
  unreadable: ({ system, message }: SystemError) => ({
    what: "could not read the file",
    why: UNREAD[system] ?? message,
    fix:
      system === "EACCES" || system === "EPERM" ? "check its permissions" : "try again, or copy it elsewhere",
  }),
  /** Sizes in bytes: when it was opened, and when reading ended. */
  "changed-file": ({ expected, found }: { expected: number; found: number }) => ({
    what: `the file changed while it was being read: from ${expected} to ${found} bytes`,
    why: "scores from part of a file would be wrong",
    fix: "run this again once nothing writes to it",
  }),
  "no-stdin": () => ({ what: "standard input is not available", fix: "pass a file" }),
  "utf-16": () => ({
    what: "the file is UTF-16, not UTF-8",
    why: "its ids would match nothing",
    fix: "convert it: iconv -f UTF-16 -t UTF-8 OLD > NEW",
  }),
  "too-large": ({ limit }: { limit: number }) => ({
    what: `the file is larger than ${limit / 2 ** 30} GiB, the limit for formats that must be read as a whole`,
    fix: "split it, or convert it to a format with one row per line",
  }),
  /** Standard input and pipes, which are kept while they are read. */
  "too-large/piped": ({ limit }: { limit: number }) => ({
    what: `more than ${bytesText(limit)} of piped input`,
    fix: "write it to a file and pass its path",
  }),
  "too-large/line": ({ limit }: { limit: number }) => ({
    what: `a line of the piped input is longer than ${bytesText(limit)}`,
    fix: "check the program that writes it",
  }),
  "too-large/disk": ({ limit }: { limit: number }) => ({
    what: `the disk for temporary files is almost full: less than ${bytesText(limit)} would be left`,
    why: "piped input of more than 64 MiB is kept there while it is read",
    fix: "write the input to a file and pass its path, or set TMPDIR to a folder on another disk",
  }),
  "broken-gzip/cut": () => ({ what: "the gzip file is truncated", ...DAMAGED }),
  "broken-gzip/damaged": ({ message }: { message: string }) => ({
    what: `the gzip file is damaged (${message})`,
    ...DAMAGED,
  }),
  "broken-zstd/cut": () => ({ what: "the zstd file is truncated", ...DAMAGED }),
  "broken-zstd/damaged": ({ message }: { message: string }) => ({
    what: `the zstd file is damaged (${message})`,
    ...DAMAGED,
  }),
  "far-zstd": () => ({
    what: "the zstd file uses a window of more than 32 MB",
    why: "this version of Node cannot decompress it",
    fix: "use Node 22.15 or later, or compress it again without --long and --ultra",
  }),
  "cannot-write": ({ system, message }: SystemError) => ({
    what: `nothing was written: ${UNWRITTEN[system]?.what ?? message}`,
    fix: UNWRITTEN[system]?.fix ?? "try again, or write somewhere else",
  }),
});
