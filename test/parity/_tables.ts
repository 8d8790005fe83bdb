import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Cell } from "./_cells.ts";

/** Parity tables by name; undefined where there is no such table. A list of cases, or an object that holds one. */
export type Tables = (name: string) => unknown;

/** A folder of tables and how to hold our numbers against them. */
export interface Suite {
  readonly name: string;
  /** Inside the folder of all tables. */
  readonly folder: string;
  /** The table without which there is nothing to compute. */
  readonly inputs: string;
  /** By the table that each reads. */
  readonly readers: Readonly<Record<string, (tables: Tables) => Iterable<Cell>>>;
  /** Fields of the tables that are not read, and why. `field`: a field of a case. */
  readonly notCovered: readonly NotCovered[];
}

interface NotCovered {
  readonly table: string;
  readonly field?: string;
  readonly what: string;
  readonly why: string;
}

/** The tables of a folder: NAME.json, read once. */
export function tablesIn(folder: string): Tables {
  const known = new Map<string, unknown>();
  return (name) => {
    if (!known.has(name)) known.set(name, readTable(join(folder, `${name}.json`)));
    return known.get(name);
  };
}

function readTable(path: string): unknown {
  if (!existsSync(path)) return undefined;
  const table = JSON.parse(readFileSync(path, "utf8")) as { readonly cases?: unknown } | null;
  if (!Array.isArray(table) && !Array.isArray(table?.cases)) throw new Error("it has no list of cases");
  return table;
}

/** The same tables, and which fields of their cases nobody has asked for since. */
export function watched(tables: Tables): { tables: Tables; unread(name: string): string[] } {
  const known = new Map<string, { table: unknown; fields: Set<string>; read: Set<string> }>();
  const watch = (name: string) => {
    const table = tables(name) as { readonly cases?: readonly object[] } | readonly object[] | undefined;
    const cases = (Array.isArray(table) ? table : (table as { cases: readonly object[] }).cases) as object[];
    const fields = new Set(cases.flatMap((row) => Object.keys(row)));
    const read = new Set<string>();
    const rows = cases.map(
      (row) =>
        new Proxy(row, {
          get(target, key) {
            read.add(String(key));
            return Reflect.get(target, key);
          },
        }),
    );
    return { table: Array.isArray(table) ? rows : { ...table, cases: rows }, fields, read };
  };
  return {
    tables(name) {
      if (tables(name) === undefined) return undefined;
      if (!known.has(name)) known.set(name, watch(name));
      return known.get(name)!.table;
    },
    unread(name) {
      const { fields, read } = known.get(name) ?? { fields: new Set<string>(), read: new Set<string>() };
      return [...fields].filter((field) => !read.has(field)).sort();
    },
  };
}

/** Every cell of the tables that are there; one that is absent takes nothing from the others. */
export function* cellsOf(suite: Suite, tables: Tables): Iterable<Cell> {
  for (const [name, read] of Object.entries(suite.readers))
    if (tables(name) !== undefined) yield* read(tables);
}
