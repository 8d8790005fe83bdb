import type { DocId } from "../../core/ids.ts";

/** In the order in which they are looked for: the first that holds is told. */
export const MISS_REASONS = [
  "crowded-out",
  "below-k",
  "other-id",
  "other-text",
  "not-in-corpus",
  "never-retrieved",
] as const;
export type MissReason = (typeof MISS_REASONS)[number];

/** One thing that had to be found: a document, or any of a group; of text or span gold, the texts or spans. */
export interface Missed {
  readonly item: readonly string[];
  readonly reason: MissReason;
  /** The place of the hit, from 1; repeated hits are not counted. */
  readonly rank?: number;
  /** The hit that is the document, or would be it. */
  readonly hit?: DocId;
  /** crowded-out: the document that takes up most places above; other-id: the rule, or `unit: "doc"`. */
  readonly by?: string;
}
/** The same without what it is about. */
export type MissedWhy = Omit<Missed, "item">;

/** Of the documents of a group, the one that came closest; one of them in the corpus is enough. */
export function closer(a: MissedWhy, b: MissedWhy): MissedWhy {
  const place = ({ reason }: MissedWhy): number =>
    // A group is not in the corpus only if none of its documents is.
    reason === "not-in-corpus" ? MISS_REASONS.length : MISS_REASONS.indexOf(reason);
  if (place(a) !== place(b)) return place(a) < place(b) ? a : b;
  return (b.rank ?? Number.POSITIVE_INFINITY) < (a.rank ?? Number.POSITIVE_INFINITY) ? b : a;
}
