// node bench/outside.mjs QUERIES DEPTH LAYOUT: `goldie eval` of a run file beside a process that only parses it, both with their start.
// Prints one line of JSON, in seconds: medians of processes in turns. ROUNDS makes it longer.
import { fileURLToPath } from "node:url";
import { files } from "./_files.mjs";
import { medians } from "./_processes.mjs";

const [queries, depth, layout] = process.argv.slice(2);
const ROUNDS = Number(process.env.ROUNDS ?? 7);
const program = fileURLToPath(new URL("../dist/cli/bin.js", import.meta.url));
const floor = fileURLToPath(new URL("_parse-floor.mjs", import.meta.url));
const { gold, run } = files(Number(queries), Number(depth), layout);
const [ours, least] = medians(
  [
    [program, "eval", gold, run],
    [floor, run],
  ],
  ROUNDS,
);
console.log(JSON.stringify({ ours, floor: least }));
