/** Scores written with `-o scores.parquet` are read again. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../scripts/_prepare.mjs";
import { main } from "../../src/cli/main.ts";
import { testEffects } from "./_effects.ts";

const cwd = mkdtempSync(join(tmpdir(), "goldie-parquet-scores-"));
afterAll(() => rmSync(cwd, { recursive: true }));

async function goldie(...argv: string[]) {
  const effects = testEffects({ cwd });
  const code = await main(argv, effects);
  return { code, out: effects.stdout.text, err: effects.stderr.text };
}
const RUNS = ["gold.jsonl", "overlap.jsonl", "prefix.jsonl"];
const METRICS = ["-m", "ndcg@10,recall@5,hit@5"];

beforeAll(async () => {
  for (const name of RUNS) cpSync(join(root, "examples/harbour", name), join(cwd, name));
  const outputs = ["-o", "both.parquet", "-o", "both.json", "--per-query", "--quiet"];
  expect((await goldie("eval", ...RUNS, ...METRICS, ...outputs)).code).toBe(0);
  for (const run of ["overlap", "prefix"])
    await goldie("eval", "gold.jsonl", `${run}.jsonl`, ...METRICS, "-o", `${run}.parquet`, "--quiet");
});

/** Without the comparison of the golds: rows of scores say nothing of gold. */
const pairs = ({ out }: { out: string }): unknown[] =>
  (JSON.parse(out) as { pairs: readonly { readonly gold?: unknown }[] }).pairs.map(
    ({ gold: _, ...pair }) => pair,
  );

test("two runs in one file, or in two", async () => {
  const asked = [...METRICS, "--json"];
  const scored = await goldie("compare", "both.json", ...asked);
  expect(scored.code).toBe(0);
  const one = await goldie("compare", "both.parquet", ...asked);
  expect(one.code).toBe(0);
  expect(pairs(one)).toEqual(pairs(scored));
  expect(pairs(await goldie("compare", "overlap.parquet", "prefix.parquet", ...asked))).toEqual(
    pairs(scored),
  );
});

test("beside runs that are scored now", async () => {
  const { code, out } = await goldie("compare", "gold.jsonl", "prefix.jsonl", "overlap.parquet", ...METRICS);
  expect(code).toBe(0);
  expect(out).toContain("overlap");
});

test("the gate takes them too", async () => {
  expect((await goldie("gate", "overlap.parquet", "--min", "recall@5=0.1")).code).toBe(0);
  expect((await goldie("gate", "overlap.parquet", "--min", "recall@5=0.99")).code).toBe(1);
});

test("a run of hits in Parquet is still a run", async () => {
  expect((await goldie("convert", "overlap.jsonl", "hits.parquet", "--quiet")).code).toBe(0);
  const asked = ["compare", "gold.jsonl", "hits.parquet", "prefix.jsonl", ...METRICS, "--json"];
  expect((await goldie(...asked)).code).toBe(0);
});

const column = (name: string, data: readonly unknown[], type: "STRING" | "DOUBLE" = "STRING") => ({
  name,
  data: [...data],
  type,
  nullable: true,
});
const scores = (change: Readonly<Record<string, readonly unknown[]>>): Uint8Array => {
  const columns = {
    run: ["a", "a"],
    query: ["q1", "q2"],
    metric: ["rr", "rr"],
    value: [1, 0.5],
    status: ["scored", "scored"],
    because: [null, null],
    ...change,
  };
  const columnData = Object.entries(columns).map(([name, data]) =>
    column(name, data, name === "value" ? "DOUBLE" : "STRING"),
  );
  return new Uint8Array(parquetWriteBuffer({ columnData: columnData as never }));
};

test("states stay states", async () => {
  const states = {
    query: ["q1", "q2", "q3", "q4"],
    run: ["a", "a", "a", "a"],
    metric: ["rr", "rr", "rr", "rr"],
    value: [1, null, null, null],
    status: ["scored", "undefined", "skipped", "failed"],
    because: [null, "no-relevant", "no grades, groups", "retriever-failed"],
  };
  writeFileSync(join(cwd, "states.parquet"), scores(states));
  const { code, out } = await goldie(
    "gate",
    "states.parquet",
    "--min",
    "rr=0.5",
    "--max-failed",
    "50%",
    "--json",
  );
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    failed: { cells: 1, of: 4 },
    rules: [{ mean: 1, queries: 1 }],
  });
  expect((await goldie("gate", "states.parquet", "--min", "rr=0.5")).code).not.toBe(0);
});

test.each([
  ["a score without a number", { value: [1, null] }, "row 2 of bad.parquet has a score without a number"],
  ["an unknown status", { status: ["scored", "fine"] }, 'row 2 of bad.parquet has the status "fine"'],
  ["no query", { query: ["q1", null] }, "row 2 of bad.parquet has no query"],
  ["a score twice", { query: ["q1", "q1"] }, "row 2 of bad.parquet has rr of query q1 once more"],
  ["a reason that is none", { status: ["scored", "undefined"], because: [null, "so"] }, "because"],
])("%s is refused", async (_, change, said) => {
  writeFileSync(join(cwd, "good.parquet"), scores({}));
  expect((await goldie("gate", "good.parquet", "--min", "rr=0.1")).code).toBe(0);
  writeFileSync(join(cwd, "bad.parquet"), scores(change));
  const { code, out, err } = await goldie("gate", "bad.parquet", "--min", "rr=0.1");
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain(said);
});
