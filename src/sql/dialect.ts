/** What differs between the SQL of engines. The standard is what DuckDB, Trino and Spark agree on. */
import type { SqlSource, SqlType } from "./nodes.ts";

export interface SqlDialect {
  readonly id: string;
  readonly types: Readonly<Record<SqlType, string>>;
  quote(name: string): string;
  /** A string as it can be pasted. */
  literal(text: string): string;
  /** A string of the user's as the statement has it; `at`: which of its values it is, from 0. */
  value(text: string, at: number): { readonly text: string; readonly bound: boolean };
  /** A finite number. */
  number(value: number): string;
  /** Rows of ours as a part of the statement; their cells are expressions. */
  rows(
    columns: readonly { readonly name: string; readonly type: SqlType }[],
    rows: readonly (readonly string[])[],
  ): string;
  /** Rows of a table or file. */
  source(source: SqlSource): string;
  cast(text: string, to: SqlType): string;
  isFinite(x: string): string;
  log2(x: string): string;
  power(base: string, exponent: string): string;
  /** undefined: the engine has no single precision. */
  single?(x: string): string;
  /** An id where it is put in order. */
  bytes(x: string): string;
  /** The product of the rows of a window, 1 where there is none. */
  product(x: string, over: string): string;
  /** 1 in the last row of a window, else 0. */
  last(over: string): string;
  previous(x: string, over: string): string;
  /** Put behind every statement. */
  readonly settings?: string;
}

/** A row in each line. */
export const rowsText = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `(${cells.join(", ")})`).join(",\n");

export const standard: SqlDialect = {
  id: "standard",
  types: { text: "VARCHAR", double: "DOUBLE", integer: "BIGINT" },
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  literal: (text) => `'${text.replaceAll("'", "''")}'`,
  value(text) {
    return { text: this.literal(text), bound: false };
  },
  // An exponent makes it a double everywhere: 0.8 would be a decimal.
  number: (value) => value.toExponential().replace("+", ""),
  rows(columns, rows) {
    const names = columns.map(({ name }) => this.quote(name)).join(", ");
    return `(SELECT * FROM (VALUES ${rowsText(rows)}) AS v(${names}))`;
  },
  source(source) {
    if (source.kind === "given") return source.text;
    if (source.kind === "table") return source.name.map((part) => this.quote(part)).join(".");
    throw new TypeError(`${this.id} reads no files`);
  },
  cast(text, to) {
    return `CAST(${text} AS ${this.types[to]})`;
  },
  isFinite: (x) => `is_finite(${x})`,
  log2: (x) => `log2(${x})`,
  power: (base, exponent) => `power(${base}, ${exponent})`,
  single(x) {
    return `CAST(${x} AS REAL)`;
  },
  bytes: (x) => x,
  // No product in standard SQL: logarithms. A factor of 0 has none, and makes the product 0.
  product: (x, over) =>
    `coalesce(CASE WHEN min(${x}) ${over} <= 0e0 THEN 0e0 ELSE exp(sum(ln(CASE WHEN ${x} > 0e0 THEN ${x} ELSE 1e0 END)) ${over}) END, 1e0)`,
  last: (over) => `CASE WHEN lead(1) ${over} IS NULL THEN 1 ELSE 0 END`,
  previous: (x, over) => `lag(${x}) ${over}`,
};
