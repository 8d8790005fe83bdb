/** Forbidden documents that a run returned. */
import type { DocId, QueryId } from "../../core/ids.ts";

export interface LeakedDocument {
  /** As the gold names it. */
  readonly doc: DocId;
  /** From 1, as the metrics count ranks. */
  readonly rank: number;
  /** The hit, where its id is another one: a chunk of the document. */
  readonly hit?: DocId;
}

export interface Leaks {
  /** Queries whose gold forbids a document. */
  readonly queries: number;
  /** So many hits of each were looked at: the greatest cut-off of the metrics, or 10. */
  readonly k: number;
  /** By query, in the order of the gold: what came back all the same, best rank first. */
  readonly leaked: ReadonlyMap<QueryId, readonly LeakedDocument[]>;
}
