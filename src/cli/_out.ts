/** Standard output and standard error. */
import { fstatSync, statSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import type { Out } from "./effects.ts";

/**
 * Files and pipes are written synchronously, as Node's streams would: loading those takes a tenth of a short
 * command. A terminal gets a stream, which knows its width and, on Windows, its encoding.
 */
export function nodeOut(fd: 1 | 2): Out {
  const isTTY = isTerminal(fd);
  let stream: NodeJS.WriteStream | undefined;
  const get = (): NodeJS.WriteStream => {
    if (stream === undefined) {
      stream = fd === 1 ? process.stdout : process.stderr;
      // Each write handles its own error; without a listener the first one would crash the process.
      stream.on("error", () => {});
    }
    return stream;
  };
  const send = (bytes: string | Uint8Array): Promise<void> =>
    new Promise((done, fail) => {
      get().write(bytes, (error) => (error ? fail(error) : done()));
    });
  return {
    isTTY,
    get columns() {
      return isTTY ? get().columns : undefined;
    },
    async write(text) {
      if (isTTY || stream !== undefined) return send(text);
      const bytes = typeof text === "string" ? Buffer.from(text) : text;
      for (let at = 0; at < bytes.length; )
        try {
          at += writeSync(fd, bytes, at);
        } catch (error) {
          // A non-blocking pipe is full: let the stream wait.
          if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
          return send(bytes.subarray(at));
        }
    },
  };
}

/** A file, a pipe or /dev/null is not a terminal, which usually settles it. */
export function isTerminal(fd: number): boolean {
  try {
    const device = fstatSync(fd);
    if (!device.isCharacterDevice()) return false;
    if (statSync("/dev/null", { throwIfNoEntry: false })?.rdev === device.rdev) return false;
  } catch {
    return false;
  }
  return isatty(fd);
}
