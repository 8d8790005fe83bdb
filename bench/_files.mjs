/** Gold and runs as files: the same bytes for every run, whatever the machine. Made once, kept in the system's temporary folder. */
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { random } from "./_data.mjs";

export const folder = join(tmpdir(), "goldie-bench-files");

/** Judged documents of each query; most of them are retrieved, near the top. */
const JUDGED = 8;

/** Buffers text, so that a file of 300 MB needs little memory. */
function writer(path) {
  const file = openSync(path, "w");
  let held = [];
  let size = 0;
  const flush = () => {
    writeSync(file, held.join(""));
    held = [];
    size = 0;
  };
  return {
    put(text) {
      held.push(text);
      size += text.length;
      if (size > 1 << 20) flush();
    },
    end() {
      flush();
      closeSync(file);
    },
  };
}

/** One query's hits: distinct ids, scores that fall, every fiftieth score or so equal to the one before. */
function makeQuery(depth, next) {
  const ids = new Set();
  while (ids.size < depth) ids.add(Math.floor(next() * 8_841_823));
  const hits = [];
  let score = 20 + next() * 10;
  for (const id of ids) {
    if (next() > 0.02) score -= next() * 0.05;
    hits.push({ id: `D${id}`, score: Math.max(score, 0.0001).toFixed(6) });
  }
  const grades = new Map();
  for (let j = 0; j < JUDGED; j++) {
    const at = Math.floor(next() ** 2 * depth * 1.4);
    const id = at < depth ? hits[at].id : `D${Math.floor(next() * 8_841_823)}`;
    grades.set(id, Math.floor(next() * 4));
  }
  return { hits, grades };
}

function shuffle(list, next) {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
}

const row = (q, { id, score }, rank) => `${q} Q0 ${id} ${rank} ${score} bench\n`;

/** How the rows of a run are written: put(query, hits in order) for each query, then end(). */
const layouts = {
  /** By query, best first. */
  order: (path) => {
    const out = writer(path);
    return {
      add: (q, hits) => out.put(hits.map((hit, i) => row(q, hit, i + 1)).join("")),
      end: () => out.end(),
    };
  },
  /** By query, in any order. */
  shuffled: (path) => {
    const out = writer(path);
    const next = random(7);
    return {
      add: (q, hits) => {
        const rows = hits.map((hit, i) => row(q, hit, i + 1));
        shuffle(rows, next);
        out.put(rows.join(""));
      },
      end: () => out.end(),
    };
  },
  /** By query, every row twice, one after the other. */
  duplicates: (path) => {
    const out = writer(path);
    return {
      add: (q, hits) => out.put(hits.map((hit, i) => row(q, hit, i + 1).repeat(2)).join("")),
      end: () => out.end(),
    };
  },
  /** Queries come back again and again: ten rows of one, ten of the next, and round again. */
  scattered: (path) => {
    const out = writer(path);
    const queries = [];
    return {
      add: (q, hits) => queries.push([q, hits.map((hit, i) => row(q, hit, i + 1))]),
      end: () => {
        const depth = queries[0][1].length;
        for (let from = 0; from < depth; from += 10)
          for (const [, rows] of queries) out.put(rows.slice(from, from + 10).join(""));
        out.end();
      },
    };
  },
  /** A hit a line, with a header. */
  csv: (path) => {
    const out = writer(path);
    out.put("query,doc,score\n");
    return {
      add: (q, hits) => out.put(hits.map(({ id, score }) => `${q},${id},${score}\n`).join("")),
      end: () => out.end(),
    };
  },
  /** A query a line. */
  jsonl: (path) => {
    const out = writer(path);
    return {
      add: (q, hits) =>
        out.put(
          `{"id":"${q}","hits":[${hits.map(({ id, score }) => `{"id":"${id}","score":${Number(score)}}`).join(",")}]}\n`,
        ),
      end: () => out.end(),
    };
  },
};

/** Made from the JSON Lines by the program itself. */
function makeParquet(jsonl, run) {
  const program = fileURLToPath(new URL("../dist/cli/bin.js", import.meta.url));
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      "--max-old-space-size=8000",
      program,
      "convert",
      jsonl,
      `${run}.new.parquet`,
      "--kind",
      "run",
      "--to",
      "parquet",
    ],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  renameSync(`${run}.new.parquet`, run);
}

/** The paths of the gold and of a run of queries × depth in a layout; made where they are not there yet. */
export function files(queries, depth, layout) {
  mkdirSync(folder, { recursive: true });
  const gold = join(folder, `${queries}x${depth}.gold.txt`);
  const run = join(folder, `${queries}x${depth}.${layout}`);
  if (existsSync(gold) && existsSync(run)) return { gold, run };
  if (layout === "parquet") {
    makeParquet(files(queries, depth, "jsonl").run, run);
    return { gold, run };
  }
  const next = random(queries + depth);
  const goldOut = writer(`${gold}.new`);
  const runOut = layouts[layout](`${run}.new`);
  for (let q = 1; q <= queries; q++) {
    const { hits, grades } = makeQuery(depth, next);
    for (const [id, grade] of grades) goldOut.put(`${q} 0 ${id} ${grade}\n`);
    runOut.add(String(q), hits);
  }
  goldOut.end();
  runOut.end();
  renameSync(`${gold}.new`, gold);
  renameSync(`${run}.new`, run);
  return { gold, run };
}

/** Gold passages and a run of chunks, a few of which hold them. */
export function textFiles(queries, depth) {
  mkdirSync(folder, { recursive: true });
  const [gold, run] = ["gold", "run"].map((kind) => join(folder, `${queries}x${depth}.texts.${kind}.jsonl`));
  if (existsSync(gold) && existsSync(run)) return { gold, run };
  const next = random(11);
  const words = (n) => Array.from({ length: n }, () => `w${Math.floor(next() ** 2 * 5000)}`);
  const [goldOut, runOut] = [writer(`${gold}.new`), writer(`${run}.new`)];
  for (let q = 1; q <= queries; q++) {
    const chunks = Array.from({ length: depth }, () => words(120));
    const passages = [0, 1].map((i) => chunks[Math.floor(next() * depth)].slice(10 + i, 40).join(" "));
    const hits = chunks.map((chunk, i) => ({ id: `${q}-${i}`, text: chunk.join(" ") }));
    goldOut.put(`${JSON.stringify({ id: `${q}`, passages })}\n`);
    runOut.put(`${JSON.stringify({ id: `${q}`, hits })}\n`);
  }
  goldOut.end();
  runOut.end();
  renameSync(`${gold}.new`, gold);
  renameSync(`${run}.new`, run);
  return { gold, run };
}
