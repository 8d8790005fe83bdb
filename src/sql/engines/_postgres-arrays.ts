/** Rows of ours as values of a statement: an array for each column. */
import type { SqlDialect } from "../dialect.ts";
import type { GivenRows } from "../engine.ts";
import { sqlProblem } from "../problems.ts";

export interface ArrayRows {
  /** What statements read from; `bind` takes an array and gives the text that stands for it. */
  relation(bind: (array: string) => string): string;
}

/** A message has room for 1 GiB, and a string of JavaScript for half as much. */
const MOST = 400_000_000;

export function arrayRows({ columns, rows }: GivenRows, dialect: SqlDialect): ArrayRows {
  const arrays = columns.map(() => [] as string[]);
  for (const row of rows)
    columns.forEach(({ type }, i) => {
      const value = row[i]!;
      arrays[i]!.push(value === null ? "NULL" : type === "text" ? quoted(String(value)) : String(value));
    });
  const literals = arrays.map((array) => {
    const size = array.reduce((sum, { length }) => sum + length + 1, 0);
    if (size > MOST)
      throw sqlProblem.error("gold-too-large/inline", { size, most: MOST, engine: "PostgreSQL" });
    return `{${array.join(",")}}`;
  });
  return {
    relation(bind) {
      const names = columns.map(({ name }) => dialect.quote(name));
      const types = columns.map(({ type }) => dialect.types[type]);
      const bound = literals.map((literal, i) => `${bind(literal)}::${types[i]}[]`);
      const read = columns.map(({ type }, i) =>
        type === "text" ? `${dialect.bytes(names[i]!)} AS ${names[i]}` : names[i],
      );
      return `(SELECT ${read.join(", ")} FROM unnest(${bound.join(", ")}) AS given(${names.join(", ")}))`;
    },
  };
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;
