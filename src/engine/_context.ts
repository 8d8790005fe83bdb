/** Options for a reader, and where its Problems go. */

import type { Problem } from "../core/problem.ts";
import type { ProblemLog } from "../core/problem-log.ts";
import type { Source } from "../files/source.ts";
import type { Kind, ReadContext, TableReading } from "../formats/index.ts";

/** "gold.doc" names the document column of the gold only, and takes precedence over "doc". */
function columnsFor(kind: Kind, columns: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = Object.entries(columns);
  const own = entries.filter(([role]) => role.startsWith(`${kind}.`));
  return Object.fromEntries([
    ...entries.filter(([role]) => !role.includes(".")),
    ...own.map(([role, name]) => [role.slice(kind.length + 1), name] as const),
  ]);
}

export const contextOf = (
  { name }: Source,
  kind: Kind,
  columns: Readonly<Record<string, string>>,
  logs: readonly ProblemLog[],
  texts = false,
  table?: TableReading,
): ReadContext => ({
  kind,
  ...(table === undefined ? {} : { table }),
  texts,
  columns: columnsFor(kind, columns),
  problem(problem: Problem) {
    for (const log of logs) log.add({ ...problem, at: { side: kind, file: name, ...problem.at } });
  },
});
