/** System errors while reading a file, as Problems. */
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { GoldieError, nearest } from "../core/problem.ts";
import { fileProblem } from "./_problems.ts";

const ABSENT = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"]);

/** A file that had another size when it was opened. Sizes in bytes. */
export class FileChanged extends Error {
  readonly expected: number;
  readonly found: number;
  constructor(expected: number, found: number) {
    super(`the file had ${expected} bytes, and has ${found}`);
    this.expected = expected;
    this.found = found;
  }
}

/** Input that is kept while it is read, and is more than fits. `limit` in bytes. */
export class InputTooLarge extends Error {
  readonly reason: "piped" | "line" | "disk";
  readonly limit: number;
  constructor(reason: InputTooLarge["reason"], limit: number) {
    super(`too large (${reason}): ${limit} bytes`);
    this.reason = reason;
    this.limit = limit;
  }
}

/** `name`: what the user calls it. */
export async function fileTrouble(path: string, error: unknown, name = path): Promise<GoldieError> {
  if (error instanceof GoldieError) return error;
  if (error instanceof FileChanged) {
    const { expected, found } = error;
    return new GoldieError(fileProblem("changed-file", { expected, found }, { at: { file: name } }));
  }
  if (error instanceof InputTooLarge) {
    const { reason, limit } = error;
    return new GoldieError(fileProblem(`too-large/${reason}`, { limit }, { at: { file: name } }));
  }
  const system = (error as NodeJS.ErrnoException).code ?? "";
  if (ABSENT.has(system)) return noFile(path, name);
  if (system === "EISDIR") return isFolder(name);
  const message = (error as Error).message.replaceAll(path, name);
  return new GoldieError(fileProblem("unreadable", { system, message }, { at: { file: name } }));
}

async function noFile(path: string, name: string): Promise<GoldieError> {
  const names = await readdir(dirname(path)).catch(() => undefined);
  const folder = dirname(name);
  const fields = {
    path: name,
    ...(names === undefined ? { folder } : {}),
    nearest: nearest(basename(path), names ?? [], 1).map((like) => join(folder, like)),
  };
  return new GoldieError(fileProblem("no-file", fields, { at: { file: name } }));
}

/** `file`: one that is in it, to name instead. */
export function isFolder(path: string, file?: string): GoldieError {
  const fields = { path, ...(file === undefined ? {} : { example: join(path, file) }) };
  return new GoldieError(fileProblem("is-folder", fields, { at: { file: path } }));
}
