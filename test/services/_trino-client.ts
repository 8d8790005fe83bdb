/** The client on a real Trino: values, errors, cancelling. */
import { isDeepStrictEqual } from "node:util";
import { parquetWriteBuffer } from "hyparquet-writer";
import { GoldieError } from "../../src/core/problem.ts";
import type { SqlValue } from "../../src/sql/engine.ts";
import { parseTrinoUrl } from "../../src/sql/engines/trino/address.ts";
import { trinoRows } from "../../src/sql/engines/trino/client.ts";
import { explainIo } from "../../src/sql/engines/trino/estimate.ts";
import { type InlineColumn, inlineRows } from "../../src/sql/engines/trino/inline-rows.ts";
import type { TrinoProgress } from "../../src/sql/engines/trino/rows.ts";
import type { TrinoService } from "./_trino.ts";

export function mustEqual(found: unknown, wanted: unknown): void {
  if (isDeepStrictEqual(found, wanted)) return;
  const text = (value: unknown): string =>
    JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `${one}n` : one)) ?? String(value);
  throw new Error(`${text(found).slice(0, 1000)} instead of ${text(wanted).slice(0, 1000)}`);
}

/** "code/reason" of the Problem that it ends with. */
export async function endOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return "no Problem";
  } catch (error) {
    if (!(error instanceof GoldieError)) return String(error);
    return `${error.problem.code}/${error.problem.reason}`;
  }
}

/** Runs for minutes on any machine. */
export const ENDLESS =
  "SELECT count(*) FROM UNNEST(sequence(1, 9000)) a(x), UNNEST(sequence(1, 9000)) b(y), UNNEST(sequence(1, 9000)) c(z) WHERE (x * y + z) % 7 = 1";

const columns: readonly InlineColumn[] = [
  { name: 'a "name"', type: "varchar" },
  { name: "d", type: "double" },
  { name: "b", type: "bigint" },
  { name: "i", type: "integer" },
  { name: "t", type: "boolean" },
];
const HOSTILE: readonly (readonly SqlValue[])[] = [
  ["it's '' \\' \\u0041 \" ; DROP TABLE t --", 0.1 + 0.2, 2n ** 63n - 1n, 2 ** 31 - 1, true],
  ["\u0000\u0001\n\r\t\u2028\ufeff é 中 😀 \u{10ffff}", 5e-324, -(2n ** 63n), -(2 ** 31), false],
  ["", -0, 2n ** 53n + 1n, 0, true],
  ["NaN", Number.NaN, Number.MAX_SAFE_INTEGER, 1, true],
  ["null", Number.POSITIVE_INFINITY, -7, -1, false],
  ["%s $1 {} ? :x", Number.NEGATIVE_INFINITY, 0, 7, true],
  ["[[1]]", 1.7976931348623157e308, 1, 7, true],
  [null, null, null, null, null],
];

export async function checkValues({ query, memoryTable }: TrinoService): Promise<string> {
  mustEqual((await query("SELECT 1")).rows, [[1]]);
  const sql = inlineRows(columns, HOSTILE);
  mustEqual((await query(`SELECT * FROM ${sql}`)).rows, HOSTILE);
  mustEqual(
    (await query(`SELECT * FROM ${sql} WHERE false`)).columns.map(({ name }) => name),
    columns.map(({ name }) => name),
  );
  const table = await memoryTable("hostile", columns, HOSTILE);
  const byText = (rows: readonly (readonly SqlValue[])[]) =>
    [...rows].sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
  mustEqual(byText((await query(`SELECT * FROM ${table}`)).rows), byText(HOSTILE));
  const real = "SELECT CAST(0.1 AS real), CAST(12.5 AS decimal(10,2)), CAST(nan() AS real)";
  mustEqual((await query(real)).rows, [[Math.fround(0.1), 12.5, Number.NaN]]);
  // About as long as a statement may be.
  const many = Array.from({ length: 40_000 }, (_, i) => [`document-${i}`]);
  const long = inlineRows([{ name: "doc", type: "varchar" }], many);
  mustEqual((await query(`SELECT count(DISTINCT doc) FROM ${long}`)).rows, [[many.length]]);
  return `${HOSTILE.length} hostile rows from a statement and from a table, ${many.length} rows in ${long.length} characters`;
}

export async function checkParquet({ parquetTable, query, url }: TrinoService): Promise<string> {
  const part = (from: number): Uint8Array =>
    new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: "query", data: Array.from({ length: 500 }, (_, i) => `q${from + i}`), type: "STRING" },
          { name: "score", data: Array.from({ length: 500 }, (_, i) => (from + i) / 8), type: "DOUBLE" },
        ],
      }),
    );
  const table = await parquetTable(
    "scores",
    [
      { name: "query", type: "varchar" },
      { name: "score", type: "double" },
    ],
    { "a.parquet": part(0), "b.parquet": part(500) },
  );
  const total = `SELECT count(*), count(DISTINCT query), sum(score) FROM ${table}`;
  mustEqual((await query(total)).rows, [[1000, 1000, (999 * 500) / 8]]);
  // By the names of the address.
  const lake = parseTrinoUrl(url("lake", "goldie"));
  mustEqual(await explainIo(lake, "SELECT * FROM scores"), { scans: [{ table: "lake.goldie.scores" }] });
  await query(`ANALYZE ${table}`);
  const { rows, bytes } = await explainIo(lake, "SELECT query FROM scores");
  mustEqual([rows, typeof bytes], [1000, "number"]);
  return `2 files as an external table; scan of ${rows} rows and ${bytes} bytes estimated once it was analysed`;
}

export async function checkErrors({ query, url }: TrinoService): Promise<string> {
  const cases: readonly (readonly [sql: string, key: string])[] = [
    ["SELECT * FROM nothing", "engine-refused/trino-table"],
    ["SELECT nothing FROM system.runtime.nodes", "engine-refused/trino-column"],
    ["SELECT * FROM memory.nothing.t", "engine-refused/trino-schema"],
    ["SELECT * FROM nothing.a.b", "engine-refused/trino-catalog"],
    ["SELECT 'a' + 1", "engine-refused/trino-type"],
    ["SELECT sum('a')", "engine-refused/trino-type"],
    ["SELECT CAST('a' AS bigint)", "engine-refused/trino-type"],
    ["SELCT 1", "engine-refused/trino-statement"],
    ["SELECT ARRAY[1]", "engine-refused/trino-value"],
    [`SELECT '${"a".repeat(1_000_000)}'`, "engine-refused/trino-too-long"],
  ];
  for (const [sql, key] of cases)
    mustEqual([sql.slice(0, 80), await endOf(query(sql))], [sql.slice(0, 80), key]);
  const within = parseTrinoUrl(`${url()}?session.query_max_execution_time=1s`);
  const late = async (): Promise<void> => {
    for await (const _ of trinoRows(within, ENDLESS));
  };
  mustEqual(await endOf(late()), "engine-failed/trino-limit");
  const wrong = parseTrinoUrl(`${url()}?session.no_such_property=1`);
  mustEqual(await endOf(trinoRows(wrong, "SELECT 1").next()), "engine-refused/trino-statement");
  return `${cases.length + 2} kinds as Problems`;
}

export async function checkCancel({ address, query }: TrinoService): Promise<string> {
  const stop = new AbortController();
  const seen: TrinoProgress[] = [];
  const onProgress = (progress: TrinoProgress): void => {
    seen.push(progress);
    if (progress.state === "RUNNING" && progress.totalSplits > 0) stop.abort();
  };
  const end = await endOf(query(`${ENDLESS} AND 'cancelled' <> ''`, { signal: stop.signal, onProgress }));
  mustEqual(end, "CallError: the query was cancelled");
  const large =
    "SELECT x, y FROM UNNEST(sequence(1, 9000)) a(x), UNNEST(sequence(1, 9000)) b(y) WHERE 'left' <> ''";
  for await (const { rows } of trinoRows(address, large, { held: 0 })) {
    if (rows.length > 0) break;
  }
  const { rows } = await query(
    "SELECT DISTINCT state, error_code FROM system.runtime.queries WHERE query LIKE '%''cancelled'' <>%' OR query LIKE '%''left'' <>%'",
  );
  // The question itself is one of them.
  mustEqual(
    rows.filter(([state]) => state !== "RUNNING"),
    [["FAILED", "USER_CANCELED"]],
  );
  return `cancelled by its signal after ${seen.length} reports of progress, and by leaving the loop`;
}
