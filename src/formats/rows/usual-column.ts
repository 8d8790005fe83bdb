import { type NamedColumn, onlyScore, type Roles, VERDICT } from "./column-roles.ts";
import { DOC, GRADE, plainName, QUERY, QUERY_TEXT, RANK, SCORE, TOPIC } from "./field-names.ts";

/** The column of one role in a table with a row per hit or judgement, by its usual names, as in files. */
export function usualColumn(
  kind: "run" | "gold",
  role: "query" | "doc" | "score" | "rank" | "grade",
  columns: readonly Omit<NamedColumn, "depth">[],
): string | undefined {
  const usual = {
    query: [...QUERY, ...QUERY_TEXT, TOPIC],
    doc: DOC,
    score: SCORE,
    rank: RANK,
    grade: [...VERDICT, ...GRADE],
  };
  const find = (names: readonly string[]): string | undefined =>
    names.flatMap((name) => columns.filter((one) => plainName(one.name) === name))[0]?.name;
  const found = find(usual[role]);
  if (found !== undefined || kind !== "run" || role !== "score" || find(usual.rank) !== undefined)
    return found;
  const roles: Roles<NamedColumn> = {};
  onlyScore(
    columns.map((one) => ({ ...one, depth: 0 })),
    roles,
  );
  return roles.score?.name;
}
