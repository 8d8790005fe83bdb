import { expect, test } from "vitest";
import { RankingColumns, type RankingInput } from "../evaluate/input/read-run.ts";
import { KeptRun } from "./_kept-run.ts";
import { weightOf, weightOfHits } from "./weight.ts";

const PLAIN = { mapping: false, distinct: true, nulls: false };
const LONG = "x".repeat(232);

test.each<[name: string, list: RankingInput, weight: number]>([
  ["ids", ["a", "b", "c"], 3],
  ["long ids", [LONG, LONG], 6],
  ["hits with texts", [{ id: "a", text: "y".repeat(300) }, { id: LONG }], 2 + 3 + 1.69],
  ["a hit without an id", [{ id: null }], 1],
  ["columns", new RankingColumns({ ids: [LONG, LONG], texts: ["y".repeat(100), undefined], ...PLAIN }), 7],
  ["id \u2192 score", { [LONG]: 1 }, 3],
  ["a Map", new Map([[LONG, 1]]), 3],
  ["a failure", new Error("no answer"), 1],
])("%s", (_, list, weight) => {
  expect(weightOf(list)).toBeCloseTo(weight, 10);
});

test("hits with ids of ordinary length weigh one each", () => {
  expect(weightOfHits(10, 320)).toBe(10);
  expect(weightOfHits(10, 1320)).toBe(20);
});

/** Keeps one row for each id, up to a weight of ten. */
function kept(id: string, rows: number): { run: KeptRun; added: number } {
  const run = new KeptRun("run.trec", 10, false);
  const bytes = new TextEncoder().encode(id);
  const one = (x: number) => Uint32Array.of(x);
  let added = 0;
  for (let i = 0; i < rows; i++) {
    const row = { count: 1, starts: one(0), ends: one(bytes.length), lines: one(i + 1), settled: 1 };
    const place = run.add(bytes, 0, 1, {
      ...row,
      values: Float64Array.of(1),
      copied: bytes,
      block: undefined,
    });
    if (place !== undefined) added++;
  }
  return { run, added };
}

test("what is kept of a run is weighed with its ids", () => {
  const short = kept("a", 10);
  expect([short.added, short.run.weight, short.run.isFull]).toEqual([10, 10, false]);
  expect(kept("a", 11).run.isFull).toBe(true);
  const long = kept(LONG, 4);
  expect([long.added, long.run.isFull]).toEqual([3, true]);
});
