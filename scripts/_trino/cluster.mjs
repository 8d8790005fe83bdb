// A Trino cluster on loopback: a coordinator that only coordinates, and workers. For tests: little memory, quick start.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, mkdirSync, openSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, remove, scratch } from "../_services.mjs";
import { findJava, trinoHome } from "./install.mjs";

/**
 * @typedef {object} TrinoNode
 * @property {string} name
 * @property {number} pid
 * @property {(signal?: NodeJS.Signals) => Promise<void>} kill ends the process (by default as `kill -9` does) and waits for it
 *
 * @typedef {object} TrinoCluster
 * @property {string} url http://127.0.0.1:port
 * @property {string} lake the folder of local:///, for Parquet files
 * @property {TrinoNode} coordinator
 * @property {TrinoNode[]} workers
 * @property {{ installMs: number, startMs: number, java: number }} took
 * @property {() => Promise<void>} stop ends all processes and removes the folder
 *
 * @typedef {object} ClusterOptions
 * @property {number} [workers] default 2
 * @property {number} [heapMb] default 1024
 * @property {string} [errorDuration] how long a lost worker is waited for; default "10s", Trino's own is 1m
 * @property {boolean} [full] all levels of the JIT: a slower start, faster large statements
 */

const START_MS = 180_000;

/**
 * @param {ClusterOptions} options
 * @returns {Promise<TrinoCluster>}
 */
export async function startCluster({
  workers: count = 2,
  heapMb = 1024,
  errorDuration = "10s",
  full = false,
} = {}) {
  const began = performance.now();
  const home = trinoHome();
  const { java, version } = findJava();
  const installed = performance.now();
  const folder = scratch();
  const lake = join(folder, "lake");
  mkdirSync(lake);
  const ports = await Promise.all(Array.from({ length: count + 1 }, freePort));
  const secret = randomBytes(32).toString("base64");
  const url = `http://127.0.0.1:${ports[0]}`;
  const nodes = [];
  // Whatever ends this process, short of kill -9, ends the nodes too.
  const onExit = () => {
    for (const { child } of nodes) child.kill("SIGKILL");
    remove(folder);
  };
  const onSignal = () => process.exit(130);
  process.once("exit", onExit);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, onSignal);
  async function stop() {
    await Promise.all(nodes.map(({ node }) => node.kill()));
    process.off("exit", onExit);
    for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, onSignal);
    remove(folder);
  }

  try {
    for (const [i, port] of ports.entries()) {
      const name = i === 0 ? "coordinator" : `worker${i}`;
      const settings = { name, folder, lake, port, url, secret, heapMb, errorDuration, isFirst: i === 0 };
      nodes.push(startNode(java, home, settings, full));
    }
    await allReady(url, nodes, count);
  } catch (error) {
    await stop();
    throw error;
  }
  const [coordinator, ...workers] = nodes.map(({ node }) => node);
  const took = {
    installMs: installed - began,
    startMs: performance.now() - installed,
    java: version,
  };
  return { url, lake, coordinator, workers, took, stop };
}

function startNode(java, home, settings, full) {
  const { name, folder, heapMb } = settings;
  const etc = join(folder, name, "etc");
  const data = join(folder, name, "data");
  mkdirSync(join(etc, "catalog"), { recursive: true });
  mkdirSync(data);
  const nodeLines = [
    "node.environment=goldie",
    `node.id=${name}`,
    `node.data-dir=${data}`,
    "node.internal-address=127.0.0.1",
    "node.bind-ip=127.0.0.1",
  ];
  const files = {
    "node.properties": nodeLines,
    "config.properties": configLines(settings),
    "log.properties": ["io.trino=WARN", "io.airlift=WARN"],
    "catalog/memory.properties": [
      "connector.name=memory",
      `memory.max-data-per-node=${Math.floor(heapMb / 4)}MB`,
    ],
    "catalog/lake.properties": [
      "connector.name=hive",
      "hive.metastore=file",
      "hive.metastore.catalog.dir=local:///metastore",
      "fs.native-local.enabled=true",
      `local.location=${settings.lake}`,
      "hive.security=allow-all",
      "hive.non-managed-table-writes-enabled=true",
    ],
  };
  for (const [file, lines] of Object.entries(files)) writeFileSync(join(etc, file), `${lines.join("\n")}\n`);
  symlinkSync(join(home, "plugin"), join(data, "plugin"));
  symlinkSync(etc, join(data, "etc"));

  const log = join(folder, name, "server.log");
  const out = openSync(log, "w");
  const args = [
    `-Xmx${heapMb}m`,
    "-XX:+UseG1GC",
    "-XX:+ExitOnOutOfMemoryError",
    ...(full ? [] : ["-XX:TieredStopAtLevel=1"]),
    "-Djdk.attach.allowAttachSelf=true",
    "-Dfile.encoding=UTF-8",
    "--enable-native-access=ALL-UNNAMED",
    "--sun-misc-unsafe-memory-access=allow",
    "-cp",
    join(home, "lib", "*"),
    // Trino's own launcher turns these lines into flags.
    ...nodeLines.map((line) => `-D${line}`),
    `-Dconfig=${join(etc, "config.properties")}`,
    `-Dlog.levels-file=${join(etc, "log.properties")}`,
    "io.trino.server.TrinoServer",
  ];
  const child = spawn(java, args, { cwd: data, stdio: ["ignore", out, out] });
  closeSync(out);
  const ended = new Promise((resolve) => {
    child.once("exit", resolve);
    child.once("error", resolve);
  });
  const kill = async (signal = "SIGKILL") => {
    child.kill(signal);
    await ended;
  };
  return { child, log, node: { name, pid: child.pid ?? 0, kill } };
}

function configLines({ isFirst, port, url, secret, heapMb, errorDuration }) {
  return [
    `coordinator=${isFirst}`,
    `http-server.http.port=${port}`,
    `discovery.uri=${url}`,
    `internal-communication.shared-secret=${secret}`,
    "catalog.management=static",
    "query.max-memory=4GB",
    // Their sum must stay below the heap, or the server ends at once.
    `query.max-memory-per-node=${Math.floor(heapMb / 2)}MB`,
    `memory.heap-headroom-per-node=${Math.floor(heapMb / 5)}MB`,
    // No number of workers is required: after the loss of one, statements would wait for it.
    ...(isFirst
      ? ["node-scheduler.include-coordinator=false", `query.remote-task.max-error-duration=${errorDuration}`]
      : []),
  ];
}

/** The coordinator answers, and all workers have told it that they are there. */
async function allReady(url, nodes, count) {
  const until = Date.now() + START_MS;
  while (Date.now() < until) {
    const dead = nodes.find(({ child }) => child.exitCode !== null || child.signalCode !== null);
    if (dead !== undefined) throw new Error(`${dead.node.name} ended: ${lastLines(dead.log)}`);
    const active = await activeWorkers(url).catch(() => 0);
    if (active >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`no answer of Trino within ${START_MS / 1000} s: ${lastLines(nodes[0].log)}`);
}

const lastLines = (log) => readFileSync(log, "utf8").trim().split("\n").slice(-5).join("\n");

async function activeWorkers(url) {
  const headers = { "X-Trino-User": "goldie" };
  const json = async (address, init) => (await fetch(address, { ...init, headers })).json();
  if ((await json(`${url}/v1/info`)).starting) return 0;
  const body = "SELECT count(*) FROM system.runtime.nodes WHERE state = 'active' AND NOT coordinator";
  let page = await json(`${url}/v1/statement`, { method: "POST", body });
  let active = 0;
  for (;;) {
    active = page.data?.[0]?.[0] ?? active;
    if (page.nextUri === undefined) return active;
    page = await json(page.nextUri);
  }
}
