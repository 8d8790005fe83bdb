/** Checks that each column named by the user is a key of some row. */
import { nearest, type Problem } from "../../core/problem.ts";
import type { ReadContext } from "../format.ts";
import { readsRole } from "../rows/column-roles.ts";
import { meantColumn } from "../rows/field-names.ts";
import { rowProblem } from "../rows/problems.ts";
import { tagFields } from "../rows/tags.ts";
import { JsonObject, type JsonValue } from "./parse.ts";

/** How many keys are shown. */
const SHOWN = 50;

export class AskedColumns {
  readonly #problem: (problem: Problem) => void;
  /** Columns not seen yet: name → what it is mapped to. */
  readonly #absent: Map<string, string>;
  readonly #keys = new Set<string>();
  #rows = 0;

  constructor({ columns, kind, problem }: Pick<ReadContext, "columns" | "kind" | "problem">) {
    this.#problem = problem;
    this.#absent = new Map(
      Object.entries(columns).flatMap(([role, name]) =>
        readsRole(kind, role)
          ? (role === "tags" ? tagFields(name) : [name]).map((one) => [one, role] as const)
          : [],
      ),
    );
  }

  row(value: JsonValue): void {
    if (this.#absent.size === 0 || !(value instanceof JsonObject)) return;
    this.#rows++;
    for (const [name, role] of this.#absent)
      if (value.keys.includes(meantColumn(role, name, value.keys))) this.#absent.delete(name);
    for (const key of value.keys) {
      if (this.#keys.size < SHOWN) this.#keys.add(key);
    }
  }

  /** Not a key of a row, but present. */
  found(name: string): void {
    this.#absent.delete(name);
  }

  /** An object by query has no rows, so its keys are not checked. */
  end(): void {
    if (this.#rows === 0) return;
    const columns = [...this.#keys];
    for (const [column, role] of this.#absent)
      this.#problem(
        rowProblem("no-column/other", { column, columns, nearest: nearest(column, columns, 1), role }),
      );
  }
}
