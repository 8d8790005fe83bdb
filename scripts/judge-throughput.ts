// `jiti scripts/judge-throughput.ts [--questions 400] [--latency 50] [--concurrency 8] [--url URL]`:
// how near a judged run comes to the ideal, where nothing but the model takes time. Not a test: it measures this machine.
// The model is a timer in the same process, or the scripted server that the same command with `--serve` starts in another.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { judge } from "../src/judges/judge.ts";
import { follow } from "../src/judges/model/_scripted.ts";
import { createOpenAiClient } from "../src/judges/model/clients/openai.ts";
import { createModelJudge } from "../src/judges/model/index.ts";
import type { ModelClient } from "../src/judges/model-types.ts";
import { createCaller } from "../src/judges/spend/caller.ts";
import { openFileStore } from "../src/judges/spend/file-store.ts";
import { harbourCases, readsWell } from "../test/judges/_harbours.ts";
import { startServer } from "../test/judges/_server.ts";

const { values } = parseArgs({
  options: {
    questions: { type: "string", default: "400" },
    latency: { type: "string", default: "50" },
    concurrency: { type: "string", default: "8" },
    serve: { type: "boolean", default: false },
    url: { type: "string" },
  },
});
const [questions, latencyMs, concurrency] = [values.questions, values.latency, values.concurrency].map(
  Number,
) as [number, number, number];

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
const client = values.url === undefined ? inMemory : createOpenAiClient({ model: "m", baseUrl: values.url });
const folder = await mkdtemp(join(tmpdir(), "goldie-throughput-"));

/** As many calls of the client, as many at once, and nothing else: what this machine can do now. */
async function bare(calls: number): Promise<number> {
  const messages = [
    { role: "system", content: "Nothing." },
    { role: "user", content: "fence\nThe lighthouse was built in 1700.\nfence" },
  ] as const;
  const request = { prompt: "claims", schema: {}, maxOutputTokens: 100 };
  const { signal } = new AbortController();
  const start = performance.now();
  let left = calls;
  const worker = async (): Promise<void> => {
    while (left-- > 0) await client.send(messages, request, signal);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return performance.now() - start;
}

/** The first run asks two questions of each case, the second, with other chunks and the same references, one. */
for (const [name, retriever, calls] of [
  ["two calls a question", 0, 2 * questions],
  ["one call a question", 1, questions],
] as const) {
  const store = await openFileStore(join(folder, "calls.jsonl"));
  const caller = createCaller({ client, store, limits: { concurrency } });
  const floor = await bare(calls);
  const cpu = process.cpuUsage();
  const start = performance.now();
  await judge({ cases: harbourCases(questions, retriever), judge: createModelJudge({ caller }) });
  const took = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  if (caller.usage().calls !== calls) throw new Error(`${caller.usage().calls} calls, not ${calls}`);
  const ideal = (calls * latencyMs) / concurrency;
  const share = (of: number): string => `${((100 * of) / took).toFixed(1)} %`;
  console.log(
    `${name}: ${calls} calls in ${Math.round(took)} ms: ${share(ideal)} of the ideal (${Math.round(ideal)} ms), ${share(floor)} of bare calls just before (${Math.round(floor)} ms); ${((user + system) / 1000 / calls).toFixed(2)} ms of processor time a call`,
  );
  await caller.close();
  await store.close();
}
await rm(folder, { recursive: true });
