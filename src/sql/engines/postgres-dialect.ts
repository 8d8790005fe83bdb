/** PostgreSQL's SQL. It raises an error where other engines give 0 or infinity. */
import { type SqlDialect, standard } from "../dialect.ts";

const DOUBLE = "DOUBLE PRECISION";
const double = (text: string): string => `CAST('${text}' AS ${DOUBLE})`;

// What is not in between does not fit a float, and the cast refuses it.
const LARGEST = double("3.4028235677973366e38");
const SMALLEST = double("7.006492321624085e-46");
// e to the power of these fits a double.
const [LEAST, MOST] = [double("-708"), double("709")];
const [ZERO, ONE, INFINITE] = [double("0"), double("1"), double("Infinity")];

export const postgresDialect: SqlDialect = {
  ...standard,
  id: "postgres",
  types: { text: "TEXT", double: DOUBLE, integer: "BIGINT" },
  value: (_, at) => ({ text: `$${at + 1}`, bound: true }),
  // 8e-1 would be a numeric.
  number: (value) => double(String(value)),
  // Every text that is compared comes from a cast. Where it has the collation of its column, "a" may come before "B",
  // equal "A", or be compared to no column of another collation.
  cast: (text, to) => `CAST(${text} AS ${postgresDialect.types[to]})${to === "text" ? ' COLLATE "C"' : ""}`,
  bytes: (x) => `${x} COLLATE "C"`,
  // NaN is the greatest number here.
  isFinite: (x) => `(${x} > ${double("-Infinity")} AND ${x} < ${INFINITE})`,
  // log(2, x) is for numerics only.
  log2: (x) => `(ln(${x}) / ln(${double("2")}))`,
  power: (base, exponent) =>
    `CASE WHEN ${base} <= ${ZERO} THEN power(${base}, ${exponent}) WHEN ${exponent} * ln(${base}) < ${LEAST} THEN ${ZERO} WHEN ${exponent} * ln(${base}) > ${MOST} THEN ${INFINITE} ELSE power(${base}, ${exponent}) END`,
  single: (x) =>
    `CASE WHEN abs(${x}) <= ${SMALLEST} THEN CAST(0 AS REAL) WHEN ${x} >= ${LARGEST} THEN CAST('Infinity' AS REAL) WHEN ${x} <= -${LARGEST} THEN CAST('-Infinity' AS REAL) ELSE CAST(${x} AS REAL) END`,
  // greatest passes over NULL.
  product: (x, over) =>
    `coalesce(CASE WHEN min(${x}) ${over} <= ${ZERO} THEN ${ZERO} ELSE exp(greatest(coalesce(sum(ln(CASE WHEN ${x} > ${ZERO} THEN ${x} ELSE ${ONE} END)) ${over}, ${ZERO}), ${LEAST})) END, ${ONE})`,
};
