import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type Count, tally } from "./_cells.ts";
import { cellsOf, type Tables, tablesIn } from "./_tables.ts";
import { ir } from "./ir/index.ts";

const folder = fileURLToPath(new URL("../../../shared/parity/", import.meta.url));

/** By tool, how many cells may differ in each class: as many as do. A new one is a mistake until somebody looked at it. */
const CHOSEN: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "trec_eval 10.0": {
    "gains-as-int": 167,
    "rbp-uninitialised": 57,
    "all-negative": 39,
    "missing-placeholder": 104,
  },
  "trec_eval 9.0.8": { "gains-as-int": 167, "all-negative": 19, "no-overlap": 6 },
  pytrec_eval: { "all-negative": 10, "empty-run": 5 },
  ranx: { "unstable-sort": 4063, "bpref-poisoned": 84, "ids-cut": 4 },
  beir: { "all-negative": 144 },
  sklearn: { "unstable-sort": 1658 },
  ir_measures: { "all-negative": 207, "empty-run": 21, "gdeval-grades": 18 },
  "ir_measures diversity": { "ndeval-depth": 16 },
  trectools: { "nan-rows": 1498, "tied-weights": 54, "all-negative": 32, "padded-ids": 90, overflow: 27 },
};
const CELLS: Readonly<Record<string, number>> = {
  "trec_eval 10.0": 240_000,
  "trec_eval 9.0.8": 220_000,
  pytrec_eval: 147_000,
  ir_measures: 71_000,
  "ir_measures diversity": 1_700,
  ranx: 69_000,
  beir: 12_000,
  sklearn: 20_000,
  trectools: 22_000,
};

const different = (count: Count) =>
  Object.fromEntries(Object.entries(count.chosen).map(([name, n]) => [name, n.different]));

describe("IR tools", () => {
  it.skipIf(!existsSync(`${folder}inputs.json`)).each(Object.keys(ir.readers))(
    "%s: every cell of the parity table is equal or a chosen difference (skipped without ../shared/parity)",
    { timeout: 240_000 },
    (table) => {
      const one = { ...ir, readers: { [table]: ir.readers[table]! } };
      for (const [tool, count] of tally(cellsOf(one, tablesIn(folder)))) {
        expect(count.wrongCells.slice(0, 20), tool).toEqual([]);
        expect(count.cells, tool).toBeGreaterThan(CELLS[tool] ?? 0);
        expect(different(count), tool).toEqual(CHOSEN[tool] ?? {});
      }
    },
  );
});

describe("the comparison can fail", () => {
  const c = {
    id: "c1",
    tag: "planted",
    qrels: [["q1", [["a", 1]]]],
    run: [
      [
        "q1",
        [
          ["a", 2],
          ["x", 1],
        ],
      ],
    ],
  };
  const count = (table: string, value: Record<string, unknown>): Count => {
    const given: Record<string, unknown> = { inputs: { cases: [c] }, [table]: value };
    const tables: Tables = (name) => given[name];
    return [...tally(cellsOf(ir, tables)).values()][0]!;
  };
  const trec = (text: string, exit = 0) =>
    count("trec_eval-10.0", {
      layouts: [["map", "P_5", "relstring", "num_ret"]],
      cases: [{ id: "c1", q: { exit, rows: [["q1", 0, text]] } }],
    });

  it("takes what trec_eval printed, to the last digit", () => {
    expect(trec("1.0000 0.2000 '1-' 2")).toMatchObject({ cells: 6, equal: 6, wrong: 0, chosen: {} });
    const wrong = (text: string) => trec(text).wrongCells.map((cell) => cell.where);
    expect(wrong("1.0000 0.2001 '1-' 2")).toEqual(["q.q1.P_5"]);
    expect(wrong("1.0000 0.2 '1-' 2")).toEqual(["q.q1.P_5"]);
    expect(wrong("1.0000 0.2000 '1.' 2")).toEqual(["q.q1.relstring"]);
    expect(wrong("1.0000 0.2000 '1-' 2.0000")).toEqual(["q.q1.num_ret"]);
    expect(wrong("1.0000 0.2000 '1-'")).toEqual(["q.q1.num_ret"]);
    expect(trec("1.0000 0.2000 '1-' 2", 4).wrongCells.map((cell) => cell.where)).toEqual(["q.exit"]);
  });

  it("takes doubles to 1e-12", () => {
    const ranx = (value: unknown) =>
      count("ranx", {
        meta: { metrics: ["mrr"] },
        cases: [{ id: "c1", rows: [["q1", [value]]], all: [1] }],
      });
    expect(ranx(1 + 1e-13)).toMatchObject({ cells: 2, equal: 2, wrong: 0 });
    for (const value of [1 + 1e-11, "NaN", null, { error: "x" }]) expect(ranx(value).wrong).toBe(1);
  });

  it("an order that nobody recorded excuses nothing", () => {
    const order = { q1: ["x", "a"] };
    const one = count("ranx", {
      meta: { metrics: ["mrr"] },
      cases: [{ id: "c1", rows: [["q1", [0.5]]], all: [0.5], order }],
    });
    // Two hits: short lists keep the order given.
    expect(one).toMatchObject({ wrong: 2, chosen: {} });
  });
});
