/** One row of a table in JSON: an object, each key once, with the names that the user gave to its columns. */

import { errorAt } from "../_problems.ts";
import { shownValue } from "../_shown.ts";
import type { ReadContext } from "../format.ts";
import { JsonObject, type JsonValue } from "./parse.ts";
import { jsonProblem } from "./problems.ts";

/** Undefined, and a Problem, where the value is no row. */
export function objectRow(
  value: JsonValue,
  { columns, kind, problem }: Pick<ReadContext, "columns" | "kind" | "problem">,
  line: number,
): JsonObject | undefined {
  if (!(value instanceof JsonObject)) {
    problem(jsonProblem("bad-row/no-object", { found: shownValue(value), kind }, errorAt(line)));
    return undefined;
  }
  const twice = value.twice();
  if (twice !== undefined) {
    problem(jsonProblem("duplicate-key/row", { key: twice }, errorAt(line)));
    return undefined;
  }
  return renamed(value, columns);
}

/** Where the user said { doc: "pid" }, pid is doc, whatever else is called so. */
function renamed(row: JsonObject, columns: Readonly<Record<string, string>>): JsonObject {
  const roles = Object.entries(columns).filter(([role, name]) => role !== name && row.keys.includes(name));
  if (roles.length === 0) return row;
  const names = new Map(roles.map(([role, name]) => [name, role]));
  const result = new JsonObject();
  row.keys.forEach((key, i) => {
    const role = names.get(key);
    if (role === undefined && roles.some(([taken]) => taken === key)) return;
    result.keys.push(role ?? key);
    result.values.push(row.values[i]!);
  });
  return result;
}
