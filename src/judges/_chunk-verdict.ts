/** What a chunk says of a claim, by one rule for all judges that tell contradiction. */
import type { Contradiction, Support } from "../core/judgement-record.ts";

export interface ChunkEvidence {
  /** Statements that state the claim in full, in part, and its opposite. */
  readonly full: readonly string[];
  readonly partial: readonly string[];
  readonly against: readonly string[];
}

/** Support and contradiction are recorded each by itself. A statement that states a part of the claim and denies it is against it. */
export function chunkVerdict(
  chunk: number,
  { full, partial, against }: ChunkEvidence,
): { readonly support: readonly Support[]; readonly contradicted: readonly Contradiction[] } {
  const part = partial.filter((id) => !against.includes(id));
  return {
    support:
      full.length > 0
        ? [{ chunk, level: "full", by: full }]
        : part.length > 0
          ? [{ chunk, level: "partial", by: part }]
          : [],
    contradicted: against.length > 0 ? [{ chunk, by: against }] : [],
  };
}
