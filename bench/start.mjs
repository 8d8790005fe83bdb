// node bench/start.mjs: what importing the library adds to the start of a Node process.
// Prints one line of JSON, in seconds: medians of spawned processes, taken in turns.
import { spawnSync } from "node:child_process";
import { median } from "./_measure.mjs";

const TIMES = Number(process.env.TIMES ?? 31);
const library = new URL("../dist/index.js", import.meta.url).href;
const starts = [
  ["-e", ""],
  ["--input-type=module", "-e", ""],
  ["--input-type=module", "-e", `import(${JSON.stringify(library)})`],
];

const times = starts.map(() => []);
// The first round only warms the disk cache.
for (let round = 0; round <= TIMES; round++)
  starts.forEach((args, i) => {
    const start = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    if (round > 0) times[i].push((performance.now() - start) / 1000);
  });
const [empty, emptyModule, withLibrary] = times.map(median);
console.log(JSON.stringify({ empty, emptyModule, withLibrary, target: 0.3 }));
