// node bench/table.mjs: `goldie eval` of a Parquet run of 500,000 hits as a table, which tells what was missed, beside --json.
// Prints one line of JSON, in seconds: medians of processes in turns. ROUNDS makes it longer.
import { fileURLToPath } from "node:url";
import { files } from "./_files.mjs";
import { medians } from "./_processes.mjs";

const program = fileURLToPath(new URL("../dist/cli/bin.js", import.meta.url));
const { gold, run } = files(5000, 100, "parquet");
const [table, json] = medians(
  [
    [program, "eval", gold, run],
    [program, "eval", gold, run, "--json"],
  ],
  Number(process.env.ROUNDS ?? 9),
);
console.log(JSON.stringify({ table, json }));
