/** With two threads, a Problem about the whole file is reported by each half. Merges the two. */
import type { Problem, ProblemField, ProblemFields } from "../core/problem.ts";
import { type ProblemTable, reworded } from "../core/problem-table.ts";

/** Warnings without a query are about the file; errors are about their line. */
const isOfFile = ({ level, fields, at }: Problem): boolean =>
  level === undefined && fields !== undefined && at?.query === undefined;

/** The first half's Problem with the counts of both halves. */
export const joinerBy =
  (tables: readonly ProblemTable[]) =>
  (mine: Problem, theirs: Problem): Problem | undefined => {
    if (!isOfFile(mine) || !isOfFile(theirs)) return undefined;
    if (mine.code !== theirs.code || mine.reason !== theirs.reason) return undefined;
    const fields = joinedFields(mine.fields!, theirs.fields!);
    return reworded({ ...mine, fields }, tables, "library");
  };

function joinedFields(mine: ProblemFields, theirs: ProblemFields): ProblemFields {
  const [a, b] = [mine["count"], theirs["count"]];
  if (typeof a !== "number" || typeof b !== "number") return mine;
  const [names, others] = [mine["keys"], theirs["keys"]];
  if (!Array.isArray(names) || !Array.isArray(others)) return { ...mine, count: a + b };
  // Names are counted, so those of both halves count once; all of them are known where few are.
  const all = [...new Set<ProblemField>([...names, ...others])].sort((x, y) =>
    String(x) < String(y) ? -1 : 1,
  );
  const known = a === names.length && b === others.length;
  const same = a === b && all.length === names.length;
  return {
    ...mine,
    keys: all.slice(0, Math.max(names.length, others.length)),
    count: known ? all.length : Math.max(a, b, all.length),
    more: mine["more"] === true || theirs["more"] === true || !(known || same),
  };
}
