/** One row of a table in JSON: an object with unique keys, renamed as the user mapped them. */

import { errorAt } from "../_problems.ts";
import { shownValue } from "../_shown.ts";
import type { Kind, ReadContext } from "../format.ts";
import { meantColumn } from "../rows/field-names.ts";
import { tagOf, tagValues } from "../rows/tags.ts";
import { type FieldForm, ownNames } from "./_field-names.ts";
import { JsonObject, type JsonValue } from "./parse.ts";
import { plainOf } from "./plain.ts";
import { jsonProblem } from "./problems.ts";

/** Undefined (with a Problem) if the value is not a row. */
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
  return renamed(value, columns, kind);
}

/** The same, with Goldie's names for keys that have other usual names. */
export function namedRow(
  value: JsonValue,
  context: Pick<ReadContext, "columns" | "kind" | "problem">,
  line: number,
): JsonObject | undefined {
  const given = objectRow(value, context, line);
  if (given === undefined) return undefined;
  const row = context.kind === "gold" ? withTags(given, context.columns["tags"]) : given;
  const fields = row.keys.map((key, i) => [key, formOf(row.values[i]!)] as const);
  const names = ownNames(fields, context.kind);
  return names.size === 0 ? row : withNames(row, names);
}

const formOf = (value: JsonValue): FieldForm =>
  typeof value === "object" && value !== null ? "list" : typeof value === "string" ? "text" : "plain";

/** With all tags of the row in `tags`: an object, or fields beside it. */
function withTags(row: JsonObject, given: string | undefined): JsonObject {
  const fields = row.keys.map((key) => tagOf(key, given));
  if (fields.every((tag) => tag === undefined)) return row;
  const result = new JsonObject();
  const own = row.get("tags");
  const tags = new JsonObject();
  if (own instanceof JsonObject) {
    tags.keys.push(...own.keys);
    tags.values.push(...own.values);
  }
  row.keys.forEach((key, i) => {
    const tag = fields[i];
    if (tag === undefined) {
      if (key === "tags" && own instanceof JsonObject) return;
      result.keys.push(key);
      result.values.push(row.values[i]!);
    } else
      for (const [name, text] of tagValues(tag, plainOf(row.values[i]!))) {
        tags.keys.push(name);
        tags.values.push(text);
      }
  });
  if (tags.keys.length > 0) {
    result.keys.push("tags");
    result.values.push(tags);
  }
  return result;
}

function withNames(row: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const result = new JsonObject();
  row.keys.forEach((key, i) => {
    result.keys.push(names.get(key) ?? key);
    result.values.push(row.values[i]!);
  });
  return result;
}

/** If the user maps { doc: "pid" }, pid is read as doc, even if there is a key "doc". */
function renamed(row: JsonObject, columns: Readonly<Record<string, string>>, kind: Kind): JsonObject {
  const roles = Object.entries(columns)
    .map(([role, name]) => [role, meantColumn(role, name, row.keys)] as const)
    .filter(([role, name]) => role !== name && role !== "tags" && row.keys.includes(name));
  if (roles.length === 0) return row;
  // A column of documents may hold one document, or all of a query's.
  const all = kind === "gold" ? "relevant" : "hits";
  const names = new Map(
    roles.map(([role, name]) => [
      name,
      role === "doc" && kind !== "corpus" && formOf(row.get(name)!) === "list" ? all : role,
    ]),
  );
  const result = new JsonObject();
  row.keys.forEach((key, i) => {
    const role = names.get(key);
    if (role === undefined && roles.some(([taken]) => taken === key)) return;
    result.keys.push(role ?? key);
    result.values.push(row.values[i]!);
  });
  return result;
}
