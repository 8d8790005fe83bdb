/** File functions as promises, without `node:fs/promises`, which loads readline and more and slows the start of every command. */
import * as fs from "node:fs";
import { promisify } from "node:util";

export const openFile = promisify(fs.open);
export const readFile = promisify(fs.read);
export const closeFile = promisify(fs.close);
export const stat = promisify(fs.stat);
export const realpath = promisify(fs.realpath.native);
