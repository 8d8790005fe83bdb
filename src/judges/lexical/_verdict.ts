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

const MOST = 3;

/** The same from a user's scores of the statements `from` to `to`: the best one decides. */
export function verdictOfScores(
  scores: Float64Array,
  from: number,
  to: number,
  { full, partial }: Thresholds,
): LexicalVerdict | undefined {
  const places = Array.from({ length: to - from }, (_, i) => from + i).sort(
    (a, b) => scores[b]! - scores[a]! || a - b,
  );
  const best = places[0] === undefined ? 0 : scores[places[0]]!;
  if (places.length === 0 || best < partial) return undefined;
  const level = best >= full ? "full" : "partial";
  const enough = level === "full" ? full : partial;
  return { level, by: places.filter((place) => scores[place]! >= enough).slice(0, MOST) };
}
