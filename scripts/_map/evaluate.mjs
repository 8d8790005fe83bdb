// The way of the library: gold and a run that are in memory already, scored.
import { readFileSync } from "node:fs";
import { evaluate } from "../../src/index.ts";

/** @param {string} path */
const rowsOf = (path) =>
  readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
const gold = new Map(rowsOf("gold.jsonl").map(({ id, relevant }) => [id, relevant]));
const run = new Map(rowsOf("overlap.jsonl").map(({ id, hits }) => [id, hits]));
JSON.stringify(evaluate({ gold, run, metrics: ["ndcg@10", "recall@10"] }));
