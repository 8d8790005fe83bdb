// `npm run bench:sql`: the same Parquet run scored by DuckDB and by our own reader of files. Shown, never tested.
// ROWS=5,50 are the sizes in millions; TRINO=1 adds a cluster on loopback with one and with two workers.
import { existsSync, mkdirSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DuckDBInstance } from "@duckdb/node-api";
import { renderTable } from "../dist/reports.js";
import { evaluateTables, openDuckDb, openTrino } from "../dist/sql.js";
import { medians } from "./_processes.mjs";

const FIVE = ["ndcg@10", "recall@100", "rr", "ap", "precision@10"];
const TWENTY = [
  ...FIVE,
  ...["ndcg(gain=exp)@20", "dcg@10", "f@10", "hit@5", "all-found@100", "r-precision", "bpref", "err@20"],
  ...["rbp", "rbp(p=0.95)", "judged@10", "unjudged@20", "count(of=found)", "recall@10", "ap@100"],
];
const DEPTH = 1000;
const JUDGED = 8;
const sizes = (process.env.ROWS ?? "1,5,50").split(",").map(Number);
const rounds = Number(process.env.ROUNDS ?? 3);
const program = fileURLToPath(new URL("../dist/cli/bin.js", import.meta.url));
const folder = join(tmpdir(), "goldie-bench-sql");
mkdirSync(folder, { recursive: true });

/** Made in DuckDB from numbers alone: the same rows on every machine. 7919 has no divisor in common with the ids. */
async function files(millions) {
  const name = join(folder, `${millions}m`);
  const [run, gold] = [`${name}-run.parquet`, `${name}-gold.parquet`];
  if (existsSync(gold)) return { run, gold };
  const queries = (millions * 1e6) / DEPTH;
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const doc = (q, i) => `'D' || ((${i} * 7919 + ${q} * 104729) % 8841823)`;
  await connection.run(
    `COPY (SELECT 'q' || q AS query_id, ${doc("q", "i")} AS doc_id, round(30 - i * 0.02 + (hash(q * 1000 + i) % 1000) / 20000, 6) AS score FROM range(${queries}) a(q), range(${DEPTH}) b(i)) TO '${run}' (FORMAT parquet, COMPRESSION zstd)`,
  );
  await connection.run(
    `COPY (SELECT DISTINCT 'q' || q AS query_id, ${doc("q", "place")} AS doc_id, CAST(hash(q, place) % 4 AS BIGINT) AS grade FROM (SELECT q, CAST(power((hash(q, j) % 10000) / 10000, 2) * ${DEPTH} * 1.4 AS BIGINT) AS place FROM range(${queries}) a(q), range(${JUDGED}) b(j))) TO '${gold}' (FORMAT parquet)`,
  );
  connection.closeSync();
  instance.closeSync();
  return { run, gold };
}

const RUN = { run: { name: "run" }, query: "query_id", doc: "doc_id", score: "score" };
const GOLD = { kind: "grades", query: "query_id", doc: "doc_id", grade: "grade" };

async function readGold(engine, from) {
  const gold = new Map();
  const sql = `SELECT query_id, doc_id, CAST(grade AS DOUBLE) FROM ${from}`;
  for await (const rows of engine.query({ sql, values: [] }))
    for (const [query, doc, grade] of rows) {
      const grades = gold.get(query);
      if (grades === undefined) gold.set(query, new Map([[doc, grade]]));
      else grades.set(doc, grade);
    }
  return gold;
}

async function median(work) {
  const times = [];
  for (let i = 0; i < rounds; i++) {
    const start = performance.now();
    await work();
    times.push((performance.now() - start) / 1000);
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)];
}

const table = [["what", "time", "beside", "ratio", "target"]];
const seconds = (x) => `${x.toFixed(2)} s`;
const add = (what, a, b, target = "") =>
  table.push([what, seconds(a), seconds(b), (a / b).toFixed(2), target]);
const load = loadavg()[0];

const twenty = new Map();
for (const millions of sizes) {
  const { run, gold: goldFile } = await files(millions);
  const engine = await openDuckDb();
  const goldSource = { kind: "file", path: goldFile, format: "parquet" };
  const gold = await readGold(engine, engine.dialect.source(goldSource));
  const hits = [{ ...RUN, source: { kind: "file", path: run, format: "parquet" } }];
  const score = (metrics) =>
    evaluateTables({ engine, gold, hits, goldTable: { ...GOLD, source: goldSource }, metrics });
  const five = await median(() => score(FIVE));
  twenty.set(millions, await median(() => score(TWENTY)));
  add(`DuckDB, ${millions} M rows, 20 metrics beside 5`, twenty.get(millions), five, "≤ 1.3");
  await engine.close();
  // From outside, with the start of both programs.
  const asked = ["eval", goldFile, run, "-m", FIVE.join(","), "--json"];
  const [own] = medians([[program, ...asked]], rounds);
  add(`our reader beside DuckDB, ${millions} M rows, 5 metrics`, own, five);
}
const [first, last] = [sizes[0], sizes.at(-1)];
if (first !== last) {
  const exponent = Math.log(twenty.get(last) / twenty.get(first)) / Math.log(last / first);
  table.push([`growth from ${first} to ${last} M rows, 20 metrics`, "", "", exponent.toFixed(3), "≤ 1.1"]);
}

if (process.env.TRINO) {
  const { startCluster } = await import("../scripts/_trino/cluster.mjs");
  const times = [];
  for (const workers of [1, 2]) {
    const cluster = await startCluster({ workers });
    try {
      times.push(await onTrino(cluster, sizes.find((millions) => millions >= 5) ?? sizes[0]));
    } finally {
      await cluster.stop();
    }
  }
  add("Trino, two workers beside one, 5 metrics", times[1], times[0]);
}

async function onTrino(cluster, millions) {
  const { copyFileSync, mkdirSync: make } = await import("node:fs");
  const { run, gold: goldFile } = await files(millions);
  const url = `${cluster.url.replace("http:", "trino:")}/lake/goldie`;
  const engine = openTrino({ url });
  const execute = async (sql) => {
    for await (const _ of engine.query({ sql, values: [] }));
  };
  await execute("CREATE SCHEMA IF NOT EXISTS lake.goldie");
  for (const [name, path, type] of [
    ["run", run, "score double"],
    ["gold", goldFile, "grade bigint"],
  ]) {
    make(join(cluster.lake, name), { recursive: true });
    copyFileSync(path, join(cluster.lake, name, "0.parquet"));
    await execute(
      `CREATE TABLE lake.goldie.${name} (query_id varchar, doc_id varchar, ${type}) WITH (external_location = 'local:///${name}', format = 'PARQUET')`,
    );
  }
  const named = (name) => ({ kind: "table", name: [name] });
  const gold = await readGold(engine, "lake.goldie.gold");
  return median(() =>
    evaluateTables({
      engine,
      gold,
      hits: [{ ...RUN, source: named("run") }],
      goldTable: { ...GOLD, source: named("gold") },
      metrics: FIVE,
    }),
  );
}

console.log(renderTable(table));
console.log(`load at the start: ${load.toFixed(1)}; medians of ${rounds}`);
