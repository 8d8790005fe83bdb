/** What every reader of a file needs, without `node:fs/promises`, which brings readline and more along: a command would start later. */
import * as fs from "node:fs";
import { promisify } from "node:util";

export const openFile = promisify(fs.open);
export const readFile = promisify(fs.read);
export const closeFile = promisify(fs.close);
export const stat = promisify(fs.stat);
export const realpath = promisify(fs.realpath.native);
