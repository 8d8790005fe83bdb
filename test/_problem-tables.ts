/** Every table of words in src/: whatever a file makes with defineProblems or defineWrongUses and exports. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../scripts/_prepare.mjs";
import type { ProblemTable } from "../src/core/problem-table.ts";
import { isTest, readSources } from "./_sources.ts";

export interface FoundTable {
  readonly path: string;
  readonly table: ProblemTable;
}

export async function problemTables(): Promise<FoundTable[]> {
  const found: FoundTable[] = [];
  for (const { path, text } of readSources(root, "src")) {
    if (isTest(path) || path === "src/core/problem-table.ts" || !/\bdefine(Problems|WrongUses)\(/.test(text))
      continue;
    const exported = (await import(pathToFileURL(join(root, path)).href)) as Record<string, unknown>;
    for (const maker of Object.values(exported)) if (isMaker(maker)) found.push({ path, table: maker.table });
  }
  return found;
}

const isMaker = (value: unknown): value is { table: ProblemTable } =>
  typeof value === "function" && typeof (value as { table?: unknown }).table === "object";
