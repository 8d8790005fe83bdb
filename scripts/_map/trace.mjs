// node --import …/trace.mjs PROGRAM: at its end, writes which files' functions it called, in order of the first call,
// to the file that MAP_TRACE names.
import { writeFileSync } from "node:fs";
import { register } from "node:module";
import { pathToFileURL } from "node:url";
import { root } from "../_prepare.mjs";

register("./hooks.mjs", import.meta.url);

/** @type {Map<string, { file: string, name: string, callers: string[] }>} */
const called = new Map();
const sources = new URL("src/", pathToFileURL(`${root}/`)).href;

/** @param {string} file @param {string} name of the function */
globalThis.noteCall = (file, name) => {
  if (noteCall.loading > 0 || called.has(file)) return;
  called.set(file, { file, name, callers: callersIn(new Error("where").stack ?? "") });
};
noteCall.loading = 0;
Error.stackTraceLimit = 50;

/** Our files on the stack, the nearest first, without the function that was called. @param {string} stack */
function callersIn(stack) {
  const frames = stack.split("\n").filter((line) => line.includes(sources));
  return frames.slice(1).map((frame) => {
    const place = frame.slice(frame.indexOf(sources) + sources.length);
    return `src/${place.replace(/:\d+:\d+\)?$/, "")}`;
  });
}

process.on("exit", () => {
  if (process.env.MAP_TRACE) writeFileSync(process.env.MAP_TRACE, JSON.stringify([...called.values()]));
});
