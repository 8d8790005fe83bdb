/** Output files: written aside and then renamed, so that the old file stays until the new one is complete. */
import { rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { GoldieError } from "../../core/problem.ts";
import { systemCode, writeTrouble } from "../../files/write-trouble.ts";
import type { Effects, OutFile } from "../effects.ts";
import { wrongUse } from "./_problems.ts";

/** Takes the pieces of an output, in order. */
export type Write = (text: string | Uint8Array) => Promise<void>;

/** Writes `path` (`-` is standard output). If `produce` or the disk fails, what was there is still there. */
export async function writeOutput<T>(
  path: string,
  effects: Effects,
  produce: (write: Write) => Promise<T>,
): Promise<T> {
  if (path === "-") return produce((text) => effects.stdout.write(text));
  const { files } = effects;
  const target = await files.real(path);
  const before = await files.facts(target).catch(refuse(path));
  if (before?.kind === "folder")
    throw new GoldieError(writeTrouble(path, Object.assign(new Error(), { code: "EISDIR" })));
  // A pipe or a device cannot be replaced by a file.
  if (before?.kind === "other") {
    const file = await files.overwrite(target).catch(refuse(path));
    return fill(file, path, produce, () => Promise.resolve());
  }
  const { file, aside } = await createAside(target, path, effects, before?.mode);
  const forget = effects.onInterrupt(() => rmSync(files.resolve(aside), { force: true }));
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

/** An output that is an input would be lost with one mistyped letter, and of two in one place the first. */
export async function refuseInputs(
  outputs: readonly string[],
  inputs: readonly string[],
  { files }: Effects,
): Promise<void> {
  const read = new Set(
    await Promise.all(inputs.filter((path) => path !== "-").map((path) => files.real(path))),
  );
  const written = new Map<string, string>();
  for (const path of outputs.filter((one) => one !== "-")) {
    const real = await files.real(path);
    if (read.has(real)) throw wrongUse("output-is-input", { path });
    const other = written.get(real);
    if (other !== undefined)
      throw other === path
        ? wrongUse("output-twice", { path })
        : wrongUse("outputs-are-one", { paths: [other, path] });
    written.set(real, path);
  }
}

/** In the same folder: a rename to another disk would be a copy, which can be cut short. */
async function createAside(
  target: string,
  path: string,
  { files, id }: Effects,
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
