/** Where a command writes: standard output, or a file that is replaced when the new one is complete. */
import { replaceFile, type Write } from "../../files/replace-file.ts";
import type { Effects } from "../effects.ts";
import { wrongUse } from "./_problems.ts";

/** System paths of standard output; they cannot be opened if it is a socket. */
const STDOUT = new Set(["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]);

/** Writes `path` (`-` is standard output). If `produce` or the disk fails, the old file stays. `mode`: permissions of a new file. */
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

/** Refuses outputs that would overwrite an input or another output. */
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
