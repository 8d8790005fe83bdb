/** Gold in two parts: one to tune on, one to test on. */
import { createHash } from "node:crypto";
import type { QueryId } from "../core/ids.ts";
import { NearDuplicates } from "../text/near-duplicates.ts";

export interface SplitQuery {
  readonly id: QueryId;
  /** The question, where the gold has it. */
  readonly text?: string | undefined;
}

/** A variant of a query has its id, this and what changed. */
export const VARIANT_MARK = "~";

/**
 * Which queries are in the test part. It depends on the words of a query (or its id, where it has none) and, where a
 * similar question comes earlier, on those of that one: queries added at the end move no other.
 */
export function splitQueries(queries: readonly SplitQuery[], share: number): ReadonlySet<QueryId> {
  const seen = new NearDuplicates();
  const leaders: string[] = [];
  const byId = new Map<QueryId, string>();
  const test = new Set<QueryId>();
  for (const { id, text } of queries) {
    const number = seen.add(text ?? id);
    const base = byId.get(id.split(VARIANT_MARK)[0]!);
    leaders.push(base ?? leaders[number] ?? text ?? id);
    const leader = leaders.at(-1)!;
    byId.set(id, leader);
    if (placeOf(leader) < share) test.add(id);
  }
  return test;
}

/** A number in [0, 1) that the text decides. */
function placeOf(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE(0) / 2 ** 32;
}
