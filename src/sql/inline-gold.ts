/** Rows of the gold as a part of a statement that somebody else runs. */
import type { SqlDialect } from "./dialect.ts";
import type { GivenRows } from "./engine.ts";
import type { SqlSource } from "./nodes.ts";
import { sqlProblem } from "./problems.ts";

/** BigQuery and Snowflake take statements of about a million; Snowflake takes 16,384 rows. */
const MOST_CHARACTERS = 500_000;

/** @throws GoldieError for more rows than can be pasted. */
export function inlineGold({ columns, rows }: GivenRows, dialect: SqlDialect): SqlSource {
  const lines: string[][] = [];
  let size = 0;
  for (const row of rows) {
    const cells = row.map((value, i) => {
      const { type } = columns[i]!;
      if (value === null) return dialect.cast("NULL", type);
      if (type === "text") return dialect.literal(String(value));
      return type === "double" ? dialect.number(Number(value)) : String(value);
    });
    size += cells.join(", ").length;
    if (size > MOST_CHARACTERS)
      throw sqlProblem.error("gold-too-large/printed", { most: MOST_CHARACTERS }, { level: "error" });
    lines.push(cells);
  }
  // A list of no rows has no types.
  if (lines.length === 0) lines.push(columns.map(({ type }) => dialect.cast("NULL", type)));
  return { kind: "given", text: dialect.rows(columns, lines) };
}
