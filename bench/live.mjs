// node bench/live.mjs: 5,000 queries against a local HTTP retriever with 20 ms latency, 50 at once, beside a bare loop of
// fetch, in turns. The server is a process of its own. Prints one line of JSON, in seconds and bytes: `early` and `late` are
// the heap after the first round and after the last.
import { fork } from "node:child_process";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { run } from "../dist/live.js";

const QUERIES = Number(process.env.LIVE_QUERIES ?? 5000);
const WIDTH = 50;
const LATENCY = 20;
const ROUNDS = 3;
const HITS = 10;

if (process.argv[2] === "server") {
  const answer = JSON.stringify({
    hits: Array.from({ length: HITS }, (_, i) => ({ id: `d${i}`, score: 1 / (i + 1) })),
  });
  const server = createServer((_, response) => {
    setTimeout(() => {
      response.setHeader("content-type", "application/json");
      response.end(answer);
    }, LATENCY);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
} else {
  const server = fork(fileURLToPath(import.meta.url), ["server"]);
  const port = await new Promise((ready) => server.once("message", ready));
  const url = `http://127.0.0.1:${port}/`;
  const search = async (query, { k, signal }) => {
    const response = await fetch(`${url}?q=${encodeURIComponent(query)}&k=${k}`, { signal });
    return (await response.json()).hits;
  };
  const gold = Array.from({ length: QUERIES }, (_, i) => ({
    id: `q${i}`,
    query: `query ${i}`,
    relevant: [`d${i % 20}`],
  }));

  const bare = async () => {
    const answers = new Map();
    const left = gold.values();
    const one = async () => {
      for (const { id, query } of left) answers.set(id, await search(query, { k: HITS }));
    };
    const start = performance.now();
    await Promise.all(Array.from({ length: WIDTH }, one));
    return (performance.now() - start) / 1000;
  };
  const ours = async () => {
    const start = performance.now();
    const { runs } = await run({ gold, retrievers: { main: search }, concurrency: WIDTH });
    const seconds = (performance.now() - start) / 1000;
    if (runs[0].answered !== QUERIES) throw new Error(`${runs[0].failed} queries failed`);
    return { seconds, timing: runs[0].timing };
  };
  const heap = () => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  };
  await bare();
  await ours();
  const early = heap();
  const rounds = [];
  for (let i = 0; i < ROUNDS; i++) rounds.push({ floor: await bare(), ...(await ours()) });
  const late = heap();
  server.kill();
  const least = (of) => Math.min(...rounds.map(of));
  const { p50, p95, throughput } = rounds.at(-1).timing;
  console.log(
    JSON.stringify({
      queries: QUERIES,
      ours: least(({ seconds }) => seconds),
      floor: least(({ floor }) => floor),
      target: 1.15,
      early,
      late,
      p50,
      p95,
      throughput,
    }),
  );
}
