/** Lists in files whose scores contradict their order: one warning for each run. */
import { describe, expect, test } from "vitest";
import { evaluateFiles, memorySource } from "../src/engine/index.ts";
import { evaluate } from "../src/evaluate/evaluate.ts";
import { run as live } from "../src/live/run.ts";

const gold = { q1: ["a"], q2: ["b"], q3: ["c"] };
const lists = {
  q1: { a: 3, x: 2 },
  q2: { x: 1, b: 2, y: 0.5 },
  q3: { c: 0.25, x: 0.75 },
};
type Lists = Readonly<Record<string, Readonly<Record<string, number>>>>;
const hitsOf = (list: Readonly<Record<string, number>>) =>
  Object.entries(list).map(([id, score]) => ({ id, score }));
const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const jsonl = (all: Lists, more: object = {}): string =>
  lines(
    Object.entries(all).map(([id, list]) => ({ id, hits: hitsOf(list).map((hit) => ({ ...hit, ...more })) })),
  );

async function said(name: string, text: string, options: object = {}): Promise<unknown[]> {
  const { runs } = await evaluateFiles({
    gold: memorySource("gold.jsonl", lines(Object.entries(gold).map(([id, relevant]) => ({ id, relevant })))),
    runs: [memorySource(name, text)],
    metrics: ["rr"],
    ...options,
  });
  return runs[0]!.result.problems
    .filter(({ code }) => code === "score-order")
    .map(({ reason, fields, at }) => [reason, fields, at?.file]);
}

describe("is said once, with a count and the first query", () => {
  const some = [["some", { count: 2, first: "q2" }, "run.jsonl"]];
  test("for rows that stay bytes", async () => expect(await said("run.jsonl", jsonl(lists))).toEqual(some));
  test("for hits with other fields", async () =>
    expect(await said("run.jsonl", jsonl(lists, { text: "a text" }))).toEqual(some));
  test("as distances, where all of them rise throughout", async () => {
    const { q1, q3 } = lists;
    expect(await said("run.jsonl", jsonl({ q1, q2: { b: 1, x: 1, y: 2 }, q3 }))).toEqual([
      ["distances", { count: 2, first: "q2" }, "run.jsonl"],
    ]);
  });
});

describe("is not said", () => {
  test("where scores fall or are equal", async () =>
    expect(await said("run.jsonl", jsonl({ q1: { a: 2, x: 2, y: 1 }, q2: { b: 0 } }))).toEqual([]));
  test.each(["score", "given"])("where the user chose --order %s", async (order) =>
    expect(await said("run.jsonl", jsonl(lists), { order })).toEqual([]),
  );
  test("for formats that are ordered by score", async () => {
    const rows = Object.entries(lists).flatMap(([query, list]) =>
      hitsOf(list).map(({ id, score }, i) => `${query} Q0 ${id} ${i + 1} ${score} t\n`),
    );
    expect(await said("run.trec", rows.join(""))).toEqual([]);
    expect(await said("run.jsonl", lines(Object.entries(lists).map(([id, hits]) => ({ id, hits }))))).toEqual(
      [],
    );
  });
  test("for lists in memory, and for retrievers that are asked: their scores may be distances", async () => {
    const run = Object.entries(lists).map(([id, list]) => ({ id, hits: hitsOf(list) }));
    expect(evaluate({ gold, run, metrics: ["rr"] }).problems).toEqual([]);
    const { runs } = await live({
      gold,
      queries: new Map([..."123"].map((n) => [`q${n}`, `q${n}`])),
      metrics: ["rr"],
      retrievers: { main: (query) => hitsOf(lists[query as keyof typeof lists]) },
    });
    expect(runs[0]!.result.problems).toEqual([]);
  });
});
