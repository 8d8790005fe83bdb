/** Hits that a ranking repeats. */

import type { QueryId } from "../../core/ids.ts";
import { GoldieError, type Problem } from "../../core/problem.ts";
import type { ProblemLog } from "../../core/problem-log.ts";
import type { JoinRule } from "../../core/rules.ts";
import { joinProblem } from "./problems.ts";
import { type Scratch, SLOTS } from "./scratch.ts";

/** A number from a few characters of an id: cheap, and different for most ids of one list. */
function fingerprint(id: string, few: boolean): number {
  const n = id.length;
  // Fewer characters are enough for a short list.
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
  const first = new Uint8Array(names.length);
  let distinct = 0;
  for (let i = 0; i < first.length; i++) {
    const name = names[i]!;
    if (name === null) first[i] = 1;
    else if (seen.add(name).size > distinct) {
      distinct++;
      first[i] = 1;
    }
  }
  return first;
}

interface ListedHits {
  readonly file: string | undefined;
  readonly lines: ArrayLike<number> | undefined;
  /** The documents that hits are chunks of. */
  readonly docs: readonly (string | undefined)[] | undefined;
}

export function reportDuplicates(
  query: QueryId,
  ids: readonly (string | null)[],
  { duplicates, unit }: JoinRule,
  log: ProblemLog,
  { file, lines, docs }: ListedHits,
): void {
  const first = new Map<string, number>();
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    if (id === null || id === undefined) continue;
    const before = first.get(id);
    if (before === undefined) {
      first.set(id, i);
      continue;
    }
    // Chunks without their own ids have the id of their document.
    const chunks = duplicates === "first" && docs?.[i] === id && docs[before] === id;
    if (chunks && unit === "doc") continue;
    // In a file, the line that comes later in it.
    const line = lines === undefined ? 0 : Math.max(lines[i]!, lines[before]!);
    const firstLine = lines === undefined ? 0 : Math.min(lines[i]!, lines[before]!);
    const make = (): Problem =>
      joinProblem(
        chunks ? "duplicate-hit/chunks" : "duplicate-hit/of-ranking",
        {
          document: id,
          duplicates,
          ...(lines === undefined ? { ranks: [before + 1, i + 1] as const } : {}),
        },
        {
          at: {
            side: "run",
            query,
            ...(file === undefined ? {} : { file }),
            ...(lines === undefined ? {} : { line, firstLine }),
          },
        },
      );
    if (duplicates === "error") throw new GoldieError(make());
    const place = lines === undefined ? `${before} ${i}` : `${firstLine}`;
    log.addLater({ query, line, code: "duplicate-hit", identity: `${duplicates} ${place} ${id}` }, make);
  }
}
