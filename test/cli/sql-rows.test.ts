/** Statements for an engine that goldie does not connect to: printed, run by DuckDB in its place, and their rows read back. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { testEffects } from "./_effects.ts";

const cwd = mkdtempSync(join(tmpdir(), "goldie-sql-rows-"));
afterAll(() => rmSync(cwd, { recursive: true }));

async function goldie(...argv: string[]) {
  const effects = testEffects({ cwd });
  const code = await main(argv, effects);
  return { code, out: effects.stdout.text, err: effects.stderr.text };
}

const QRELS = "q1 0 d1 1\nq1 0 d2 2\nq2 0 d3 1\nq3 0 d3 0\n";
const RUN = "q1 Q0 d2 1 3.5 t\nq1 Q0 d7 2 2.5 t\nq1 Q0 d1 3 1.5 t\nq2 Q0 d8 1 9 t\nq2 Q0 d3 2 8 t\n";
const METRICS = ["-m", "ndcg@10,ap,err,bpref,recall@1"];
const ASKED = [
  ...["--engine", "spark", "--run-table", "hits", "--gold-table", "qrels", ...METRICS],
  ...["--col", "run.query=q", "--col", "run.doc=d", "--col", "run.score=s"],
  ...["--col", "gold.query=q", "--col", "gold.doc=d", "--col", "gold.grade=g"],
];

/** What the printed statement gives, as CSV. DuckDB takes Spark's words once the quotes of names are its own. */
async function rowsOf(sql: string): Promise<string> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const fields = (text: string) =>
    text
      .trim()
      .split("\n")
      .map((line) => line.split(" "));
  await connection.run("CREATE TABLE hits (q VARCHAR, d VARCHAR, s DOUBLE)");
  for (const [q, , d, , s] of fields(RUN))
    await connection.run("INSERT INTO hits VALUES ($1, $2, $3)", [q!, d!, Number(s)]);
  await connection.run("CREATE TABLE qrels (q VARCHAR, d VARCHAR, g DOUBLE)");
  for (const [q, , d, g] of fields(QRELS))
    await connection.run("INSERT INTO qrels VALUES ($1, $2, $3)", [q!, d!, Number(g)]);
  const result = await connection.runAndReadAll(
    sql.replace(/;\s*$/, "").replaceAll("`", '"').replaceAll("STRING", "VARCHAR"),
  );
  const rows = [
    result.columnNames(),
    ...result.getRows().map((row) => row.map((value) => (value === null ? "" : String(value)))),
  ];
  connection.closeSync();
  instance.closeSync();
  return `${rows.map((row) => row.join(",")).join("\n")}\n`;
}

test("the rows of a printed statement give the scores of the file", async () => {
  writeFileSync(join(cwd, "gold.qrels"), QRELS);
  writeFileSync(join(cwd, "hits.trec"), RUN);
  const printed = await goldie("eval", ...ASKED, "--print-sql");
  expect(printed).toMatchObject({ code: 0, err: "" });
  expect(printed.out).toContain("not verified");
  writeFileSync(join(cwd, "rows.csv"), await rowsOf(printed.out));
  const [read, file] = [
    await goldie("eval", "gold.qrels", ...ASKED, "--sql-rows", "rows.csv", "--json", "--per-query"),
    await goldie("eval", "gold.qrels", "hits=hits.trec", ...METRICS, "--json", "--per-query"),
  ];
  expect(read.err).toBe(file.err.replaceAll("hits.trec  ", ""));
  const scoresIn = (text: string) =>
    JSON.parse(text).runs.map((run: { queries: unknown; means: unknown }) => run);
  const [ours, theirs] = [scoresIn(file.out), scoresIn(read.out)];
  expect(theirs.map((run: { queries: unknown }) => run.queries)).toEqual(
    ours.map((run: { queries: unknown }) => run.queries),
  );
});

test("rows of another statement, or a part of them, are refused", async () => {
  const printed = await goldie("eval", ...ASKED, "--print-sql");
  const rows = await rowsOf(printed.out);
  writeFileSync(join(cwd, "part.csv"), rows.split("\n").slice(0, -2).join("\n"));
  expect(await goldie("eval", "gold.qrels", ...ASKED, "--sql-rows", "part.csv")).toMatchObject({
    code: 2,
    err: expect.stringContaining("save all rows"),
  });
  writeFileSync(join(cwd, "rows.csv"), rows);
  expect(await goldie("eval", "gold.qrels", ...ASKED, "-m", "rr", "--sql-rows", "rows.csv")).toMatchObject({
    code: 2,
  });
  expect((await goldie("eval", ...ASKED, "--sql-rows", "rows.csv")).err).toContain(
    "needs the gold as a file",
  );
  expect(
    (await goldie("eval", "gold.qrels", "hits.trec", "--engine", "duckdb", "--sql-rows", "rows.csv")).err,
  ).toContain("drop --sql-rows");
});
