/** One row of a table in JSON: an object, each key once, with the names that the user gave to its columns. */

import type { ReadContext } from "../format.ts";
import { shown } from "./ids.ts";
import { JsonObject, type JsonValue } from "./parse.ts";

/** Undefined, and a Problem, where the value is no row. */
export function objectRow(
  value: JsonValue,
  { columns, kind, problem }: Pick<ReadContext, "columns" | "kind" | "problem">,
  line: number,
): JsonObject | undefined {
  if (!(value instanceof JsonObject)) {
    problem({
      code: "bad-row",
      what: `the row is ${shown(value)}, not an object`,
      fix: `give rows such as ${EXAMPLES[kind]}`,
      level: "error",
      at: { line },
    });
    return undefined;
  }
  const twice = value.twice();
  if (twice !== undefined) {
    problem({
      code: "duplicate-key",
      what: `the row has the key ${JSON.stringify(twice)} twice`,
      why: "only one of the two values can count",
      fix: "remove one",
      level: "error",
      at: { line },
    });
    return undefined;
  }
  return renamed(value, columns);
}

export const EXAMPLES = {
  gold: '{"id": "q1", "relevant": ["d1"]} or {"query": "q1", "doc": "d1", "grade": 1}',
  run: '{"id": "q1", "hits": ["d1"]} or {"query": "q1", "doc": "d1", "score": 1.5}',
  corpus: '{"id": "d1", "text": "..."}',
  scores: '{"id": "q1", "ndcg@10": 0.5}',
} as const;

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
