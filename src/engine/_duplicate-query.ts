import type { Problem } from "../core/problem.ts";

/** A query with two rows that each hold all of it. `first`: the line of the first one, where it is known. */
export const duplicateQuery = (where: "gold" | "run", query: string, first?: number): Problem => ({
  code: "duplicate-query",
  what: `the ${where} has query ${query} twice${first === undefined ? "" : ` (first at line ${first})`}`,
  why: "one of the two would be lost",
  fix: "give every query one row",
  level: "error",
  at: { query },
});
