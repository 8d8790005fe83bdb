// node --expose-gc bench/bm25.mjs TOOL: indexing and searching 100,000 passages with ours, english (ours with its default analyzer), minisearch or bm25s.
// Prints one line of JSON: CPU seconds and bytes for the index, queries per CPU second for k = 10 and 100; { missing: true } where Python
// (PYTHON, or python3) cannot import bm25s. CPU time, because other processes disturb it less than the clock.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { random } from "./_data.mjs";

const PASSAGES = Number(process.env.PASSAGES ?? 100_000);
const TERMS = 200_000;
const PYTHON = process.env.PYTHON ?? "python3";
const tool = process.argv[2];

const next = random(42);
const below = (n) => Math.floor(next() * n);

/** Passages of 40 to 80 words, the n-th word 1/n times as frequent as the first; queries of 8 words of one passage. */
function makeTexts(queries) {
  const letter = () => String.fromCharCode(97 + below(26));
  const vocabulary = Array.from({ length: TERMS }, () =>
    Array.from({ length: 2 + below(9) }, letter).join(""),
  );
  const word = () => vocabulary[Math.min(TERMS - 1, Math.floor(TERMS ** next()) - 1)];
  const texts = Array.from({ length: PASSAGES }, () =>
    Array.from({ length: 40 + below(41) }, word).join(" "),
  );
  const asked = Array.from({ length: queries }, () => {
    const words = texts[below(PASSAGES)].split(" ");
    return Array.from({ length: 8 }, () => words[below(words.length)]).join(" ");
  });
  return { texts, asked };
}

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const bytes = () => {
  for (let i = 0; i < 2; i++) globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

/** Makes an index, and returns how to search it. */
const makers = {
  ours: (corpus) => openOurs(corpus, "unicode"),
  english: (corpus) => openOurs(corpus, "english"),
  async minisearch(corpus) {
    const { default: MiniSearch } = await import("minisearch");
    const index = new MiniSearch({ fields: ["text"] });
    index.addAll(corpus);
    return (query, k) => index.search(query).slice(0, k);
  },
};

async function openOurs(corpus, analyzer) {
  const { bm25 } = await import("../dist/retrievers.js");
  const { signal } = new AbortController();
  const retriever = bm25({ corpus, analyzer });
  await retriever.open(signal);
  return (query, k) => retriever.retrieve(query, { k, queryId: "q", signal });
}

async function measure(make, queries, rounds) {
  const { texts, asked } = makeTexts(queries);
  const corpus = texts.map((text, i) => ({ id: `d${i}`, text }));
  // Compiled before it is timed, as it is for most of a long run.
  const warm = await make(corpus.slice(0, PASSAGES / 20));
  for (const query of asked) warm(query, 10);
  const before = bytes();
  const start = cpu();
  const search = await make(corpus);
  const index = cpu() - start;
  const memory = bytes() - before;
  const perSecond = {};
  for (const k of [10, 100]) {
    for (const query of asked) search(query, k);
    const from = cpu();
    for (let round = 0; round < rounds; round++) for (const query of asked) search(query, k);
    perSecond[k] = (rounds * asked.length) / (cpu() - from);
  }
  return { tool, passages: PASSAGES, index, memory, perSecond };
}

function measurePython() {
  if (spawnSync(PYTHON, ["-c", "import bm25s"], { stdio: "ignore" }).status !== 0)
    return { tool, missing: true };
  const folder = mkdtempSync(join(tmpdir(), "goldie-bench-"));
  try {
    const file = join(folder, "texts.json");
    writeFileSync(file, JSON.stringify(makeTexts(500)));
    const script = fileURLToPath(new URL("bm25.py", import.meta.url));
    const { status, stdout, stderr } = spawnSync(PYTHON, [script, file], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    return { tool, passages: PASSAGES, ...JSON.parse(stdout.trim().split("\n").at(-1)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const few = tool === "minisearch";
console.log(
  JSON.stringify(
    tool === "bm25s" ? measurePython() : await measure(makers[tool], few ? 15 : 500, few ? 1 : 3),
  ),
);
