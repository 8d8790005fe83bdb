// node --import …/trace.mjs PROGRAM: at its end, writes which files' functions it called, in order of the first call,
// to the file that MAP_TRACE names.
import { writeFileSync } from "node:fs";
import { register } from "node:module";
import { pathToFileURL } from "node:url";
import { root } from "../_prepare.mjs";

register("./hooks.mjs", import.meta.url);

/** @type {Map<string, { file: string, name: string, caller: string | undefined }>} */
const called = new Map();
const sources = new URL("src/", pathToFileURL(`${root}/`)).href;

/** @param {string} file @param {string} name of the function */
globalThis.noteCall = (file, name) => {
  if (noteCall.loading > 0 || called.has(file)) return;
  called.set(file, { file, name, caller: callerOf(new Error("where").stack ?? "") });
};
noteCall.loading = 0;
Error.stackTraceLimit = 50;

/** The second of our functions on the stack: the first is the one that was called. @param {string} stack */
function callerOf(stack) {
  const frames = stack.split("\n").filter((line) => line.includes(sources));
  const [, name, place] = /^\s*at (?:async )?(?:(.*) \()?(.*?):\d+:\d+\)?$/.exec(frames[1] ?? "") ?? [];
  return place === undefined ? undefined : `src/${place.slice(sources.length)} ${name ?? ""}`.trim();
}

process.on("exit", () => {
  if (process.env.MAP_TRACE) writeFileSync(process.env.MAP_TRACE, JSON.stringify([...called.values()]));
});
