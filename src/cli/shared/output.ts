/** Where a command writes: standard output, or a file that is replaced when the new one is complete. */
import { replaceFile, type Write } from "../../files/replace-file.ts";
import type { Effects } from "../effects.ts";
import { wrongUse } from "./_problems.ts";

/** The system's names for standard output: where that is a socket, they cannot be opened. */
const STDOUT = new Set(["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]);

/** Writes `path` (`-` is standard output). If `produce` or the disk fails, what was there is still there. `mode`: of a new file. */
export const writeOutput = <T>(
  path: string,
  effects: Effects,
  produce: (write: Write) => Promise<T>,
  mode?: number,
): Promise<T> => {
  if (path === "-" || STDOUT.has(path)) return produce((text) => effects.stdout.write(text));
  const { files, id, onInterrupt } = effects;
  return replaceFile(path, { files, id, onInterrupt, ...(mode === undefined ? {} : { mode }) }, produce);
};

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
