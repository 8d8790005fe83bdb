/** Why something was missed, in words. */
import type { Missed, MissReason } from "./missed.ts";

/** A reason in a few words, as in "12 below k". */
export const missReasonWords: Readonly<Record<MissReason, string>> = {
  "crowded-out": "crowded out by hits of one document",
  "below-k": "below k",
  "other-id": "retrieved under another spelling of the id",
  "other-text": "its text retrieved under another id",
  "not-in-corpus": "not in the corpus",
  "never-retrieved": "never retrieved",
};

/** Why one thing was missed, in words: "below k (rank 14)". */
export function missWords({ reason, rank, hit, by }: Missed): string {
  const where = rank === undefined ? "" : ` (rank ${rank})`;
  switch (reason) {
    case "crowded-out":
      return `crowded out by hits of ${by}${where}`;
    case "below-k":
      return `below k${where}`;
    case "other-id":
      return `retrieved as ${hit}${where}; it would match with ${by === 'unit: "doc"' ? "--unit doc" : `--ids ${by}`}`;
    case "other-text":
      return `its text is in ${hit}${where}`;
    default:
      return missReasonWords[reason];
  }
}
