import { appendFile, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GoldieError } from "../../src/core/problem.ts";
import type { Retriever } from "../../src/core/retriever.ts";
import { cacheKey, openAnswerCache } from "../../src/live/cache.ts";
import { type LiveOptions, run } from "../../src/live/run.ts";
import { goldOf, status, usual } from "./_retrievers.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "goldie-cache-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** A run with the cache in a file, and which queries the retriever got to see. */
async function cachedRun(
  file: string,
  version: string,
  options: Partial<LiveOptions> = {},
  more: object = {},
) {
  const cache = await openAnswerCache(join(folder, file), version);
  const asked: string[] = [];
  const main: Retriever = {
    retrieve: (words, context) => {
      asked.push(context.queryId);
      return usual(words, context);
    },
    ...more,
  };
  const result = await run({ gold: goldOf(4), retrievers: { main }, cache, ...options });
  const { problems } = cache;
  await cache.close();
  return { asked, run: result.runs[0]!, problems };
}

test("the same question is asked once; from the cache it has no latency", async () => {
  const first = await cachedRun("same.jsonl", "1");
  const second = await cachedRun("same.jsonl", "1");
  expect([first.asked.length, second.asked.length]).toEqual([4, 0]);
  expect(first.run).toMatchObject({ answered: 4, cached: 0 });
  expect(second.run).toMatchObject({ answered: 4, cached: 4, retried: 0 });
  expect(first.run.timing?.n).toBe(4);
  expect(second.run.timing).toBeUndefined();
  expect(second.run.result.summary()).toEqual(first.run.result.summary());
  expect((await stat(join(folder, "same.jsonl"))).mode & 0o777).toBe(0o600);
});

test.each<[string, string, Partial<LiveOptions>, object]>([
  ["another version", "2", {}, {}],
  ["another depth", "1", { depth: 50 }, {}],
  ["another filter", "1", { filter: { tenant: 2 } }, {}],
  ["other parameters", "1", {}, { params: { b: 0.5 } }],
  ["other words", "1", { queries: new Map(goldOf(4).map(({ id }) => [id, `${id}?`])) }, {}],
])("%s is another question", async (name, version, options, more) => {
  const file = `${name}.jsonl`;
  await cachedRun(file, "1");
  expect((await cachedRun(file, version, options, more)).asked).toHaveLength(4);
});

test("another retriever is another question", async () => {
  await cachedRun("name.jsonl", "1");
  const other = await cachedRun("name.jsonl", "1", { retrievers: { other: usual } });
  expect(other.run).toMatchObject({ name: "other", cached: 0, answered: 4 });
});

test("failures are not cached", async () => {
  const failing = { retrieve: () => Promise.reject(status(404)) };
  expect((await cachedRun("failed.jsonl", "1", {}, failing)).run.failed).toBe(4);
  expect((await cachedRun("failed.jsonl", "1")).asked).toHaveLength(4);
});

test("a damaged line is left out with a Problem, and its query is asked again", async () => {
  const file = join(folder, "damaged.jsonl");
  await cachedRun("damaged.jsonl", "1");
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  await rm(file);
  // One cut off, one edited into something that is no answer, one that is no JSON at all.
  const edited = lines[1]!.replace('"hits":[', '"hits":"no list","x":[');
  expect(edited).not.toBe(lines[1]);
  await appendFile(file, `${lines[0]!.slice(0, 90)}\n${edited}\n{{{\n${lines[2]}\n${lines[3]}\n`);
  const { asked, run: again, problems } = await cachedRun("damaged.jsonl", "1");
  expect(asked.toSorted()).toEqual(["q0", "q1"]);
  expect(again).toMatchObject({ answered: 4, cached: 2 });
  expect(problems).toMatchObject([{ code: "call-store-line" }]);
});

test("a filter that JSON cannot hold cannot be cached", async () => {
  const question = { retriever: "a", params: {}, version: "1", k: 5, query: "q", words: "w" };
  expect(() => cacheKey({ ...question, filter: () => true })).toThrow(GoldieError);
  await expect(cachedRun("filter.jsonl", "1", { filter: () => true })).rejects.toThrow(/filter/);
});

test("a cache that fails costs nothing but a Problem", async () => {
  const refuse = () => Promise.reject(new Error("no disk"));
  const cache = { version: "1", get: refuse, put: refuse };
  const { runs, problems } = await run({ gold: goldOf(3), retrievers: { main: usual }, cache });
  expect(runs[0]!.answered).toBe(3);
  expect(problems).toMatchObject([{ code: "cache-write", fields: { message: "no disk" } }]);
});
