/** The means of a run in a small file, so that lists need not read all scores. */
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { evaluate } from "../../src/index.ts";
import { openStore, type StoredRunInfo } from "../../src/store/store.ts";
import { SUMMARY, summaryOf } from "../../src/store/summary.ts";

const folder = mkdtempSync(join(tmpdir(), "goldie-summary-"));
afterAll(() => rmSync(folder, { recursive: true }));
const store = openStore({ folder, now: () => 1_779_271_872_000, id: 7, random: Math.random });

const gold = { q1: ["a", "b"], q2: ["c"], q3: [] as string[] };
const result = (
  metrics: readonly string[],
  run: Record<string, readonly string[]> = { q1: ["a"], q2: ["x"] },
) => evaluate({ gold, run, metrics, name: "bm25" });
const textOf = (scored: ReturnType<typeof result>): string => JSON.stringify(scored.toJSON());

async function stored(scores: string): Promise<StoredRunInfo> {
  const writer = await store.begin({
    retrievers: [{ name: "bm25" }],
    gold: { hash: "0", queries: 3 },
    versions: {},
    settings: {},
  });
  await writer.finish({ state: "complete", scores });
  return (await store.find(writer.id)).info;
}

test("is what the scores say: means, intervals, counts, direction", async () => {
  const scored = result(["recall@5", "rr"]);
  const info = await stored(textOf(scored));
  const [summary] = (await store.summary(info))!;
  expect(summary).toEqual(JSON.parse(JSON.stringify(summaryOf(scored))));
  expect(summary!.means.map(({ metric, mean }) => [metric, mean])).toEqual([
    ["recall@5", 0.25],
    ["rr", 0.5],
  ]);
  expect(summary!.means[0]).toMatchObject({
    counts: { scored: 2, undefined: 1 },
    direction: "higher",
    range: [0, 1],
  });
  expect(summary!.queries).toBe(3);
});

test("of a metric without a mean says why", () => {
  const scored = evaluate({ gold: { q1: [] }, run: { q1: ["a"] }, metrics: ["recall@5"] });
  expect(summaryOf(scored).means[0]).toMatchObject({ mean: null, because: "no-relevant" });
});

test("is not read from scores again, and is made anew where they were replaced or it is missing", async () => {
  const info = await stored(textOf(result(["rr"])));
  const path = join(info.folder, SUMMARY);
  const file = JSON.parse(readFileSync(path, "utf8"));
  // Planted: if this comes back, the scores were not read.
  file.retrievers[0].queries = 99;
  writeFileSync(path, JSON.stringify(file));
  expect((await store.summary(info))![0]!.queries).toBe(99);
  utimesSync(join(info.folder, "scores.json"), 1, 1);
  expect((await store.summary(info))![0]!.queries).toBe(3);
  expect(JSON.parse(readFileSync(path, "utf8")).retrievers[0].queries).toBe(3);
  // A run of an earlier version has none.
  rmSync(path);
  expect((await store.summary(info))![0]!.queries).toBe(3);
  expect(readFileSync(path, "utf8")).toContain("bm25");
  writeFileSync(path, "{");
  expect((await store.summary(info))![0]!.queries).toBe(3);
});

test("is absent for a run without scores; scores that cannot be read are a Problem", async () => {
  const info = await stored("{}\n");
  await expect(store.summary(info)).rejects.toMatchObject({
    problem: { code: "damaged-run", reason: "scores", fields: { id: info.id } },
  });
  rmSync(join(info.folder, "scores.json"));
  expect(await store.summary(info)).toBeUndefined();
});

test("its hashes change with gold, queries and the rules of the metric, and with nothing else", () => {
  const base = summaryOf(result(["rr"]));
  const more = summaryOf(result(["ndcg@10", "rr"], { q1: ["b"] }));
  expect(more.gold).toBe(base.gold);
  expect(more.means[1]!.rules).toBe(base.means[0]!.rules);
  expect(more.means[0]!.rules).not.toBe(base.means[0]!.rules);
  const goldOf = (other: Record<string, string[]>) =>
    summaryOf(evaluate({ gold: other, run: { q1: ["a"] }, metrics: ["rr"] })).gold;
  expect(goldOf(gold)).toBe(base.gold);
  expect(goldOf({ q2: ["c"], q3: [], q1: ["b", "a"] })).toBe(base.gold);
  expect(goldOf({ ...gold, q2: ["d"] })).not.toBe(base.gold);
  expect(goldOf({ q1: ["a", "b"], q2: ["c"] })).not.toBe(base.gold);
  const strict = summaryOf(evaluate({ gold, run: { q1: ["a"] }, metrics: ["rr"], missing: "leave-out" }));
  expect(strict.means[0]!.rules).not.toBe(base.means[0]!.rules);
});
