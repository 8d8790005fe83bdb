// node bench/start.mjs: what importing the library adds to the start of a Node process.
// Prints one line of JSON, in seconds: medians of spawned processes, taken in turns.
import { medians } from "./_processes.mjs";

const TIMES = Number(process.env.TIMES ?? 31);
const library = new URL("../dist/index.js", import.meta.url).href;
const [empty, withLibrary] = medians(
  [
    ["-e", ""],
    ["--input-type=module", "-e", `import(${JSON.stringify(library)})`],
  ],
  TIMES,
);
console.log(JSON.stringify({ empty, withLibrary, target: 0.35 }));
