/** ClickHouse's SQL. What has no value there is 0 or empty, unless its type may be NULL. */
import { rowsText, type SqlDialect, standard } from "../../dialect.ts";

const WHOLE = " ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)";

export const clickHouseDialect: SqlDialect = {
  ...standard,
  id: "clickhouse",
  types: { text: "Nullable(String)", double: "Nullable(Float64)", integer: "Nullable(Int64)" },
  // A backslash escapes in names, too.
  quote: (name) => `"${name.replace(/[\\"]/g, "\\$&")}"`,
  literal: (text) => `'${text.replace(/[\\']/g, "\\$&")}'`,
  rows(columns, rows) {
    const fields = columns.map(({ name, type }) => `${this.quote(name)} ${this.types[type]}`).join(", ");
    return `(SELECT * FROM values(${this.literal(fields)}, ${rowsText(rows)}))`;
  },
  value: (_, at) => ({ text: `{p${at}:String}`, bound: true }),
  isFinite: (x) => `isFinite(${x})`,
  single: (x) => `CAST(${x} AS Nullable(Float32))`,
  // The minimum of no rows would be 0.
  product: (x, over) => standard.product(`toNullable(${x})`, over),
  // lead and lag came in 2024.
  last: (over) =>
    `CASE WHEN leadInFrame(toNullable(1)) ${over.replace(/\)$/, WHOLE)} IS NULL THEN 1 ELSE 0 END`,
  previous: (x, over) => `lagInFrame(toNullable(${x})) ${over}`,
  // Rows without a match would have the default values of their types; and x in max(x) AS x would be itself.
  settings: "SETTINGS join_use_nulls = 1, prefer_column_name_to_alias = 1",
};
