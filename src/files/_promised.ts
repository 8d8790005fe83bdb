/**
 * File functions as promises, without `node:fs/promises`, which loads readline and more and slows the start of every
 * command. What is short is done at once: Node would start four threads for it, and a small command needs none.
 */
import * as fs from "node:fs";
import { promisify } from "node:util";

/** From here on another thread reads, while this one looks at what it has. */
const LONG_READ = 1 << 20;
const read = promisify(fs.read);

export const openFile = async (path: string, flags: string, mode?: number): Promise<number> =>
  fs.openSync(path, flags, mode);
export const closeFile = async (file: number): Promise<void> => fs.closeSync(file);
export const stat = async (path: string): Promise<fs.Stats> => fs.statSync(path);
export const realpath = async (path: string): Promise<string> => fs.realpathSync.native(path);

export async function readFile(
  file: number,
  buffer: Uint8Array,
  offset: number,
  length: number,
  position: number,
): Promise<{ readonly bytesRead: number }> {
  return length < LONG_READ
    ? { bytesRead: fs.readSync(file, buffer, offset, length, position) }
    : read(file, buffer, offset, length, position);
}
