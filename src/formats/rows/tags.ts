/** Tags to group queries by, and the fields that hold them, for all formats. */
import { nearest } from "../../core/problem.ts";
import { firstNames } from "../../core/shown.ts";
import type { ReadContext, Sink } from "../format.ts";
import { rowProblem } from "./problems.ts";

/** The fields of `--col tags=lang,category`. */
export const tagFields = (given: string): readonly string[] =>
  given
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** The tag that a field holds: one that the user named, or tags.lang. */
export function tagOf(field: string, given: string | undefined): string | undefined {
  if (given !== undefined && (field === given || tagFields(given).includes(field))) return field;
  return field.startsWith("tags.") && field.length > 5 ? field.slice(5) : undefined;
}

/** The tags in a field: one, or those of an object. An empty value is no tag. */
export function tagValues(name: string, value: unknown): readonly (readonly [string, string])[] {
  if (value === undefined || value === null || value === "") return [];
  if (Array.isArray(value)) return value.length === 0 ? [] : [[name, value.map(String).join(", ")]];
  if (typeof value !== "object") return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, one]) => tagValues(key, one));
}

/** The tag columns of a table; reports requested ones that are missing. */
export function tagColumns<C extends { readonly name: string }>(
  columns: readonly C[],
  { kind, columns: { tags: given }, problem }: Pick<ReadContext, "kind" | "columns" | "problem">,
): readonly (readonly [C, tag: string])[] {
  if (kind !== "gold") return [];
  const names = columns.map(({ name }) => name);
  if (given !== undefined && !names.includes(given))
    for (const column of tagFields(given))
      if (!names.includes(column))
        problem(
          rowProblem("no-column/other", {
            column,
            ...firstNames("columns", names),
            nearest: nearest(column, names, 1),
            role: "tags",
          }),
        );
  return columns.flatMap((column) => {
    const tag = column.name === "tags" ? "tags" : tagOf(column.name, given);
    return tag === undefined ? [] : [[column, tag] as const];
  });
}

/** Tags of a table with several rows per query: the first row that has one decides. */
export class RowTags {
  readonly #tags = new Map<string, Map<string, string>>();
  readonly #sink: Sink;
  readonly #context: ReadContext;

  constructor(sink: Sink, context: ReadContext) {
    this.#sink = sink;
    this.#context = context;
  }

  add(query: string, values: readonly (readonly [tag: string, value: string])[], line: number): void {
    const known = this.#tags.get(query) ?? new Map<string, string>();
    this.#tags.set(query, known);
    for (const [tag, value] of values) {
      const first = known.get(tag);
      if (first === undefined) known.set(tag, value);
      else if (first !== value)
        this.#context.problem(
          rowProblem("different-tags", { query, tag, first, found: value }, { at: { line, query } }),
        );
    }
  }

  end(): void {
    for (const [query, tags] of this.#tags)
      if (tags.size > 0) this.#sink.tags?.(query, Object.fromEntries(tags), 0);
  }
}
