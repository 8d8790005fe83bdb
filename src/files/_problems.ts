/** Words for what goes wrong with files: opening, unpacking, writing. */
import { defineProblems } from "../core/problem-table.ts";

const DAMAGED = {
  why: "numbers from a part of the file would be wrong",
  fix: "copy or download it again",
} as const;

/** By the system's code of the error. */
const UNREAD: Readonly<Record<string, string>> = {
  EACCES: "you may not read it",
  EPERM: "you may not read it",
  EIO: "the disk reports an error",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  ELOOP: "its links go round in a circle",
  ENOSPC: "the disk for temporary files is full",
};
const UNWRITTEN: Readonly<Record<string, { readonly what: string; readonly fix: string }>> = {
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

/** What the system says: its code where it has one, and its message. */
interface SystemError {
  readonly system: string;
  readonly message: string;
}

export const fileProblem = defineProblems({
  /** `folder`: where the folder is not there either. `nearest`: paths that look like it. */
  "no-file": ({ folder, nearest }: { path: string; folder?: string; nearest: readonly string[] }) => ({
    what: "file not found",
    ...(folder === undefined ? {} : { why: `there is no folder ${folder} either` }),
    fix: nearest.length === 0 ? "check the path" : `did you mean ${nearest[0]}?`,
  }),
  /** `example`: the path of a file in it. */
  "is-folder": ({ example }: { path: string; example?: string }) => ({
    what: "this is a folder, not a file",
    fix: example === undefined ? "name a file" : `name a file in it, such as ${example}`,
  }),
  unreadable: ({ system, message }: SystemError) => ({
    what: "the file cannot be read",
    why: UNREAD[system] ?? message,
    fix:
      system === "EACCES" || system === "EPERM" ? "check its permissions" : "try again, or copy it elsewhere",
  }),
  /** Sizes in bytes: when it was opened, and as far as it was read. */
  "changed-file": ({ expected, found }: { expected: number; found: number }) => ({
    what: `the file changed while it was read: it had ${expected} bytes, and then ${found}`,
    why: "numbers from a part of the file would be wrong",
    fix: "run this again when nothing writes to it any more",
  }),
  "no-stdin": () => ({ what: "there is no standard input here", fix: "name a file" }),
  "utf-16": () => ({
    what: "the file is UTF-16, not UTF-8",
    why: "its ids would match nothing",
    fix: "save it as UTF-8, for example with `iconv -f UTF-16 -t UTF-8`",
  }),
  "too-large": ({ limit }: { limit: number }) => ({
    what: `the file holds more than ${limit / 2 ** 30} GiB, and its format must be read in one piece`,
    fix: "split it, or convert it to a format with one row per line",
  }),
  "broken-gzip/cut": () => ({ what: "the gzip file ends too early", ...DAMAGED }),
  "broken-gzip/damaged": ({ message }: { message: string }) => ({
    what: `the gzip file is damaged (${message})`,
    ...DAMAGED,
  }),
  "broken-zstd/cut": () => ({ what: "the zstd file ends too early", ...DAMAGED }),
  "broken-zstd/damaged": ({ message }: { message: string }) => ({
    what: `the zstd file is damaged (${message})`,
    ...DAMAGED,
  }),
  "far-zstd": () => ({
    what: "the zstd file was packed with a window of more than 32 MB",
    why: "this version of Node cannot unpack it",
    fix: "use Node 22.15 or later, or pack it again without --long and --ultra",
  }),
  "cannot-write": ({ system, message }: SystemError) => ({
    what: `nothing was written: ${UNWRITTEN[system]?.what ?? message}`,
    fix: UNWRITTEN[system]?.fix ?? "try again, or write somewhere else",
  }),
});
