// `jiti scripts/judge-throughput.ts [--questions 400] [--latency 200] [--concurrency 8,32] [--memory]`:
// how near a judged run comes to the ideal, where nothing but the model takes time. Not a test: it measures this machine.
// The model is a scripted server in another process, over real HTTP; with --memory, a timer in the same one.
// The ideal is ceil(N / C) rounds of the latency. Beside it, in the same run: a bare loop of fetch with the same bodies and nothing else.
// What is lost against the ideal is told apart: the server, fetch and this machine (what the bare loop loses too); the ramp, until C calls are
// under way for the first time, which a long run pays once; and the client, which is the rest and grows with the calls.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type * as judges from "../src/judges/index.ts";
import { follow } from "../src/judges/model/_scripted.ts";
import type { ModelClient } from "../src/judges/model-types.ts";
import { harbourCases, readsWell } from "../test/judges/_harbours.ts";
import { startServer } from "../test/judges/_server.ts";

// What users run: as built.
const built: string = fileURLToPath(new URL("../dist/judges.js", import.meta.url));
const { createCaller, createModelJudge, createOpenAiClient, judge, openFileStore } = (await import(
  built
)) as typeof judges;

const { values } = parseArgs({
  options: {
    questions: { type: "string", default: "400" },
    latency: { type: "string", default: "200" },
    concurrency: { type: "string", default: "8,32" },
    serve: { type: "boolean", default: false },
    memory: { type: "boolean", default: false },
  },
});
const [questions, latencyMs] = [values.questions, values.latency].map(Number) as [number, number];

if (values.serve) {
  const { url } = await startServer({ script: readsWell, latencyMs });
  console.log(url);
  await new Promise(() => {});
}

/** A model that takes the same time for every reply. */
const inMemory: ModelClient = {
  identity: { provider: "fixed", model: "m", params: {} },
  async send(messages, request) {
    await new Promise((done) => setTimeout(done, latencyMs));
    return { text: follow(readsWell, request, messages), finish: "stop", usage: { input: 900, output: 60 } };
  },
};

const JITI = fileURLToPath(new URL("../node_modules/jiti/lib/jiti-cli.mjs", import.meta.url));

/** The same command once more, as the server; ends with this one. */
async function startElsewhere(): Promise<{ readonly url: string; stop(): void }> {
  const child = spawn(
    process.execPath,
    [JITI, fileURLToPath(import.meta.url), "--serve", "--latency", values.latency],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const url = await new Promise<string>((done) =>
    child.stdout.once("data", (bytes: Buffer) => done(String(bytes).trim())),
  );
  return { url, stop: () => child.kill() };
}

interface Watched {
  readonly took: number;
  /** Until as many calls as allowed were under way for the first time. */
  readonly ramp: number;
  readonly cpu: number;
}

/** Runs it with a count of the calls under way. */
async function watch(
  client: ModelClient,
  concurrency: number,
  run: (client: ModelClient) => Promise<void>,
): Promise<Watched> {
  const start = performance.now();
  const before = process.cpuUsage();
  let open = 0;
  let ramp = Number.NaN;
  await run({
    ...client,
    async send(...given) {
      if (++open === concurrency && Number.isNaN(ramp)) ramp = performance.now() - start;
      try {
        return await client.send(...given);
      } finally {
        open--;
      }
    },
  });
  const { user, system } = process.cpuUsage(before);
  return { took: performance.now() - start, ramp, cpu: (user + system) / 1000 };
}

const server = values.memory ? undefined : await startElsewhere();
const client =
  server === undefined ? inMemory : createOpenAiClient({ model: "m", baseUrl: server.url, provider: "http" });
const folder = await mkdtemp(join(tmpdir(), "goldie-throughput-"));

/** Fetch and nothing else, with the bodies that a judge sends: what this machine and this server can do now. */
async function bare(bodies: readonly string[], concurrency: number): Promise<number> {
  let next = 0;
  const start = performance.now();
  const worker = async (): Promise<void> => {
    while (next < bodies.length) {
      const body = bodies[next++]!;
      if (server === undefined) await new Promise((done) => setTimeout(done, latencyMs));
      else {
        const headers = { "content-type": "application/json" };
        const response = await fetch(`${server.url}/chat/completions`, { method: "POST", headers, body });
        await response.json();
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return performance.now() - start;
}

/** What a run posts, once: for the bare loop. */
async function bodiesOf(retriever: number, calls: number): Promise<string[]> {
  const bodies: string[] = [];
  const silent: ModelClient = {
    ...client,
    async send(messages, request) {
      bodies.push(JSON.stringify(client.batch?.body(messages, request) ?? {}));
      return { text: follow(readsWell, request, messages), finish: "stop" };
    },
  };
  await judge({ cases: harbourCases(questions, retriever), judge: createModelJudge({ client: silent }) });
  return bodies.slice(-calls);
}

console.log(
  `load ${loadavg()
    .map((load) => load.toFixed(1))
    .join(" ")} on this machine; latency ${latencyMs} ms, ${questions} questions`,
);
for (const concurrency of values.concurrency.split(",").map(Number)) {
  const path = join(folder, `calls-${concurrency}.jsonl`);
  // The first run asks two questions of each case, the second, with other chunks and the same references, one.
  for (const [retriever, calls] of [
    [0, 2 * questions],
    [1, questions],
  ] as const) {
    const bodies = await bodiesOf(retriever, calls);
    // The first calls of a process open connections and compile code; both loops find them done.
    await bare(bodies.slice(0, concurrency), concurrency);
    const store = await openFileStore(path);
    const floor = await bare(bodies, concurrency);
    let made = 0;
    const { took, ramp, cpu } = await watch(client, concurrency, async (watched) => {
      const caller = createCaller({ client: watched, store, limits: { concurrency } });
      await judge({
        cases: harbourCases(questions, retriever),
        judge: createModelJudge({ caller }),
        concurrency: Math.max(32, 4 * concurrency),
      });
      made = caller.usage().calls;
      await caller.close();
    });
    await store.close();
    if (made !== calls) throw new Error(`${made} calls, not ${calls}`);
    const ideal = Math.ceil(calls / concurrency) * latencyMs;
    const share = (of: number, within = took): string => `${((100 * of) / within).toFixed(1)} %`;
    const ms = (of: number): string => `${Math.round(of)} ms`;
    const rest = took - floor - ramp;
    console.log(
      [
        `C = ${concurrency}, N = ${calls}: ${ms(took)}; ${share(ideal)} of the ideal (${ms(ideal)}), ${share(floor)} of bare fetch (${ms(floor)}, itself ${share(ideal, floor)} of the ideal)`,
        `  lost: ${ms(floor - ideal)} to the server and fetch, ${ms(ramp)} to the ramp, ${ms(rest)} to the client (${(rest / calls).toFixed(2)} ms a call; ${(cpu / calls).toFixed(2)} ms of processor time a call)`,
        `  without the ramp: ${share(ideal, took - ramp)} of the ideal, ${share(floor, took - ramp)} of bare fetch`,
      ].join("\n"),
    );
  }
}
server?.stop();
await rm(folder, { recursive: true });
