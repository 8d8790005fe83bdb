/** The text of statements, for every dialect. No engine is needed; `npx vitest -u` writes them anew. */
import { describe, expect, test } from "vitest";
import { type SqlDialect, standard } from "../../src/sql/dialect.ts";
import { clickHouseDialect } from "../../src/sql/engines/clickhouse/dialect.ts";
import { duckDbDialect } from "../../src/sql/engines/duckdb.ts";
import { postgresDialect } from "../../src/sql/engines/postgres-dialect.ts";
import { printedDialects, printedSql } from "../../src/sql/engines/printed.ts";
import { type StatementOptions, statementsFor } from "../../src/sql/evaluate-tables.ts";
import { lineDiff } from "./_line-diff.ts";

// Some clients replace what looks like a variable of theirs.
const NAME = `it's \\ a "run" of \${user} & \u{1f600}\n`;
const OPTIONS: StatementOptions = {
  hits: [
    {
      source: { kind: "table", name: ["lake", "main", "runs"] },
      run: { column: "system" },
      query: "qid",
      doc: 'the "doc`\\',
      score: "sim",
    },
    {
      source: { kind: "table", name: ["other"] },
      run: { name: NAME },
      query: "q",
      doc: "d",
      score: "s",
    },
  ],
  gold: { q1: { d1: 1, d2: 2 } },
  goldTable: {
    kind: "grades",
    source: { kind: "table", name: ["qrels"] },
    query: "topic",
    doc: "docno",
    grade: "rel",
  },
  metrics: ["ndcg@10", "ap", "err@10", "bpref", "precision@5", "recall@100"],
};

const DIALECTS: Readonly<Record<string, SqlDialect>> = {
  duckdb: duckDbDialect,
  trino: { ...standard, id: "trino" },
  postgres: postgresDialect,
  clickhouse: clickHouseDialect,
  ...printedDialects,
};

const sqlOf = (dialect: SqlDialect, options: StatementOptions = OPTIONS): string => {
  const statements = statementsFor(options, dialect);
  expect(statements).toHaveLength(1);
  return `${statements[0]!.sql}\n`;
};

describe("statements", () => {
  test("as the standard has it", async () => {
    await expect(sqlOf(standard)).toMatchFileSnapshot("statements/standard.sql");
  });

  const { trino, spark, ...others } = DIALECTS;
  test("of Trino are the standard", () => {
    expect(sqlOf(trino!)).toBe(sqlOf(standard));
  });

  test.each(Object.entries(others))(
    "of %s differ in lines, beside the quotes of names",
    async (id, dialect) => {
      const same = sqlOf({ ...standard, quote: dialect.quote });
      await expect(lineDiff(same, sqlOf(dialect))).toMatchFileSnapshot(`statements/${id}.diff`);
    },
  );

  test("of Spark are those of Databricks", () => {
    expect(sqlOf(spark!)).toBe(sqlOf(printedDialects.databricks));
  });

  test("what is printed says that it was not run", () => {
    const [statement] = statementsFor(OPTIONS, printedDialects.bigquery);
    expect(printedSql(statement!, "bigquery")).toMatch(
      /^-- Written for BigQuery, and not verified here[^\n]*\nWITH /,
    );
  });

  test.each(["bigquery", "snowflake"] as const)("%s has no single precision, and says so", (id) => {
    const options = { ...OPTIONS, float: 32 as const };
    expect(() => statementsFor(options, printedDialects[id])).toThrow(/no single precision/);
  });
});

describe("strings of the user's", () => {
  /** What reads a literal whose escapes are backslashes gets. */
  const read = (literal: string): string => {
    expect(literal).toMatch(/^'(?:[^'\\]|\\u[0-9a-f]{4})*'$/);
    return JSON.parse(`"${literal.slice(1, -1)}"`) as string;
  };
  test.each(Object.entries(printedDialects))("are literals of %s", (_, dialect) => {
    for (const text of [NAME, "'; DROP TABLE x; --", "\\", "\\'", "''", "\0\t\r\u2028", "{{ x }}", "@a :b ?"])
      expect(read(dialect.value(text, 0).text)).toBe(text);
  });
  test.each(["duckdb", "postgres", "clickhouse"])("are bound for %s", (id) => {
    const { text, bound } = DIALECTS[id]!.value(NAME, 0);
    expect(bound).toBe(true);
    expect(text).toMatch(/^(\$1|\{p0:String\})$/);
  });
  test("are quoted in names", () => {
    const quoted = Object.fromEntries(
      Object.entries(DIALECTS).map(([id, dialect]) => [id, dialect.quote('a"b`c\\d')]),
    );
    expect(quoted).toEqual({
      duckdb: '"a""b`c\\d"',
      trino: '"a""b`c\\d"',
      postgres: '"a""b`c\\d"',
      clickhouse: '"a\\"b`c\\\\d"',
      bigquery: '`a"b\\`c\\\\d`',
      snowflake: '"a""b`c\\d"',
      databricks: '`a"b``c\\d`',
      spark: '`a"b``c\\d`',
    });
  });
});
