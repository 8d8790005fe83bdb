// node bench/_once.mjs DIST SHAPE QUERIES: one evaluation in memory with the library of a build, as a process of its own.
// SHAPE: lists, hits, scores or maps. Prints the seconds that the evaluation alone computed: to make the input takes longer.
import { pathToFileURL } from "node:url";
import { asScores, asShuffled, makeInput } from "./_data.mjs";

const [dist, shape, queries] = process.argv.slice(2);
const { evaluate } = await import(pathToFileURL(`${dist}/index.js`).href);
const { gold, lists } = makeInput(Number(queries), 100, { integers: true });
const asMaps = () =>
  new Map(Object.entries(lists).map(([q, ids]) => [q, new Map(ids.map((id, i) => [id, ids.length - i]))]));
const make = {
  lists: () => lists,
  hits: () => asShuffled(lists),
  scores: () => asScores(lists),
  maps: asMaps,
};
const run = make[shape]();
const metrics = ["ndcg@10", "recall@100", "ap", "rr"];
const before = process.cpuUsage();
const means = evaluate({ gold, run, metrics }).mean("ndcg@10").mean;
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ means, seconds: (user + system) / 1e6 }));
