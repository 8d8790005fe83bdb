/** Hits that a ranking repeats. */

import type { QueryId } from "../../core/ids.ts";
import { GoldieError } from "../../core/problem.ts";
import type { ProblemLog } from "../../core/problem-log.ts";
import type { JoinRule } from "../../core/rules.ts";
import { joinProblem } from "./problems.ts";
import { type Scratch, SLOTS } from "./scratch.ts";

/** A number from a few characters of an id: cheap, and different for most ids of one list. */
function fingerprint(id: string, few: boolean): number {
  const n = id.length;
  // A short list is told apart by less.
  const end = few && n > 4 ? n - 4 : 0;
  const step = n > 16 && !few ? n >> 3 : 1;
  let h = n;
  for (let i = n - 1; i >= end; i -= step) h = Math.imul(h, 31) + id.charCodeAt(i);
  return (h ^ (h >>> 16)) & (SLOTS - 1);
}

/** Looks at fingerprints first: a Set of all ids would cost more than the rest of the join. */
export function hasDuplicates(ids: readonly (string | null)[], scratch: Scratch): boolean {
  const n = ids.length;
  if (n < 2) return false;
  const { seen } = scratch;
  const now = scratch.nextList();
  for (let i = 0; i < n; i++) {
    const id = ids[i];
    if (id === null || id === undefined) continue;
    const slot = fingerprint(id, n <= 20);
    if (seen[slot] === now) return firstOnes(ids).includes(0);
    seen[slot] = now;
  }
  return false;
}

/** By position: 1 where a name stands for the first time. A hit without a name repeats nothing. */
export function firstOnes(names: readonly (string | null)[]): Uint8Array {
  const seen = new Set<string>();
  return Uint8Array.from(names, (name) => {
    if (name === null) return 1;
    const first = !seen.has(name);
    seen.add(name);
    return first ? 1 : 0;
  });
}

export function reportDuplicates(
  query: QueryId,
  ids: readonly (string | null)[],
  rule: JoinRule,
  log: ProblemLog,
  place: { readonly file: string | undefined; readonly lines: ArrayLike<number> | undefined },
): void {
  const { file, lines } = place;
  const first = new Map<string, number>();
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    if (id === null || id === undefined) continue;
    const before = first.get(id);
    if (before === undefined) {
      first.set(id, i);
      continue;
    }
    // In a file, the line that comes later in it.
    const [line, firstLine] = lines === undefined ? [] : [lines[i]!, lines[before]!].sort((x, y) => y - x);
    const problem = joinProblem(
      "duplicate-hit/of-ranking",
      {
        document: id,
        duplicates: rule.duplicates,
        ...(lines === undefined ? { ranks: [before + 1, i + 1] as const } : {}),
      },
      {
        at: {
          side: "run",
          query,
          ...(file === undefined ? {} : { file }),
          ...(line === undefined ? {} : { line, firstLine: firstLine! }),
        },
      },
    );
    if (rule.duplicates === "error") throw new GoldieError(problem);
    log.add(problem);
  }
}
