// node --expose-gc bench/files.mjs QUERIES DEPTH LAYOUT HOW: a run file scored by Goldie, and the same file only parsed.
// HOW: make (the files only), one or two threads, all (all_trec, beside four metrics), growth (seconds only), or memory. Prints one line of JSON, in seconds and bytes.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { evaluateFiles, openSource } from "../dist/files.js";
import { files } from "./_files.mjs";
import { parseFloor } from "./_parse-floor.mjs";

const [queries, depth, layout, how] = process.argv.slice(2);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const FOUR = { metrics: ["ndcg@10", "recall@100", "ap", "rr"] };
const ALL = { as: "trec_eval", metrics: ["all_trec"], options: ["-c"] };

async function score(paths, asked, threads) {
  const [gold, run] = [await openSource(paths.gold), await openSource(paths.run)];
  const { runs } = await evaluateFiles({ ...asked, gold, runs: [run], threads });
  return runs[0].result;
}

// No collection in between: it would throw away compiled code of ours, which the floor, without objects, keeps.
async function timed(work) {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** Least seconds of some rounds in turns, after one to warm up. */
async function inTurns(...works) {
  const times = works.map(() => []);
  for (let round = 0; round <= ROUNDS; round++)
    for (const [i, work] of works.entries()) {
      const seconds = await timed(work);
      if (round > 0) times[i].push(seconds);
    }
  return times.map((list) => Math.min(...list));
}

const paths = files(Number(queries), Number(depth), layout);
if (how === "make") console.log("{}");
else if (how === "memory") {
  await score(paths, FOUR, Number(process.env.THREADS ?? 1));
  const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))?.[1];
  console.log(JSON.stringify({ peak: peak === undefined ? undefined : Number(peak) * 1024 }));
} else if (how === "growth") {
  const [ours] = await inTurns(() => score(paths, FOUR, 1));
  console.log(JSON.stringify({ ours }));
} else if (how === "all") {
  const [four, all, floor] = await inTurns(
    () => score(paths, FOUR, 1),
    () => score(paths, ALL, 1),
    () => parseFloor(paths.run),
  );
  console.log(JSON.stringify({ ours: all, four, floor }));
} else if (how === "json") {
  const [ours, floor] = await inTurns(
    () => score(paths, FOUR, 1),
    () => parseAndJoin(paths),
  );
  console.log(JSON.stringify({ ours, floor }));
} else {
  const threads = how === "two" ? 2 : 1;
  const [ours, floor] = await inTurns(
    () => score(paths, FOUR, threads),
    () => parseFloor(paths.run),
  );
  const wc = Math.min(
    ...Array.from({ length: 5 }, () => {
      const start = performance.now();
      spawnSync("wc", ["-l", paths.run]);
      return (performance.now() - start) / 1000;
    }),
  );
  console.log(JSON.stringify({ ours, floor, wc }));
}

/** What a script does: JSON.parse of each line, and a Map of the gold for each query. */
function parseAndJoin({ gold, run }) {
  const grades = new Map();
  for (const line of readFileSync(gold, "utf8").split("\n")) {
    const [query, , doc, grade] = line.split(" ");
    if (doc === undefined) continue;
    const of = grades.get(query) ?? new Map();
    grades.set(query, of.set(doc, Number(grade)));
  }
  let sum = 0;
  for (const line of readFileSync(run, "latin1").split("\n")) {
    if (line === "") continue;
    const { id, hits } = JSON.parse(line);
    const of = grades.get(id);
    for (const hit of hits) sum += (of?.get(hit.id) ?? 0) * hit.score;
  }
  return sum;
}
