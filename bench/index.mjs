// `npm run bench`: speed and memory as ratios, each measured in a process of its own. Shown, never tested: it always ends with 0.
// QUERIES=10000 npm run bench is quick; PYTHON=... names the Python that has pytrec_eval or ranx.
import { spawnSync } from "node:child_process";
import { cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { VERSION } from "../dist/index.js";
import { renderTable } from "../dist/reports.js";

/** Runs a script of this folder; what it printed, or undefined where it failed. */
function measure(script, ...args) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const options = { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] };
  const { status, stdout } = spawnSync(process.execPath, ["--expose-gc", path, ...args], options);
  if (status === 0) return JSON.parse(stdout.trim().split("\n").at(-1));
  console.error(`${script} ${args.join(" ")} failed: not measured`);
  return undefined;
}

const seconds = (x) =>
  Math.abs(x) < 1e-4
    ? `${(x * 1e6).toFixed(2)} µs`
    : Math.abs(x) < 1
      ? `${(x * 1e3).toFixed(0)} ms`
      : `${x.toFixed(2)} s`;
const megabytes = (x) => `${(x / 1e6).toFixed(0)} MB`;
const percent = (x) => `${x < 0 ? "" : "+"}${(x * 100).toFixed(0)} %`;

const rows = [["what", "ours", "floor", "ratio", "target", ""]];
const notes = [];
// Before we add to it: other processes take turns with ours, and what we time is then theirs too.
const [load] = loadavg();
const busy = load > 0.5;
if (busy) notes.push(`the machine was busy (load ${load.toFixed(1)} at the start): not for bench/history.md`);
/** What goes into history.md, by column. */
const history = {};

function add(what, ours, floor, target, show = seconds) {
  const ratio = ours / floor;
  const wanted = target === undefined ? ["", ""] : [`≤ ${target}`, ratio <= target ? "ok" : "over"];
  rows.push([what, show(ours), show(floor), ratio.toFixed(2), ...wanted]);
  return ratio.toFixed(2);
}

for (const shape of ["scores", "lists", "shuffled"]) {
  const found = measure("evaluate.mjs", shape);
  if (found === undefined) continue;
  const { what, queries, hits, ours, floor, target, tenMore, memory } = found;
  const size = `${queries.toLocaleString("en")} × ${hits}`;
  history[shape] = add(`evaluate ${what}, ${size}, 4 metrics`, ours, floor, target);
  rows.push(["  ten more metrics", seconds(ours * (1 + tenMore)), seconds(ours), percent(tenMore), "", ""]);
  history[`${shape}: ten more`] = percent(tenMore);
  if (memory === undefined) {
    notes.push(`memory of ${what} is not measured: this needs Linux`);
    continue;
  }
  const above = memory.peak - memory.before;
  add("  memory above the input", above, memory.before, undefined, megabytes);
  history[`${shape}: memory`] = `+${megabytes(above)}`;
}

const numbers = measure("evaluate.mjs", "integers");
if (numbers !== undefined) {
  const size = `${numbers.queries.toLocaleString("en")} × ${numbers.hits}`;
  const beside = `ids like numbers, ${size}, beside lists`;
  add(`evaluate hits, ${beside}`, numbers.ofHits, numbers.lists, 1.3);
  add(`evaluate Maps, ${beside}`, numbers.maps, numbers.lists, 1.3);
  add("  plain objects, beside walking them", numbers.objects, numbers.walked, 1.6);
}

const one = measure("one.mjs");
if (one !== undefined)
  history["one list"] = add("one list of 10, prepared, 4 metrics", one.ours, one.floor, one.target);

const start = measure("start.mjs");
if (start !== undefined) {
  const { empty, withLibrary, target } = start;
  history.import = add("import, beside an empty Node process", withLibrary - empty, empty, target);
}

/** Files: [queries, depth, layout]. PARTS=files npm run bench measures only these. */
const SMALL = process.env.SMALL === "1";
const sizes = SMALL
  ? [[1000, 1000]]
  : [
      [1000, 1000],
      [7000, 1000],
      [50_000, 100],
    ];
const sizeOf = ([queries, depth]) => `${queries.toLocaleString("en")} × ${depth.toLocaleString("en")}`;
const wcRatios = [];
for (const size of sizes)
  for (const layout of ["order", "shuffled"]) {
    const found = measure("files.mjs", ...size, layout, "one");
    if (found === undefined) continue;
    const { ours, floor, wc } = found;
    add(
      `TREC run, ${sizeOf(size)}, ${layout === "order" ? "in order" : "shuffled"}, 4 metrics`,
      ours,
      floor,
      2,
    );
    wcRatios.push(floor / wc);
  }
/** Whole commands: [size, layout, at most]. */
const outside = [
  [sizes[0], "order", 1.9],
  [sizes[0], "shuffled", 2.2],
  ...(SMALL
    ? []
    : [
        [sizes[1], "order", 1.25],
        [sizes[2], "order", 1.5],
      ]),
];
for (const [size, layout, target] of outside) {
  const found = measure("outside.mjs", ...size, layout);
  const how = layout === "order" ? "in order" : "shuffled";
  if (found !== undefined)
    add(`goldie eval, ${sizeOf(size)}, ${how}, with start-up, from outside`, found.ours, found.floor, target);
}
if (wcRatios.length > 0)
  notes.push(
    `the floor of a TREC run takes ${Math.min(...wcRatios).toFixed(1)} to ${Math.max(...wcRatios).toFixed(1)} times as long as wc -l (at most 16)`,
  );
for (const size of sizes.slice(SMALL ? 0 : 1)) {
  const two = measure("files.mjs", ...size, "order", "two");
  if (two !== undefined) add(`  two threads, ${sizeOf(size)}, floor of one`, two.ours, two.floor, 1.4);
  const all = measure("files.mjs", ...size, "order", "all");
  if (all !== undefined) add(`  all_trec, ${sizeOf(size)}, beside 4 metrics`, all.ours, all.four, 1.3);
}
for (const size of sizes) {
  for (const layout of ["order", "shuffled", "jsonl", "parquet", "scattered"]) {
    // Making a file takes memory of its own.
    measure("files.mjs", ...size, layout, "make");
    const found = measure("files.mjs", ...size, layout, "memory");
    if (found?.peak === undefined) continue;
    const rows_ = layout === "scattered" ? size[0] * size[1] : 0;
    const most = 130e6 + 24 * rows_;
    add(`  peak memory, ${sizeOf(size)}, ${layout}`, found.peak, most, 1, megabytes);
  }
  const json = measure("files.mjs", ...size, "jsonl", "json");
  if (json !== undefined)
    add(`JSONL run, ${sizeOf(size)}, 4 metrics, beside JSON.parse and Maps`, json.ours, json.floor, 0.33);
  const parquet = measure("files.mjs", ...size, "parquet", "growth");
  if (parquet !== undefined)
    rows.push([`Parquet run, ${sizeOf(size)}, 4 metrics`, seconds(parquet.ours), "", "", "", ""]);
}
if (!SMALL) {
  const [small, large] = [
    measure("files.mjs", 1000, 1000, "order", "growth"),
    measure("files.mjs", 20_000, 1000, "order", "growth"),
  ];
  if (small !== undefined && large !== undefined) {
    const exponent = Math.log(large.ours / small.ours) / Math.log(20);
    rows.push([
      "growth from 1 M to 20 M rows: exponent",
      seconds(large.ours),
      seconds(small.ours),
      exponent.toFixed(3),
      "≤ 1.05",
      exponent <= 1.05 ? "ok" : "over",
    ]);
  }
}
const doctor = measure("doctor.mjs");
if (doctor !== undefined)
  for (const { each, small, large, exponent } of doctor.shapes)
    rows.push([
      `goldie doctor, ${doctor.ids.toLocaleString("en")} ids, ${each} for each query: growth from an eighth, exponent`,
      seconds(large),
      seconds(small),
      exponent.toFixed(3),
      `≤ ${doctor.target}`,
      exponent <= doctor.target ? "ok" : "over",
    ]);
const shown = measure("table.mjs");
if (shown !== undefined)
  add("goldie eval, Parquet, 5,000 × 100, the table beside --json", shown.table, shown.json, 1.15);
const text = measure("text.mjs");
if (text !== undefined)
  for (const [rule, { ours: time }] of Object.entries(text.rules))
    rows.push([
      `text gold, 10,000 × 10,000, ${rule}`,
      seconds(time),
      seconds(text.naive),
      `1/${(text.naive / time).toFixed(0)}`,
      "≤ 1/50",
      text.naive / time >= 50 ? "ok" : "over",
    ]);
const drawn = measure("stats.mjs");
if (drawn !== undefined) {
  add(
    "2,000 bootstrap and 10,000 randomisation draws, 50,000 pairs × 5 metrics, beside as many additions",
    drawn.ours,
    drawn.floor,
    drawn.target,
  );
  add("  bootstrap alone", drawn.bootstrap.ours, drawn.bootstrap.floor);
  add("  randomisation alone", drawn.randomisation.ours, drawn.randomisation.floor);
  if (drawn.memory !== undefined)
    add("  peak memory, beside that before", drawn.memory.peak, drawn.memory.before, undefined, megabytes);
}
for (const { what, seconds: time, bytes, paint } of measure("report.mjs") ?? []) {
  add(`goldie report, ${what}, beside 3 s`, time, 3, what.startsWith("TREC") ? 1 : undefined);
  add("  the file, beside 15 MB", bytes, 15e6, 1, megabytes);
  if (paint === undefined) notes.push("no chromium on PATH: the first paint of the report was not measured");
  else add("  first paint in Chromium, beside a second", paint, 1, 1);
}
const live = measure("live.mjs");
if (live !== undefined) {
  const what = `live run, ${live.queries.toLocaleString("en")} queries over HTTP, 50 at once, beside a bare loop of fetch`;
  add(what, live.ours, live.floor, live.target);
  add("  heap after the last round, beside that after the first", live.late, live.early, 1.2, megabytes);
}
const dashboard = measure("dashboard.mjs");
if (dashboard !== undefined) {
  const size = `${dashboard.runs} stored runs × ${dashboard.queries.toLocaleString("en")} queries`;
  add(`goldie view, first page of ${size}, beside 300 ms`, dashboard.first, dashboard.target, 1);
  add("  the same again", dashboard.again, dashboard.target, 1);
  rows.push(["  a run of an earlier version, once", seconds(dashboard.older), "", "", "", ""]);
}
const judged = measure("judge.mjs");
if (judged !== undefined) {
  add(
    "embedded judge, 1,000 claims × 10 chunks of 200 words, beside a second",
    judged.ours,
    judged.target,
    1,
  );
  add("  heap after 1,000 cases, beside that after 25", judged.late, judged.early, 1.2, megabytes);
}
const alone = measure("judge.mjs", "1");
if (alone !== undefined)
  add("  the same with one claim in a case, beside 1.25 seconds", alone.ours, alone.target, 1);
const command = measure("command.mjs");
if (command !== undefined) {
  add("goldie --help, beside an empty Node process", command.help, command.empty, 1.5);
  add("goldie eval, 20 lines, beside an empty Node process", command.score, command.empty, 1.9);
}
const indexed = measure("bm25.mjs", "ours");
const perQuery = ({ perSecond }, k) => 1 / perSecond[k];
for (const [peer, index, memory, search] of [
  ["minisearch", 1 / 5, 1 / 5, 1 / 50],
  ["bm25s", 1 / 3, undefined, 1 / 5],
]) {
  const theirs = measure("bm25.mjs", peer);
  if (theirs?.missing) notes.push(`${peer} is not installed: BM25 not compared with it`);
  if (indexed === undefined || theirs === undefined || theirs.missing) continue;
  const size = `${indexed.passages.toLocaleString("en")} passages`;
  add(`BM25 index of ${size}, CPU time, beside ${peer}`, indexed.index, theirs.index, index);
  if (theirs.memory !== null) add("  memory of the index", indexed.memory, theirs.memory, memory, megabytes);
  for (const k of [10, 100]) add(`  a query, k = ${k}`, perQuery(indexed, k), perQuery(theirs, k), search);
}
const trec = measure("trec_eval.mjs");
if (trec?.missing) notes.push("trec_eval is not installed: not compared");
else if (trec !== undefined)
  for (const { what, ours, theirs } of trec.cases) add(`${what}, beside trec_eval`, ours, theirs, 1 / 8);

for (const tool of ["pytrec_eval", "ranx"]) {
  const peer = measure("peers.mjs", tool);
  if (peer?.missing) notes.push(`${tool} is not installed: not compared`);
  if (peer === undefined || peer.missing) continue;
  const { version, ours, theirs, made, differs } = peer;
  history[tool] = add(`evaluate id → score, 10,000 × 100, beside ${tool} ${version}`, ours, theirs, 1);
  const means =
    differs.length > 0 ? `its ${differs.join(", ")} is another number than ours` : "its means are ours";
  notes.push(
    `${tool}: ${means}; ${seconds(made)} before its evaluation went into the objects that it wants, not counted`,
  );
}

const order = { align: ["left", "right", "right", "right", "right", "left"] };
const legend = [
  ["floor", "what any evaluation has to do: walk the input and look each id up (by hand for one list,"],
  [
    "",
    "sorted first where hits have to be sorted); for more metrics the time with four; for a peer its time",
  ],
  [
    "memory",
    "peak resident memory during one evaluation, less what was resident before it (the input, built",
  ],
  ["", "and garbage collected); beside it the latter"],
  ["time", "the least of several runs in turns; for whole processes the median of many in turns"],
];
console.log(renderTable(rows, order));
console.log(`\n${[renderTable(legend, { align: ["left"] }), ...notes].join("\n")}`);

const three = (part) =>
  ["scores", "lists", "shuffled"].map((shape) => history[`${shape}: ${part}`] ?? "–").join(", ");
const line = [
  VERSION,
  `${cpus().length} cores${busy ? ` (busy, load ${load.toFixed(1)})` : ""}, Node ${process.versions.node}`,
  ...["scores", "lists", "shuffled"].map((shape) => history[shape]),
  three("ten more"),
  three("memory"),
  ...["one list", "import", "pytrec_eval", "ranx"].map((name) => history[name]),
];
console.log(`\nfor bench/history.md\n| ${line.map((cell) => cell ?? "–").join(" | ")} |`);
