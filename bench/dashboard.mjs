// node bench/dashboard.mjs: the first page of `goldie view` with 200 stored runs of 20,000 queries each, in seconds as the
// server's own client sees it: its data, the page and its script and style, in a process that has just started. `again` is
// the same a second time, `cpu` what the server computed for the first, whatever else the machine does; `older` is what a run of an earlier version costs once, which has no summary yet. Prints one line of JSON.
import { spawn, spawnSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "./_measure.mjs";

const RUNS = Number(process.env.DASHBOARD_RUNS ?? 200);
const QUERIES = Number(process.env.DASHBOARD_QUERIES ?? 20_000);
const ROUNDS = 5;
const OLDER = 3;
const bin = fileURLToPath(new URL("../dist/cli/bin.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "goldie-dashboard-"));
const runs = join(folder, ".goldie/runs");

try {
  makeStore();
  const rounds = [];
  for (let i = 0; i < ROUNDS; i++) rounds.push(await measured());
  const ids = readdirSync(runs).slice(0, OLDER);
  for (const id of ids) rmSync(join(runs, id, "summary.json"));
  const { first: withOlder } = await measured();
  const first = median(rounds.map((round) => round.first));
  console.log(
    JSON.stringify({
      runs: RUNS,
      queries: QUERIES,
      first,
      cpu: median(rounds.map((round) => round.cpu)),
      again: median(rounds.map((round) => round.again)),
      older: (withOlder - first) / OLDER,
      bytes: rounds[0].bytes,
      target: 0.3,
    }),
  );
} finally {
  rmSync(folder, { recursive: true });
}

/** One run by the command itself, and the others like it: a list reads only what differs between them. */
function makeStore() {
  const lines = (of) => Array.from({ length: QUERIES }, (_, i) => JSON.stringify(of(i))).join("\n");
  writeFileSync(
    join(folder, "gold.jsonl"),
    lines((i) => ({ id: `q${i}`, query: `words of query ${i}`, relevant: [`d${i}`, `d${i + 1}`] })),
  );
  writeFileSync(
    join(folder, "run.jsonl"),
    lines((i) => ({ id: `q${i}`, hits: [0, 1, 2, 3, 4].map((j) => ({ id: `d${i + ((i + j) % 7)}` })) })),
  );
  const retriever = { type: "run", file: "run.jsonl" };
  writeFileSync(
    join(folder, "goldie.config.json"),
    JSON.stringify({ gold: "gold.jsonl", retrievers: { main: retriever, other: retriever } }),
  );
  const { status, stderr } = spawnSync(process.execPath, [bin, "run", "--quiet"], {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`goldie run ended with ${status}: ${stderr}`);
  const [made] = readdirSync(runs);
  const manifest = JSON.parse(readFileSync(join(runs, made, "manifest.json"), "utf8"));
  for (let i = 1; i < RUNS; i++) {
    const day = String((i % 28) + 1).padStart(2, "0");
    const id = `202501${day}-${String(i).padStart(6, "0")}-000-aaaa`;
    mkdirSync(join(runs, id));
    for (const name of readdirSync(join(runs, made)))
      if (name !== "manifest.json") linkSync(join(runs, made, name), join(runs, id, name));
    const own = { ...manifest, id, created: `2025-01-${day}T00:00:00.000Z` };
    writeFileSync(join(runs, id, "manifest.json"), JSON.stringify(own));
    writeFileSync(join(runs, id, "note.txt"), `run ${i}\n`);
  }
}

/** Seconds that a process has computed so far, on all its threads; NaN where the system cannot tell. */
function cpuOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
  }
}

/** In a process of its own. */
async function measured() {
  const server = spawn(process.execPath, [bin, "view", "--no-open", "--quiet"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const url = await new Promise((ready, fail) => {
      let text = "";
      server.stdout.on("data", (piece) => {
        text += piece;
        const [, found] = /^dashboard: (\S+)$/m.exec(text) ?? [];
        if (found !== undefined) ready(found);
      });
      server.once("exit", (code) => fail(new Error(`goldie view ended with ${code}`)));
    });
    const { origin } = new URL(url);
    const opened = await fetch(url, { redirect: "manual" });
    const headers = { cookie: opened.headers.getSetCookie()[0].split(";")[0] };
    const page = async () => {
      const start = performance.now();
      const used = cpuOf(server.pid);
      let bytes = 0;
      for (const path of [
        "/",
        "/assets/dashboard.css",
        "/assets/dashboard.js",
        "/api/project",
        "/api/runs",
      ]) {
        const reply = await fetch(`${origin}${path}`, { headers });
        const text = await reply.text();
        if (reply.status !== 200) throw new Error(`${path}: ${reply.status}`);
        if (path === "/api/runs" && JSON.parse(text).runs.length !== RUNS)
          throw new Error("not all runs are listed");
        bytes += text.length;
      }
      return { seconds: (performance.now() - start) / 1000, cpu: cpuOf(server.pid) - used, bytes };
    };
    const first = await page();
    return { first: first.seconds, cpu: first.cpu, again: (await page()).seconds, bytes: first.bytes };
  } finally {
    const ended = new Promise((done) => server.once("exit", done));
    server.kill("SIGINT");
    await ended;
  }
}
