/** Many queries over HTTP against a server that fails: the counts at the end are right. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Retrieve } from "../../src/core/retriever.ts";
import { run } from "../../src/live/run.ts";
import { goldOf } from "./_retrievers.ts";

const QUERIES = 400;
/** By query: what its attempts meet, in turn; then it is answered. */
function fateOf(i: number): readonly ("500" | "silence")[] {
  // 18 % one 500, 9 % one time-out, 3 % nothing but 500s, 1 % nothing but silence.
  const place = i % 100;
  if (place < 18) return ["500"];
  if (place < 27) return ["silence"];
  if (place < 30) return ["500", "500", "500"];
  return place < 31 ? ["silence", "500", "silence"] : [];
}
const numberOf = (query: string): number => Number(query.slice(1));

let server: Server;
let url: string;
const tries = new Map<string, number>();
beforeAll(async () => {
  server = createServer((request, response) => {
    const query = new URL(request.url!, "http://x").searchParams.get("id")!;
    const attempt = tries.get(query) ?? 0;
    tries.set(query, attempt + 1);
    const fate = fateOf(numberOf(query))[attempt];
    if (fate === "silence") return;
    if (fate === "500") {
      response.statusCode = 500;
      response.end();
      return;
    }
    // Every tenth list is empty.
    const hits = numberOf(query) % 10 === 9 ? [] : [`d${numberOf(query)}`];
    response.end(JSON.stringify({ hits }));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** By query, what became of its attempts: a busy machine may add time-outs of its own. */
const seen = new Map<string, ("answered" | "failed")[]>();
const search: Retrieve = async (_, { queryId, signal }) => {
  const attempts = seen.get(queryId) ?? [];
  seen.set(queryId, attempts);
  const at = attempts.push("failed") - 1;
  const response = await fetch(`${url}?id=${queryId}`, { signal: signal as AbortSignal });
  if (!response.ok) throw Object.assign(new Error(`HTTP ${response.status}`), { status: response.status });
  const { hits } = (await response.json()) as { hits: string[] };
  if (!signal.aborted) attempts[at] = "answered";
  return hits;
};

test("30 % injected 500s and time-outs: right counts at the end", async () => {
  const events = { answered: 0, failed: 0, retried: 0 };
  const { runs, cancelled } = await run({
    gold: goldOf(QUERIES),
    metrics: ["recall@5"],
    concurrency: 50,
    timeoutMs: 1_000,
    retrievers: { main: search },
    on: ({ kind }) => {
      if (kind === "answered" || kind === "failed" || kind === "retried") events[kind]++;
    },
  });
  const lost = [...seen].filter(([, attempts]) => !attempts.includes("answered")).map(([query]) => query);
  const failed = lost.length;
  const answered = QUERIES - failed;
  const retried = [...seen.values()].reduce((sum, { length }) => sum + length - 1, 0);
  const empty = [...seen.keys()].filter(
    (query) => numberOf(query) % 10 === 9 && !lost.includes(query),
  ).length;
  const { result, ...facts } = runs[0]!;
  expect(cancelled).toBe(false);
  expect(seen.size).toBe(QUERIES);
  expect(facts).toMatchObject({
    answered,
    failed,
    retried,
    empty,
    unasked: 0,
    cached: 0,
    timing: { n: answered },
  });
  expect(events).toEqual({ answered, failed, retried });
  expect(result.mean("recall@5").counts).toMatchObject({ scored: answered, failed, missing: 0 });
  expect(result.mean("recall@5").mean).toBeCloseTo((answered - empty) / answered, 12);
  // What was injected is in it.
  const injected = Array.from({ length: QUERIES }, (_, i) => fateOf(i).length);
  for (const [i, n] of injected.entries()) if (n === 3) expect(lost).toContain(`q${i}`);
  expect(retried).toBeGreaterThanOrEqual(injected.reduce((sum, n) => sum + Math.min(n, 2), 0));
  for (const query of lost) expect(seen.get(query)).toHaveLength(3);
});
