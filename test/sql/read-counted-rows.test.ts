import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GoldieError } from "../../src/core/problem.ts";
import type { Result } from "../../src/evaluate/score/result.ts";
import type { SqlEngine } from "../../src/sql/engine.ts";
import { openDuckDb } from "../../src/sql/engines/duckdb.ts";
import { evaluateTables, type StatementOptions, statementsFor } from "../../src/sql/evaluate-tables.ts";
import { type CountedRow, readCountedRows } from "../../src/sql/read-counted-rows.ts";
import { type TableCase, tableCase } from "./_cases.ts";
import { differences, giveGrades, giveHits, metricNames } from "./_compare.ts";
import { rowsByName } from "./_elsewhere.ts";

let engine: SqlEngine;
let given: TableCase;
let options: StatementOptions;
let rows: CountedRow[][];

/** As a tool would export it. */
function csv(table: readonly CountedRow[]): string {
  const field = (value: unknown) => (value === null ? "" : `"${String(value).replaceAll('"', '""')}"`);
  return [Object.keys(table[0]!), ...table.map((row) => Object.values(row))]
    .map((line) => `${line.map(field).join(",")}\n`)
    .join("");
}
function parseCsv(text: string): CountedRow[] {
  const lines: string[][] = [[]];
  for (const [, quoted, end] of text.matchAll(/("(?:[^"]|"")*"|)([,\n])/gy)) {
    lines.at(-1)!.push(quoted!.replace(/^"|"$/g, "").replaceAll('""', '"'));
    if (end === "\n") lines.push([]);
  }
  const [names, ...table] = lines.slice(0, -1);
  return table.map((line) => Object.fromEntries(names!.map((name, i) => [name, line[i]])));
}

beforeAll(async () => {
  engine = await openDuckDb();
  given = tableCase(77, 40, "grades");
  options = {
    hits: [await giveHits(engine, given.rows, "score")],
    goldTable: await giveGrades(engine, given),
    gold: given.gold,
    metrics: metricNames(7, 2, ({ needs }) => needs.every((facet) => facet === "grades")),
  } as StatementOptions;
  rows = [];
  for (const statement of statementsFor(options, engine.dialect))
    rows.push(await rowsByName(engine, statement));
});
afterAll(() => engine.close());

const read = (table: readonly Iterable<CountedRow>[]) => readCountedRows(options, engine.dialect, table);
const problemOf = (table: readonly Iterable<CountedRow>[]): string => {
  try {
    return `${read(table).length} results`;
  } catch (error) {
    if (!(error instanceof GoldieError)) return String(error);
    return `${error.problem.reason}: ${error.problem.what}`;
  }
};
const changed = (at: number, changes: CountedRow): CountedRow[][] =>
  rows.map((table) => table.map((row, i) => (i === at ? { ...row, ...changes } : row)));

/** Rows have no order, and so have the warnings about them. */
const said = ({ problems }: Result) => problems.map(({ what }) => what).sort();

test("rows that come back as CSV give the results of the engine", async () => {
  const { results } = await evaluateTables({ ...options, engine });
  expect(results).toHaveLength(2);
  for (const table of [rows.map((one) => parseCsv(csv(one))), jsonLines(rows)]) {
    const back = read(table);
    expect(back.map(({ name }) => name)).toEqual(results.map(({ name }) => name));
    expect(back.flatMap((result, i) => differences(results[i]!, result))).toEqual([]);
    expect(back.map(said)).toEqual(results.map(said));
  }
});
const jsonLines = (tables: readonly CountedRow[][]): CountedRow[][] =>
  tables.map((table) =>
    table.map(
      (row) =>
        JSON.parse(
          JSON.stringify(row, (_, x: unknown) => (typeof x === "bigint" ? Number(x) : x)),
        ) as CountedRow,
    ),
  );

describe("refused are", () => {
  test("rows that are missing, or there twice", () => {
    expect(problemOf(rows.map((table) => table.slice(1)))).toMatch(
      /^count: there are \d+ rows of statement 1, which/,
    );
    expect(problemOf(rows.map(() => []))).toBe("count: there are 0 rows of statement 1");
    expect(problemOf(rows.map((table) => [...table, table[3]!]))).toMatch(/^twice: .* twice$/);
    expect(problemOf([])).toMatch(/^statements: there are the rows of 0 statements; the metrics take 1$/);
    expect(problemOf([...rows, ...rows])).toMatch(/^statements: /);
  });
  test("columns that are missing or unknown", () => {
    const without = rows.map((table) => table.map(({ h0: _, ...row }) => row));
    expect(problemOf(without)).toBe("columns: the rows of statement 1 lack h0");
    expect(problemOf(changed(2, { extra: 1 }))).toBe(
      "columns: the rows of statement 1 have extra, which it does not give",
    );
  });
  test("rows of another statement", async () => {
    const other = { ...options, ties: "id-asc" } as StatementOptions;
    const [statement] = statementsFor(other, engine.dialect);
    expect(problemOf([await rowsByName(engine, statement!)])).toBe(
      "plan: these are not the rows of statement 1",
    );
  });
  test("values that are none", () => {
    const name = "h0";
    for (const value of ["n/a", "NaN", Number.POSITIVE_INFINITY, true, {}])
      expect(problemOf(changed(1, { [name]: value }))).toMatch(/^value: h0 of row 2 of statement 1 is /);
    expect(problemOf(changed(1, { run: null }))).toMatch(/^value: run of row 2/);
  });
  test("rows whose table had other grades, in words", () => {
    const [query, gold] = [...given.gold].find(([id]) => rows[0]!.some((row) => row["query"] === id))!;
    const grades = new Map(gold.grades as ReadonlyMap<string, number>);
    const other = (changed: ReadonlyMap<string, number>): string => {
      const gold = new Map(given.gold).set(query, { grades: changed });
      try {
        return `${readCountedRows({ ...options, gold } as StatementOptions, engine.dialect, rows).length} results`;
      } catch (error) {
        return (error as GoldieError).problem.what;
      }
    };
    expect(other(grades)).toBe("2 results");
    const more = other(new Map(grades).set("unheard of", 7));
    expect(more).toMatch(
      /, as statement 1 read it, has \d+ judgments, \d+ of them relevant, with grades that add up to [-\d.]+ for query .*; the gold has \d+ judgments/,
    );
    const nobody = new Map(given.gold).set("new", { grades: new Map([["d1", 1]]) });
    expect(() =>
      readCountedRows({ ...options, gold: nobody } as StatementOptions, engine.dialect, rows),
    ).toThrow(/has \d+ queries; the gold has \d+/);
  });
  test("runs that are missing, and runs that nobody asked for", async () => {
    const names = [...new Set(rows[0]!.map(({ run }) => String(run)))].sort();
    expect(names).toHaveLength(2);
    const withOnly = async (only: readonly string[]) => {
      const asked = { ...options, hits: options.hits.map((table) => ({ ...table, only })) };
      const [statement] = statementsFor(asked, engine.dialect);
      return { asked, table: await rowsByName(engine, statement!) };
    };
    const { asked, table } = await withOnly(names);
    expect(readCountedRows(asked, engine.dialect, [table])).toHaveLength(2);
    const missing = await withOnly([...names, "nope"]);
    expect(() => readCountedRows(missing.asked, engine.dialect, [missing.table])).toThrow(
      "the rows of statement 1 have none of run nope",
    );
    const renamed = table.map((row, i) => (i === 1 ? { ...row, run: "foreign" } : row));
    expect(() => readCountedRows(asked, engine.dialect, [renamed])).toThrow(
      'the rows of statement 1 have run "foreign"',
    );
  });
  test("queries that the gold lacks", () => {
    const at = rows[0]!.findIndex(({ query }) => query !== null);
    expect(problemOf(changed(at, { query: "no such query" }))).toMatch(
      /^query: .* no such query, which the gold lacks$/,
    );
  });
});
