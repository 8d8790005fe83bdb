/** Every message table in src/: all problem makers that problem files export. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../scripts/_prepare.mjs";
import type { ProblemTable } from "../src/core/problem-table.ts";
import { isTest, readSources } from "./_sources.ts";

export interface FoundTable {
  readonly path: string;
  readonly table: ProblemTable;
}

/** A table may be made by a helper of its part, so the name of a file counts too. */
const mayHaveTables = (path: string, text: string): boolean =>
  !isTest(path) &&
  path !== "src/core/problem-table.ts" &&
  (/\bdefineProblems\(/.test(text) || /[/_-]problems\.ts$/.test(path));

export async function problemTables(): Promise<FoundTable[]> {
  const found = new Map<ProblemTable, FoundTable>();
  for (const { path, text } of readSources(root, "src")) {
    if (!mayHaveTables(path, text)) continue;
    const exported = (await import(pathToFileURL(join(root, path)).href)) as Record<string, unknown>;
    for (const maker of Object.values(exported))
      if (isMaker(maker) && !found.has(maker.table)) found.set(maker.table, { path, table: maker.table });
  }
  return [...found.values()];
}

/** The codes of their keys, which are "code" or "code/reason". */
export const codesOf = (tables: readonly FoundTable[]): string[] => [
  ...new Set(tables.flatMap(({ table }) => Object.keys(table).map((key) => key.replace(/\/.*$/, "")))),
];

const isMaker = (value: unknown): value is { table: ProblemTable } =>
  typeof value === "function" && typeof (value as { table?: unknown }).table === "object";
