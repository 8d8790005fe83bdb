// `jiti scripts/judge-live.ts http://127.0.0.1:PORT/v1 [--model NAME]`: a real model server through the real path.
// It asserts what the protocol promises, never what the model says. Not part of `npm test`.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CallError } from "../src/calls/call-error.ts";
import { judge } from "../src/judges/judge.ts";
import { createOpenAiClient } from "../src/judges/model/clients/openai.ts";
import { createModelJudge } from "../src/judges/model/index.ts";
import type { ModelRequest } from "../src/judges/model-types.ts";
import { createCaller } from "../src/judges/spend/caller.ts";
import { dryRun } from "../src/judges/spend/dry-run.ts";
import { openFileStore } from "../src/judges/spend/file-store.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { model: { type: "string", default: "local" }, cases: { type: "string", default: "3" } },
});
const [baseUrl] = positionals;
if (baseUrl === undefined) {
  console.error("usage: jiti scripts/judge-live.ts BASE_URL [--model NAME] [--cases N]");
  process.exit(2);
}

let failed = 0;
function check(what: string, holds: boolean, seen: unknown): void {
  console.log(`${holds ? "ok  " : "FAIL"} ${what}: ${JSON.stringify(seen)}`);
  if (!holds) failed++;
}
const cases = [
  ["Where is the harbour?", "The harbour is in Esbjerg.", "Esbjerg has a large harbour. It rains a lot."],
  ["Who wrote it?", "Ada wrote the notes in 1843.", "The notes were written by Ada. Bread was cheap."],
  ["What is tea?", "Tea is a drink from leaves.", "Tea is made from leaves. Coffee is made from beans."],
]
  .slice(0, Number(values.cases))
  .map(([question, reference, context], i) => ({
    id: `q${i}`,
    question: question!,
    reference: reference!,
    contexts: [context!],
  }));

const folder = await mkdtemp(join(tmpdir(), "goldie-live-"));
const journal = join(folder, "calls.jsonl");
const client = createOpenAiClient({ model: values.model, baseUrl });
const options = { maxOutputTokens: 256, mostOutputTokens: 512 };
const run = async () => {
  const store = await openFileStore(journal);
  const caller = createCaller({ client, store, limits: { concurrency: 2, attemptMs: 300_000 } });
  const { judgements } = await judge({
    cases,
    judge: createModelJudge({ caller, identity: client.identity, options }),
  });
  await caller.close();
  await store.close();
  return { records: [...judgements.values()], usage: caller.usage() };
};

const foretold = await dryRun({ identity: client.identity }, (caller) =>
  judge({ cases, judge: createModelJudge({ caller, options }) }),
);
const first = await run();
check("every case has a record", first.records.length === cases.length, first.records.length);
check(
  "what is not judged says why",
  first.records.every(({ unjudged = [] }) =>
    unjudged.every(({ problem }) => problem.code.startsWith("judge-")),
  ),
  first.records.map(({ unjudged = [] }) => unjudged.map(({ part, problem }) => `${part}: ${problem.what}`)),
);
check("the server tells its tokens", first.usage.estimated === 0 && first.usage.inputTokens > 0, first.usage);
console.log(
  `     foretold: ${foretold.calls} calls, ${foretold.inputTokens} tokens in; the server counted ${first.usage.inputTokens} in ${first.usage.calls} calls`,
);
const lines = (await readFile(journal, "utf8")).trimEnd().split("\n");
check(
  "the journal has every reply",
  lines.filter((line) => line.startsWith('","at":', 72)).length === first.usage.calls,
  lines.length,
);
const second = await run();
const open = new Set(first.records.filter(({ unjudged = [] }) => unjudged.length > 0).map(({ id }) => id));
const again = (await readFile(journal, "utf8")).trimEnd().split("\n").slice(lines.length);
const items = again
  .map((line) => JSON.parse(line) as { item?: string; dropped?: string })
  .filter((one) => one.dropped === undefined);
check(
  "a second run asks nothing about what was judged",
  items.every(({ item = "" }) => open.has(item)),
  { unjudged: [...open], calls: second.usage.calls },
);

const ask = (more: Partial<ModelRequest>): ModelRequest => ({
  prompt: "live",
  hash: "live",
  inputs: `live ${more.maxOutputTokens}`,
  schema: {
    type: "object",
    properties: { words: { type: "array", items: { type: "string" } } },
    required: ["words"],
    additionalProperties: false,
  },
  maxOutputTokens: 64,
  render: () => [{ role: "user", content: "Give ten words as JSON." }],
  ...more,
});
const one = async (request: ModelRequest, name = values.model) => {
  const caller = createCaller({
    client: createOpenAiClient({ model: name, baseUrl }),
    limits: { attempts: 1, attemptMs: 300_000 },
  });
  return caller.call(request).then(
    ({ reply }) => reply,
    (error: unknown) => (error instanceof CallError ? error : Promise.reject(error)),
  );
};
const cut = await one(ask({ maxOutputTokens: 4 }));
check(
  "a reply without room ends with length, and its JSON is broken",
  !(cut instanceof CallError) && cut.finish === "length" && !parses(cut.text),
  cut,
);
const free = await one(ask({ maxOutputTokens: 200 }));
check(
  "a schema is kept to, or the reply was cut off",
  !(free instanceof CallError) && (free.finish === "length" || parses(free.text)),
  free,
);
const long = await one(ask({ render: () => [{ role: "user", content: "harbour ".repeat(200_000) }] }));
check(
  "too much text is said to be too long",
  long instanceof CallError && long.trouble === "too-long",
  long instanceof CallError ? [long.trouble, long.message] : long.finish,
);
const unknown = await one(ask({ inputs: "unknown" }), "no-such-model");
console.log(
  `     an unknown model name: ${unknown instanceof CallError ? `${unknown.trouble} ${unknown.message}` : "is answered all the same"}`,
);

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
await rm(folder, { recursive: true });
process.exit(failed === 0 ? 0 : 1);
