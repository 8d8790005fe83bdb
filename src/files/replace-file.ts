/** Files that are written aside and then renamed, so that the old one stays until the new one is complete. */
import { basename, dirname, join } from "node:path";
import { GoldieError } from "../core/problem.ts";
import type { FileSystem, OutFile } from "./file-system.ts";
import { systemCode, writeTrouble } from "./write-trouble.ts";

/** Takes the pieces of an output, in order. */
export type Write = (text: string | Uint8Array) => Promise<void>;

export interface ReplaceOptions {
  readonly files: FileSystem;
  /** A number that no other process uses now, for the name of the file aside. */
  readonly id: number;
  /** Of a file that is not there yet; what is there keeps its own. */
  readonly mode?: number;
  /** `clean` is to run if the process is interrupted; the function that comes back takes it away again. */
  readonly onInterrupt?: (clean: () => void) => () => void;
}

/** Writes `path` as a whole. If `produce` or the disk fails, what was there is still there. */
export async function replaceFile<T>(
  path: string,
  { files, id, mode, onInterrupt = () => () => {} }: ReplaceOptions,
  produce: (write: Write) => Promise<T>,
): Promise<T> {
  const before = await files.facts(path).catch(refuse(path));
  if (before?.kind === "folder")
    throw new GoldieError(writeTrouble(path, Object.assign(new Error(), { code: "EISDIR" })));
  // A pipe or a device cannot be replaced by a file. Nor has it a path behind links: /dev/stdout leads to none in a pipe.
  if (before?.kind === "other") {
    const file = await files.overwrite(path).catch(refuse(path));
    return fill(file, path, produce, () => Promise.resolve());
  }
  const target = await files.real(path);
  const { file, aside } = await createAside(target, path, files, id, before?.mode ?? mode);
  const forget = onInterrupt(() => files.removeNow(aside));
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

/** In the same folder: a rename to another disk would be a copy, which can be cut short. */
async function createAside(
  target: string,
  path: string,
  files: FileSystem,
  id: number,
  mode: number | undefined,
): Promise<{ file: OutFile; aside: string }> {
  for (let n = 0; ; n++) {
    const aside = join(dirname(target), `.${basename(target)}.${id}-${n}.tmp`);
    try {
      return { file: await files.create(aside, mode), aside };
    } catch (error) {
      // What a killed process left behind.
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
