/** A count that an engine does not give is an error, never 0. */
import { afterAll, describe, expect, test } from "vitest";
import { GoldieError } from "../../src/core/problem.ts";
import { countIn } from "../../src/sql/_count-in.ts";
import type { SqlEngine, SqlValue } from "../../src/sql/engine.ts";
import { openDuckDb } from "../../src/sql/engines/duckdb.ts";
import { evaluateTables, type TablesOptions } from "../../src/sql/evaluate-tables.ts";
import { countHits, giveQueries } from "../../src/sql/fetch-hits.ts";
import { withDialect } from "./_broken.ts";
import type { TableRow } from "./_cases.ts";
import { giveHits } from "./_compare.ts";

let opened: Promise<SqlEngine> | undefined;
const engine = () => {
  opened ??= openDuckDb();
  return opened;
};
afterAll(async () => (await engine()).close());

type Change = (row: readonly SqlValue[]) => readonly SqlValue[];

/** DuckDB, with other rows for the statements that have these words. */
async function changed(words: string, change: Change | "no rows"): Promise<SqlEngine> {
  const real = await engine();
  return {
    ...withDialect(real, {}),
    async *query(statement, options) {
      for await (const rows of real.query(statement, options))
        if (!statement.sql.includes(words)) yield rows;
        else if (change !== "no rows") yield rows.map(change);
    },
  };
}
const problemOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "no Problem",
    (error: unknown) =>
      error instanceof GoldieError
        ? `${error.problem.code}/${error.problem.reason ?? ""}: ${error.problem.what}`
        : String(error),
  );

const ROWS: readonly TableRow[] = [
  { run: "r", query: "q1", doc: "a", score: 2, rank: 1 },
  { run: "r", query: "q1", doc: "b", score: 1, rank: 2 },
  { run: "r", query: "q9", doc: "b", score: 1, rank: 1 },
];
const GOLD = { q1: { b: 1 } };

async function score(by: SqlEngine, options: Partial<TablesOptions> = {}) {
  const hits = [await giveHits(by, ROWS, "score")];
  return evaluateTables({ engine: by, hits, gold: GOLD, metrics: ["ap"], ...options });
}
const goldTable = async (): Promise<TablesOptions["goldTable"]> => ({
  kind: "grades",
  source: await (await engine()).give({
    columns: [
      { name: "q", type: "text" },
      { name: "d", type: "text" },
      { name: "g", type: "double" },
    ],
    rows: [["q1", "b", 1]],
  }),
  query: "q",
  doc: "d",
  grade: "g",
});

test("unchanged, all of it is a score", async () => {
  const { results } = await score(await engine(), { goldTable: await goldTable() });
  expect(results[0]!.mean("ap").mean).toBe(0.5);
});

describe("the counts of a query", () => {
  const COLUMNS = ["run", "query", "unknown", "first_unknown", "length", "repeated", "repeated_doc", "fault"];

  test("are where this test changes them", async () => {
    const seen: (readonly SqlValue[])[] = [];
    const watched = await changed("repeated_doc", (row) => {
      seen.push(row);
      return row;
    });
    await score(watched);
    expect(
      seen.map((row) => row.slice(0, COLUMNS.length).map((one) => (one === null ? null : String(one)))),
    ).toEqual(
      expect.arrayContaining([
        ["r", "q1", "0", null, "2", "0", null, "0"],
        ["r", null, "1", "q9", "0", "0", null, "0"],
      ]),
    );
  });

  test.each(["unknown", "length", "repeated", "fault"])("%s", async (name) => {
    for (const value of [null, "", "many", 1.5, -1]) {
      const broken = await changed("repeated_doc", (row) => row.with(COLUMNS.indexOf(name), value));
      expect(await problemOf(score(broken)), String(value)).toMatch(/^engine-failed\/count: duckdb gave /);
    }
  });
});

test("a sum over hits that is not there is no 0", async () => {
  let columns = 0;
  const watched = await changed("repeated_doc", (row) => {
    columns = row.length;
    return row;
  });
  await score(watched);
  for (const value of [null, "", " ", "many", Number.NaN]) {
    const said: string[] = [];
    // Behind what is counted of every query come the aggregates.
    for (let i = 8; i < columns; i++)
      said.push(await problemOf(score(await changed("repeated_doc", (row) => row.with(i, value)))));
    for (const one of said) expect(one, String(value)).toMatch(/^engine-failed\/count: duckdb gave /);
    expect(said.filter((one) => one.includes("over hits")).length, String(value)).toBeGreaterThan(0);
  }
});

test.each<readonly [string, Change | "no rows"]>([
  ["NULL judgments", (row) => [null, row[1]!]],
  ["NULL relevant ones", (row) => [row[0]!, null]],
  ["no rows", "no rows"],
])("the check of the gold, %s", async (_, change) => {
  const broken = await changed('AS "judgments"', change);
  expect(await problemOf(score(broken, { goldTable: await goldTable() }))).toMatch(
    /^engine-failed\/count: duckdb gave NULL as the number of (relevant )?judgments/,
  );
});

test.each<readonly [string, Change | "no rows"]>([
  ["NULL", () => [null]],
  ["no rows", "no rows"],
])("the number of rows to fetch, %s", async (_, change) => {
  const broken = await changed('AS "rows"', change);
  const tables = [await giveHits(broken, ROWS, "score")];
  const wanted = await giveQueries(broken, ["q1"], {});
  expect(await countHits(await engine(), tables, wanted, {})).toBe(2);
  expect(await problemOf(countHits(broken, tables, wanted, {}))).toContain("NULL as the number of rows");
});

test("of a table without rows, none is a number", async () => {
  const tables = [await giveHits(await engine(), [], "score")];
  expect(await countHits(await engine(), tables, await giveQueries(await engine(), ["q1"], {}), {})).toBe(0);
});

test("queries that the gold lacks", async () => {
  const broken = await changed('AS "queries"', (row) => row.with(1, null));
  expect(await problemOf(score(broken, { pull: true }))).toContain("queries that the gold lacks");
});

test("whole numbers are counts, as texts and as bigints too", () => {
  expect([0, "12", 7n].map((one) => countIn(one, "x", "e"))).toEqual([0, 12, 7]);
  for (const one of [
    null,
    undefined,
    "",
    " ",
    "\n",
    "0x10",
    "x",
    false,
    true,
    0.5,
    -1,
    2n ** 60n,
    Number.NaN,
  ])
    expect(() => countIn(one, "x", "e"), String(one)).toThrow(GoldieError);
});
