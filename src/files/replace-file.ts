/** Writes a temporary file and renames it, so that the old file stays until the new one is complete. */
import { basename, dirname, join } from "node:path";
import { GoldieError } from "../core/problem.ts";
import type { FileSystem, OutFile } from "./file-system.ts";
import { systemCode, writeTrouble } from "./write-trouble.ts";

/** Takes the pieces of an output, in order. */
export type Write = (text: string | Uint8Array) => Promise<void>;

export interface ReplaceOptions {
  readonly files: FileSystem;
  /** Unique among running processes; part of the temporary file's name. */
  readonly id: number;
  /** Permissions of a new file; an existing one keeps its own. */
  readonly mode?: number;
  /** Runs `clean` if the process is interrupted. Returns a function that unregisters it. */
  readonly onInterrupt?: (clean: () => void) => () => void;
}

/** Writes all of `path`, or leaves it unchanged if `produce` or the disk fails. */
export async function replaceFile<T>(
  path: string,
  { files, id, mode, onInterrupt = () => () => {} }: ReplaceOptions,
  produce: (write: Write) => Promise<T>,
): Promise<T> {
  const before = await files.facts(path).catch(refuse(path));
  if (before?.kind === "folder")
    throw new GoldieError(writeTrouble(path, Object.assign(new Error(), { code: "EISDIR" })));
  // A pipe or device cannot be replaced by a file, and may have no real path (/dev/stdout in a pipe).
  if (before?.kind === "other") {
    const file = await files.overwrite(path).catch(refuse(path));
    return fill(file, path, produce, () => Promise.resolve());
  }
  const target = await files.real(path);
  // Registered first: an interruption may come while the file is created.
  let creating: string | undefined;
  const forget = onInterrupt(() => creating !== undefined && files.removeNow(creating));
  const { file, aside } = await createAside(target, path, files, id, before?.mode ?? mode, (name) => {
    creating = name;
  }).catch((error: unknown) => {
    forget();
    throw error;
  });
  try {
    const made = await fill(file, path, produce, () => file.sync());
    await files.rename(aside, target).catch(refuse(path));
    await files.syncFolder(dirname(target));
    return made;
  } catch (error) {
    await files.remove(aside).catch(() => {});
    throw error;
  } finally {
    forget();
  }
}

/** In the same folder: a rename across disks would be a copy, which can be interrupted. */
async function createAside(
  target: string,
  path: string,
  files: FileSystem,
  id: number,
  mode: number | undefined,
  creating: (aside: string | undefined) => void,
): Promise<{ file: OutFile; aside: string }> {
  for (let n = 0; ; n++) {
    const aside = join(dirname(target), `.${basename(target)}.${id}-${n}.tmp`);
    try {
      creating(aside);
      return { file: await files.create(aside, mode), aside };
    } catch (error) {
      creating(undefined);
      // A killed process left a file of this name behind.
      if (systemCode(error) !== "EEXIST" || n > 1000) return refuse(path)(error);
    }
  }
}

async function fill<T>(
  file: OutFile,
  path: string,
  produce: (write: Write) => Promise<T>,
  settle: () => Promise<void>,
): Promise<T> {
  try {
    const made = await produce((text) => file.write(text).catch(refuse(path)));
    await settle().catch(refuse(path));
    return made;
  } finally {
    await file.close().catch(() => {});
  }
}

/** A failed system call as a Problem about the path that the user wrote. */
const refuse =
  (path: string) =>
  (error: unknown): never => {
    if (systemCode(error) === undefined) throw error;
    throw new GoldieError(writeTrouble(path, error));
  };
