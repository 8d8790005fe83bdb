/** What a reader is told, and where its Problems go. */
import type { ProblemLog } from "../core/problem-log.ts";
import type { Problem } from "../core/types.ts";
import type { Kind, ReadContext, Source } from "../formats/index.ts";

export const contextOf = (
  { name }: Source,
  kind: Kind,
  columns: Readonly<Record<string, string>>,
  log: ProblemLog,
  texts = false,
): ReadContext => ({
  kind,
  texts,
  columns,
  problem: (problem: Problem) => log.add({ ...problem, at: { file: name, ...problem.at } }),
});
