// node bench/compare.mjs OLD NEW [ROUNDS] [ONLY]: two builds beside each other. OLD and NEW are the `dist` folders of two
// checkouts, each built by itself with `npx tsdown`; ONLY is a part of the names of the lines to measure.
//
//   git worktree add ../before some-commit && (cd ../before && npm ci && npx tsdown)
//   npx tsdown && node bench/compare.mjs ../before/dist dist 15
//
// Each round runs the same command of both, one after the other; a line shows the medians of the seconds that their
// processes computed (all threads, start included), which other work on the machine moves less than the clock does.
// "slower" stands where the new one takes more than a tenth longer.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { renderTable } from "../dist/reports.js";
import { files, textFiles } from "./_files.mjs";
import { median } from "./_measure.mjs";
import { canCount, computed, elapsed } from "./_processes.mjs";

const [old, now, rounds = "9", only = ""] = process.argv.slice(2);
if (now === undefined) {
  console.error("usage: node bench/compare.mjs OLD_DIST NEW_DIST [ROUNDS] [ONLY]");
  process.exit(2);
}
const builds = [resolve(old), resolve(now)];
const once = fileURLToPath(new URL("_once.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "goldie-compare-"));

const measure = canCount ? computed : elapsed;
/** Seconds of `goldie …` by a build. */
const goldie =
  (...args) =>
  (dist) =>
    measure([`${dist}/cli/bin.js`, ...args]);
const scored = (size, layout, ...flags) => {
  const { gold, run } = files(...size, layout);
  return goldie("eval", gold, run, ...flags);
};
/** Seconds of one evaluation in memory. */
const inMemory = (shape) => (dist) => {
  const { stdout, stderr } = spawnSync(process.execPath, [once, dist, shape, "20000"], { encoding: "utf8" });
  if (stderr !== "") throw new Error(stderr);
  return JSON.parse(stdout).seconds;
};
function small() {
  const lines = (line) => Array.from({ length: 20 }, (_, i) => line(i)).join("");
  const [gold, run] = [join(folder, "gold.txt"), join(folder, "run.txt")];
  writeFileSync(
    gold,
    lines((i) => `q${i % 3} 0 d${i} ${i % 2}\n`),
  );
  writeFileSync(
    run,
    lines((i) => `q${Math.floor(i / 7)} Q0 d${i} 1 ${20 - i} tag\n`),
  );
  return goldie("eval", gold, run);
}
function texts() {
  const { gold, run } = textFiles(1000, 20);
  return goldie("eval", gold, run);
}

const [MILLION, WIDE, MANY] = [
  [1000, 1000],
  [7000, 1000],
  [50_000, 100],
];
/** Made when its turn comes: some files take a while. */
const lines = {
  "import of the library": () => (dist) =>
    measure([
      "--input-type=module",
      "-e",
      `import(${JSON.stringify(pathToFileURL(`${dist}/index.js`).href)})`,
    ]),
  "goldie --help": () => goldie("--help"),
  "goldie eval, 20 lines": small,
  "TREC, 1,000 × 1,000, in order": () => scored(MILLION, "order"),
  "TREC, 1,000 × 1,000, shuffled": () => scored(MILLION, "shuffled"),
  "TREC, 1,000 × 1,000, scattered": () => scored(MILLION, "scattered"),
  "TREC, 1,000 × 1,000, a million duplicates": () => scored(MILLION, "duplicates"),
  "TREC, 1,000 × 1,000, all_trec": () => scored(MILLION, "order", "--as", "trec_eval", "-m", "all_trec"),
  "TREC, 1,000 × 1,000, --json": () => scored(MILLION, "order", "--json"),
  "TREC, 50,000 × 100, in order": () => scored(MANY, "order"),
  "TREC, 50,000 × 100, shuffled": () => scored(MANY, "shuffled"),
  "TREC, 7,000 × 1,000, in order": () => scored(WIDE, "order"),
  "JSONL, 1,000 × 1,000": () => scored(MILLION, "jsonl"),
  "CSV, 1,000 × 1,000": () => scored(MILLION, "csv"),
  "Parquet, 1,000 × 1,000, table": () => scored(MILLION, "parquet"),
  "Parquet, 1,000 × 1,000, --json": () => scored(MILLION, "parquet", "--json"),
  "texts, 1,000 × 20": texts,
  "in memory, 20,000 × 100, lists": () => inMemory("lists"),
  "in memory, 20,000 × 100, hits": () => inMemory("hits"),
  "in memory, 20,000 × 100, Maps": () => inMemory("maps"),
  "in memory, 20,000 × 100, objects": () => inMemory("scores"),
};

const milliseconds = (x) => `${(x * 1000).toFixed(0)} ms`;
const rows = [["what", "old", "new", "new / old", ""]];
try {
  for (const [what, make] of Object.entries(lines)) {
    if (!what.toLowerCase().includes(only.toLowerCase())) continue;
    const line = make();
    const times = builds.map(() => []);
    // The first round only warms the disk's cache. Which build comes first changes with every round.
    for (let round = 0; round <= Number(rounds); round++)
      for (const i of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const seconds = line(builds[i]);
        if (round > 0) times[i].push(seconds);
      }
    const [before, after] = times.map(median);
    const ratio = after / before;
    rows.push([
      what,
      milliseconds(before),
      milliseconds(after),
      ratio.toFixed(2),
      ratio > 1.1 ? "slower" : "",
    ]);
    console.error(rows.at(-1).join("  "));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(renderTable(rows, { align: ["left", "right", "right", "right", "left"] }));
