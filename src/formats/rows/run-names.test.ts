import { expect, test } from "vitest";
import { parquetOf } from "../../../scripts/_docs/file-inputs.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import { loadRun, memorySource } from "../../engine/index.ts";
import { RUN_NAMES } from "../../sql/read-tables.ts";
import { RUN } from "./field-names.ts";

const told = async (name: string, bytes: string | Uint8Array, texts = false) => {
  const log = new ProblemLog();
  await loadRun(await memorySource(name, bytes), { log, texts });
  return log
    .list()
    .filter(({ code }) => code === "mixed-runs")
    .map(({ fields, at }) => [fields?.["column"], fields?.["values"], fields?.["count"], at?.line]);
};
const SYSTEMS = ["bm25", "bm25", "dense", "bm25", "hybrid"];
const rows = (systems: readonly string[], key = "system") =>
  systems.map((system, i) => ({ query: `q${i % 2}`, doc: `d${i}`, score: 9 - i, [key]: system }));
const csv = (systems: readonly string[]) =>
  ["query,doc,score,system", ...rows(systems).map((row) => Object.values(row).join(","))].join("\n");
const jsonl = (systems: readonly string[], key?: string) =>
  rows(systems, key)
    .map((row) => JSON.stringify(row))
    .join("\n");
const parquet = (systems: readonly string[]) =>
  parquetOf(
    ...(["query", "doc", "system"] as const).map((name) => ({
      name,
      data: rows(systems).map((row) => row[name]),
      type: "STRING" as const,
    })),
    { name: "score", data: rows(systems).map(({ score }) => score), type: "DOUBLE" },
  );

test("a column with several systems is named once, with its values", async () => {
  const expected = (line: number) => [["system", ["bm25", "dense", "hybrid"], 3, line]];
  expect(await told("run.csv", csv(SYSTEMS))).toEqual(expected(4));
  expect(await told("run.csv", csv(SYSTEMS), true)).toEqual(expected(4));
  expect(await told("run.jsonl", jsonl(SYSTEMS))).toEqual(expected(3));
  expect(await told("run.jsonl", jsonl(SYSTEMS), true)).toEqual(expected(3));
  expect(await told("run.parquet", parquet(SYSTEMS))).toEqual(expected(3));
  expect(await told("run.jsonl", jsonl(SYSTEMS, "run_id"))).toEqual([
    ["run_id", ...expected(3)[0]!.slice(1)],
  ]);
});

test("one system, and other columns, need no word", async () => {
  const one = SYSTEMS.map(() => "bm25");
  expect(await told("run.csv", csv(one))).toEqual([]);
  expect(await told("run.jsonl", jsonl(one))).toEqual([]);
  expect(await told("run.parquet", parquet(one))).toEqual([]);
  expect(await told("run.jsonl", jsonl(SYSTEMS, "language"))).toEqual([]);
});

test("engines know the same names of the column", () => {
  expect(RUN).toEqual(RUN_NAMES);
});
