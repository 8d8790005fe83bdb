import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type Count, tally } from "./_cells.ts";
import { cellsOf, type Tables, tablesIn, watched } from "./_tables.ts";
import { ir } from "./ir/index.ts";

const folder = fileURLToPath(new URL("../../../shared/parity/", import.meta.url));

/** By tool, how many cells may differ in each class: as many as do. A new one is a bug until reviewed. */
const CHOSEN: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "trec_eval 10.0": {
    "gains-as-int": 167,
    "rbp-uninitialised": 57,
    "all-negative": 39,
    "gains-crash": 76,
    "missing-placeholder": 104,
  },
  "trec_eval 9.0.8": { "gains-as-int": 167, "all-negative": 19, "no-overlap": 6 },
  pytrec_eval: { "all-negative": 10, "empty-run": 5 },
  ranx: { "unstable-sort": 4381, "bpref-poisoned": 84, "ids-cut": 4 },
  beir: { "all-negative": 144 },
  sklearn: { "unstable-sort": 1658 },
  ir_measures: { "all-negative": 207, "empty-run": 21, "gdeval-grades": 18 },
  "ir_measures diversity": { "ndeval-depth": 16 },
  trectools: { "nan-rows": 1502, "tied-weights": 54, "all-negative": 32, "padded-ids": 86, overflow: 27 },
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
      const { tables, unread } = watched(tablesIn(folder));
      for (const [tool, count] of tally(cellsOf(one, tables))) {
        expect(count.wrongCells.slice(0, 20), tool).toEqual([]);
        expect(count.cells, tool).toBeGreaterThan(CELLS[tool] ?? 0);
        expect(different(count), tool).toEqual(CHOSEN[tool] ?? {});
      }
      // What is recorded is read, or said not to be.
      const listed = ir.notCovered.flatMap((one) => (one.table === table ? (one.field ?? []) : []));
      expect(unread(table)).toEqual(listed.toSorted());
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
  const count = (table: string, value: Record<string, unknown>, input: unknown = c): Count => {
    const given: Record<string, unknown> = { inputs: { cases: [input] }, [table]: value };
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

  it("takes the rows that trec_eval printed, no more and no less", () => {
    const rows = (...queries: readonly string[]) =>
      count("trec_eval-10.0", {
        layouts: [["map"]],
        cases: [{ id: "c1", q: { exit: 0, rows: queries.map((q) => [q, 0, "1.0000"]) } }],
      }).wrongCells.map((cell) => cell.where);
    expect(rows("q1")).toEqual([]);
    expect(rows()).toEqual(["q.rows"]);
    expect(rows("q1", "q2")).toContain("q.rows");
  });

  it("a field that nobody reads is seen", () => {
    const row = { id: "c1", rows: [["q1", [1]]], all: [1], spare: 3 };
    const given: Record<string, unknown> = {
      inputs: { cases: [c] },
      ranx: { meta: { metrics: ["mrr"] }, cases: [row] },
    };
    const { tables, unread } = watched((name) => given[name]);
    expect(tally(cellsOf(ir, tables)).get("ranx")).toMatchObject({ cells: 2, equal: 2 });
    expect(unread("ranx")).toEqual(["spare"]);
  });

  it("NumRet 0 is excused where all judgements are negative, and nowhere else", () => {
    const said = (grade: number, numret: number) =>
      count(
        "ir_measures",
        {
          meta: { provider_of: { NumRet: "pytrec_eval" } },
          cases: [{ id: "c1", queries: ["q1"], values: { NumRet: [numret, [numret]] } }],
          diversity: [],
        },
        { ...c, qrels: [["q1", [["a", grade]]]] },
      );
    expect(said(-1, 0)).toMatchObject({ wrong: 0, chosen: { "all-negative": { different: 2, equal: 0 } } });
    expect(said(-1, 2)).toMatchObject({ wrong: 0, equal: 2, chosen: {} });
    expect(said(1, 0)).toMatchObject({ wrong: 2, chosen: {} });
    expect(said(-1, 3)).toMatchObject({ wrong: 2, chosen: {} });
  });

  it("padded ids excuse what reading them as numbers changes, and nothing else", () => {
    const padded = {
      ...c,
      qrels: [["q1", [["07", 1]]]],
      run: [
        [
          "q1",
          [
            ["07", 1],
            ["6", 1],
          ],
        ],
      ],
    };
    const said = (rr: number, p: number) =>
      count(
        "trectools",
        {
          cases: [
            {
              id: "c1",
              values: {
                "get_reciprocal_rank(depth=10,trec_eval=True)": [rr, { q1: rr }],
                "get_precision(depth=5,trec_eval=True)": [p, { q1: p }],
              },
            },
          ],
        },
        padded,
      );
    // As text 6 stands before 07 where ties go down; as numbers 7 before 6.
    expect(said(1, 0.2)).toMatchObject({ wrong: 0, equal: 2, chosen: { "padded-ids": { different: 2 } } });
    expect(said(1, 0.4).wrongCells.map((cell) => cell.where)).toEqual([
      "get_precision(depth=5,trec_eval=True).all",
      "get_precision(depth=5,trec_eval=True).q1",
    ]);
    expect(said(0.25, 0.2).wrong).toBe(2);
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
