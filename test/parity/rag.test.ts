import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { dialects } from "../../src/index.ts";
import { type Count, printTable, tally, total } from "./_cells.ts";
import { cellsOf, type Tables, tablesIn, watched } from "./_tables.ts";
import { classes as irClasses } from "./ir/classes.ts";
import { classes } from "./rag/classes.ts";
import { rag } from "./rag/index.ts";

const folder = fileURLToPath(new URL("../../../shared/parity/rag/", import.meta.url));

describe("RAG tools", () => {
  it.skipIf(!existsSync(folder))(
    "every cell of the parity tables is equal or a chosen difference (skipped without ../shared/parity/rag)",
    { timeout: 120_000 },
    () => {
      const { tables, unread } = watched(tablesIn(folder));
      const counts = tally(cellsOf(rag, tables));
      // What is recorded is read, or said not to be.
      for (const table of Object.keys(rag.readers))
        expect(unread(table), table).toEqual(
          rag.notCovered.flatMap((one) => (one.table === table ? (one.field ?? []) : [])),
        );
      expect(total(counts).wrongCells.slice(0, 20)).toEqual([]);
      expect(total(counts).cells).toBeGreaterThan(100_000);
      // Chosen differences are those of two tools alone, and few.
      const most: Readonly<Record<string, number>> = { liverag: 0.03, "torchmetrics (to 1e-6)": 0.012 };
      const differences = (count: Count) =>
        Object.values(count.chosen).reduce((sum, { different }) => sum + different, 0);
      for (const [tool, count] of counts)
        expect(differences(count) / count.cells, tool).toBeLessThanOrEqual(most[tool] ?? 0);
    },
  );
});

it("every class of chosen differences is one that its dialects own up to, and the other way round", () => {
  const classesOf = (id: string) =>
    [classes, irClasses].flatMap((of) => Object.keys(of).filter((name) => of[name]!.includes(id)));
  for (const d of dialects)
    expect((d.chosen ?? []).map((one) => one.id).sort(), d.id).toEqual(classesOf(d.id).sort());
});

describe("the comparison can fail", () => {
  const judged = {
    query: "q",
    contexts: ["c"],
    reference: "r",
    response: "s",
    verdicts: [1],
    claims: [1],
    raw_verdicts: ["yes"],
    raw_claims: ["yes"],
    raw_statements: [["yes"]],
    ref_entities: [],
    ctx_entities: [],
    ratings: ["2", "2"],
  };
  const query = (qid: string | number, retrieved: string[], gold: string[]) => ({
    qid,
    retrieved,
    scores: retrieved.map(() => 1),
    gold: [gold],
    gold_docs: gold,
    grades: null,
    texts: { chunks: [], gold: [] },
    judged,
  });
  const row = { context_recall: 1, context_precision: 1, context_f1: 1 };
  const counts = { retrieved_docs_count: 1, gold_docs_count: 1, correct_docs_count: 1 };
  const means = {
    avg_context_recall: 1,
    avg_context_precision: 1,
    avg_context_f1: 1,
    pct_records_with_at_least_one_ref: 100,
    pct_records_with_all_refs: 100,
  };

  /** One LiveRAG case with one query that is right in every cell but those changed. */
  function liverag(queries: ReturnType<typeof query>[], changed: Record<string, unknown>): Count {
    const given: Record<string, unknown[]> = {
      inputs: [{ case: 7, kind: "planted", k: [1], queries }],
      liverag: [
        {
          case: 7,
          sample_count: 1,
          rows: [{ qid: queries[0]!.qid, ...row, ...counts, ndcg_10: 1, ...changed }],
          aggregate: { ...means, ndcg_10: 1 },
        },
      ],
    };
    const tables: Tables = (name) => given[name];
    return tally(cellsOf(rag, tables)).get("liverag")!;
  }
  const one = [query("q1", ["a"], ["a"])];

  it("takes equal cells for equal", () => {
    expect(liverag(one, {})).toMatchObject({ cells: 14, equal: 14, wrong: 0, chosen: {} });
    expect(liverag(one, { context_recall: 1 + 1e-13 })).toMatchObject({ wrong: 0 });
  });

  it.each([
    [{ context_recall: 1 + 1e-11 }, "row.context_recall"],
    [{ context_recall: null }, "row.context_recall"],
    [{ context_recall: "NaN" }, "row.context_recall"],
    [{ context_recall: { error: "ValueError: x" } }, "row.context_recall"],
    [{ context_recall: undefined }, "row.context_recall"],
    [{ ndcg_10: 0 }, "row.ndcg_10"],
    [{ something_else: 1 }, "row.something_else"],
  ])("%j is noticed", (changed, where) => {
    const count = liverag(one, changed);
    expect(count.wrongCells.map((cell) => cell.where)).toEqual([where]);
    expect(printTable(new Map([["liverag", count]]))).toContain("| 1 |");
  });

  it("a difference in a class is counted there, and a class reaches no further than its cells", () => {
    const spaced = [query("q1", ["a b"], ["a b"])];
    expect(liverag(spaced, { ndcg_10: 0 })).toMatchObject({
      wrong: 0,
      chosen: { "white-space": { different: 1, equal: 1 } },
    });
    expect(liverag(spaced, { context_recall: 0 })).toMatchObject({ wrong: 1 });
  });

  it("where scores tie, a value is in the class if some order gives it, and wrong if none does", () => {
    const torchmetrics = (retrieved: string[], wanted: Record<string, number>) => {
      const given: Record<string, unknown[]> = {
        inputs: [{ case: 7, kind: "planted", k: [1], queries: [query("q1", retrieved, ["a"])] }],
        torchmetrics: [
          { case: 7, retrieved_only: [wanted], pool: [], pool_negative: [], aggregate_pool: { neg: wanted } },
        ],
      };
      return tally(cellsOf(rag, (name) => given[name])).get("torchmetrics (to 1e-6)")!;
    };
    const tied = ["x", "a", "y"];
    expect(torchmetrics(tied, { mrr: 1 })).toMatchObject({
      wrong: 0,
      chosen: { "unstable-sort": { different: 2, equal: 0 } },
    });
    expect(torchmetrics(tied, { mrr: 1 / 3 })).toMatchObject({ wrong: 0 });
    // A mean over one query may lie anywhere between its bounds; a row may not.
    expect(torchmetrics(tied, { mrr: 0.75 }).wrongCells.map((cell) => cell.where)).toEqual([
      "retrieved_only.mrr",
    ]);
    expect(torchmetrics(tied, { mrr: 0.25 })).toMatchObject({ wrong: 2 });
    // Equal scores that nobody can tell apart are in no class, and float32 is no excuse for more than its last bits.
    expect(torchmetrics(["a", "a"], { mrr: 0.5 })).toMatchObject({ wrong: 2, chosen: {} });
    expect(torchmetrics(["a"], { mrr: 1 + 5e-7 })).toMatchObject({ wrong: 0 });
    expect(torchmetrics(["a"], { mrr: 1 + 5e-6 })).toMatchObject({ wrong: 2 });
  });

  it("what we refuse is wrong, not lost", () => {
    const odd = [query("q1", ["a"], [null as unknown as string])];
    const count = liverag(odd, {});
    expect(count.wrong).toBe(count.cells);
    expect(String(count.wrongCells[0]!.got)).toMatch(/^refused: /);
  });
});
