/**
 * SQL that is printed, and run by its reader: BigQuery, Snowflake, Databricks and Spark. Written from their manuals; none
 * of it was run here.
 */
import type { SqlText } from "../compile.ts";
import { rowsText, type SqlDialect, standard } from "../dialect.ts";

/**
 * A string where a backslash escapes. Also of letters that mean something outside of strings, since what sends the
 * statement may replace them: ${x} in Spark, &x in Snowflake.
 */
const literal = (text: string): string =>
  `'${text.replace(/[^\w .:/\-\u00a0-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)}'`;

/** These have doubles only. */
const { single: _, ...doubles } = standard;

const bigquery: SqlDialect = {
  ...doubles,
  id: "bigquery",
  types: { text: "STRING", double: "FLOAT64", integer: "INT64" },
  quote: (name) => `\`${name.replace(/[\\`]/g, "\\$&")}\``,
  literal,
  rows(columns, rows) {
    const fields = columns.map(({ name, type }) => `${this.quote(name)} ${this.types[type]}`).join(", ");
    return `(SELECT * FROM UNNEST(ARRAY<STRUCT<${fields}>>[${rowsText(rows)}]))`;
  },
  isFinite: (x) => `NOT (is_nan(${x}) OR is_inf(${x}))`,
  log2: (x) => `log(${x}, 2)`,
};

const float = (text: string): string => `CAST('${text}' AS DOUBLE)`;
const snowflake: SqlDialect = {
  ...doubles,
  id: "snowflake",
  literal,
  // 8e-1 may be a fixed-point number.
  number: (value) => float(standard.number(value)),
  isFinite: (x) => `${x} NOT IN (${["NaN", "inf", "-inf"].map(float).join(", ")})`,
  log2: (x) => `log(2, ${x})`,
  bytes: (x) => `collate(${x}, 'utf8')`,
};

const spark: SqlDialect = {
  ...standard,
  id: "spark",
  types: { text: "STRING", double: "DOUBLE", integer: "BIGINT" },
  quote: (name) => `\`${name.replaceAll("`", "``")}\``,
  literal,
  isFinite: (x) => `(NOT isnan(${x}) AND abs(${x}) < CAST('Infinity' AS DOUBLE))`,
  single: (x) => `CAST(${x} AS FLOAT)`,
};

export const printedDialects = {
  bigquery,
  snowflake,
  databricks: { ...spark, id: "databricks" },
  spark,
} as const satisfies Readonly<Record<string, SqlDialect>>;

/** The line to put above a statement. */
export const unverified = (id: keyof typeof printedDialects): string =>
  `-- Written for ${NAMES[id]}, and not verified here: goldie was never run on it.\n`;

/** The statement below that line. */
export const printedSql = ({ sql }: SqlText, id: keyof typeof printedDialects): string =>
  `${unverified(id)}${sql}\n`;

const NAMES: Readonly<Record<keyof typeof printedDialects, string>> = {
  bigquery: "BigQuery",
  snowflake: "Snowflake",
  databricks: "Databricks",
  spark: "Spark",
};
