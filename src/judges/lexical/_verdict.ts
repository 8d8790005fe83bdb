/** From what was found in a chunk to a verdict: in full, in part, or nothing. */
import type { SupportLevel } from "../../core/judgement-record.ts";
import type { Thresholds } from "./_thresholds.ts";
import type { ChunkSupport } from "./support.ts";

export interface LexicalVerdict {
  readonly level: SupportLevel;
  /** Places of statements, the best first. */
  readonly by: readonly number[];
}

/** A claim of a list without its own words has no support. */
export function verdictOf(found: ChunkSupport, { full, partial }: Thresholds): LexicalVerdict | undefined {
  if (!found.focus || found.by.length === 0) return undefined;
  if (found.confidence >= full) return { level: "full", by: found.by };
  return found.said >= partial ? { level: "partial", by: found.by } : undefined;
}
