import { expect, test } from "vitest";
import type { RetrieverView, RunsView } from "../data.ts";
import { comparedOrder, isOpenable, metricColumns, rowsOf, rowsWith } from "./rows.ts";

const retriever = (ref: string, ...metrics: string[]): RetrieverView => ({
  ref,
  name: ref.split("/").at(-1)!,
  means: metrics.map((metric) => ({
    metric,
    direction: "higher",
    rules: "r",
    mean: 0.5,
    counts: { scored: 1, undefined: 0, skipped: 0, failed: 0, missing: 0, unknown: 0 },
  })),
});

const runs: RunsView = {
  runs: [
    {
      id: "20260102-000000-000-bbbb",
      note: "With titles",
      state: "complete",
      commit: "abc123",
      retrievers: [retriever("2/bm25", "rr", "hit@5"), retriever("2/vector", "rr", "ndcg@10")],
    },
    { id: "20260101-000000-000-aaaa", state: "interrupted", retrievers: [retriever("1/bm25")] },
    { id: "20260100-000000-000-dddd", state: "damaged", retrievers: [] },
  ],
  files: [retriever("file.json", "rr")],
  problems: [],
};
const rows = rowsOf(runs);

test("a row for each file and retriever; the first of a run is marked", () => {
  expect(rows.map(({ ref, first }) => [ref, first])).toEqual([
    ["file.json", true],
    ["2/bm25", true],
    ["2/vector", false],
    ["1/bm25", true],
    // Nobody knows its retrievers, which is no reason not to list it.
    ["20260100-000000-000-dddd", true],
  ]);
  expect(rows.map(isOpenable)).toEqual([true, true, true, false, false]);
});

test("search by words in any order, in notes, commits and names; the first that is left speaks for its run", () => {
  const found = (search: string) => rowsWith(rows, search).map(({ ref, first }) => [ref, first]);
  expect(found("titles VECTOR")).toEqual([["2/vector", true]]);
  expect(found("abc12")).toEqual([
    ["2/bm25", true],
    ["2/vector", false],
  ]);
  expect(found("nothing like it")).toEqual([]);
  expect(found("  ")).toHaveLength(5);
  expect(found("damaged")).toEqual([["20260100-000000-000-dddd", true]]);
});

test("columns are the metrics of the first rows, as far as there is room", () => {
  expect(metricColumns(rows, 9)).toEqual(["rr", "hit@5", "ndcg@10"]);
  expect(metricColumns(rows, 2)).toEqual(["rr", "hit@5"]);
});

test("what is compared stands in order of time, whatever was chosen first", () => {
  expect(comparedOrder(rows, new Set(["2/bm25", "1/bm25", "file.json"]))).toEqual([
    "file.json",
    "1/bm25",
    "2/bm25",
  ]);
});
