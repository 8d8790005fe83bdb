/** Why a relevant document is not among the first k hits: the reasons, and their words. */
import type { DocId } from "./ids.ts";

/** In order of precedence: the first reason that applies is reported. */
export const MISS_REASONS = [
  "failed",
  "crowded-out",
  "below-k",
  "filtered",
  "lost-in-stage",
  "other-id",
  "other-text",
  "not-in-corpus",
  "empty",
  "beyond-depth",
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
  /**
   * crowded-out: the document that takes up most places above; other-id: the id rule, or `unit: "doc"`;
   * lost-in-stage: the stage that no longer has it.
   */
  readonly by?: string;
  /** beyond-depth: so many hits were asked for, and came; it may rank below them. */
  readonly depth?: number;
  /** Where an earlier stage of the retriever had it: the last one, or of what is below k, the last one with it in the first k. */
  readonly before?: { readonly stage: string; readonly rank: number };
}
/** Its document was retrieved, as that of another chunk: comparing documents would have found it. */
export const BY_DOC = 'unit: "doc"';
/** The same without what it is about. */
export type MissedWhy = Omit<Missed, "item">;

/** A reason in a few words, as in "12 below k". */
export const missReasonWords: Readonly<Record<MissReason, string>> = {
  failed: "in failed queries",
  "crowded-out": "crowded out by hits of one document",
  "below-k": "below k",
  filtered: "filtered out",
  "lost-in-stage": "lost in a stage",
  "other-id": "retrieved under a different id",
  "other-text": "same text retrieved under a different id",
  "not-in-corpus": "not in the corpus",
  empty: "with empty lists",
  "beyond-depth": "not among the hits asked for",
  "never-retrieved": "never retrieved",
};

/** Why one thing was missed, in words: "below k (rank 14)". */
export function missWords({ reason, rank, hit, by, depth, before }: Missed): string {
  const where = rank === undefined ? "" : ` (rank ${rank})`;
  const was = before === undefined ? "" : `rank ${before.rank} in ${before.stage}`;
  switch (reason) {
    case "failed":
      return "the query failed";
    case "empty":
      return "the retriever returned an empty list";
    case "beyond-depth":
      if (depth === undefined) return missReasonWords[reason];
      return depth === 1 ? "not the one hit asked for" : `not among the first ${depth} hits asked for`;
    case "lost-in-stage":
      return `lost in ${by}${was === "" ? "" : ` (${was})`}`;
    case "crowded-out":
      return `crowded out by hits of ${by}${where}`;
    case "below-k":
      return was === "" ? `below k${where}` : `below k (rank ${rank}; ${was})`;
    case "other-id":
      return `retrieved as ${hit}${where}; it would match with ${by === BY_DOC ? "--unit doc" : `--ids ${by}`}`;
    case "other-text":
      return `its text is in ${hit}${where}`;
    default:
      return missReasonWords[reason];
  }
}
