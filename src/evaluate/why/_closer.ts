import { MISS_REASONS, type MissedWhy } from "../../core/missed.ts";

/** Of the documents of a group, the one that came closest; one of them in the corpus is enough. */
export function closer(a: MissedWhy, b: MissedWhy): MissedWhy {
  const place = ({ reason }: MissedWhy): number =>
    // A group is not in the corpus only if none of its documents is.
    reason === "not-in-corpus" ? MISS_REASONS.length : MISS_REASONS.indexOf(reason);
  if (place(a) !== place(b)) return place(a) < place(b) ? a : b;
  return (b.rank ?? Number.POSITIVE_INFINITY) < (a.rank ?? Number.POSITIVE_INFINITY) ? b : a;
}
