/** What a look at ids alone can tell, as plain data. */
import type { DocId, QueryId } from "../../core/ids.ts";
import type { Shape } from "./shape.ts";

export interface DoctorRun {
  readonly name: string;
  /** Hits by query, best first; null where a hit has no id. */
  readonly run: ReadonlyMap<QueryId, readonly (DocId | null)[]>;
  /** Beside the hits: the document each one belongs to, where the run says so. */
  readonly docs?: ReadonlyMap<QueryId, readonly (DocId | undefined)[]>;
  /** Beside the hits: their scores. */
  readonly scores?: ReadonlyMap<QueryId, readonly (number | undefined)[]>;
}
export interface DoctorInput {
  /** Relevant documents by query; a query without any has an empty list. */
  readonly gold: ReadonlyMap<QueryId, Iterable<DocId>>;
  /** Everything judged, relevant or not (default: the gold). */
  readonly judged?: ReadonlyMap<QueryId, Iterable<DocId>>;
  /** Queries whose gold is texts or spans, which ids tell nothing about. */
  readonly texts?: ReadonlySet<QueryId>;
  readonly runs: readonly DoctorRun[];
  /** Cut-off: how many top hits count (default: 10). */
  readonly k?: number;
  /** The ids of the collection. */
  readonly corpus?: ReadonlySet<DocId> | ReadonlyMap<DocId, unknown>;
}

/** How many there are, and a few of them. */
export interface Listing {
  readonly count: number;
  readonly samples: readonly string[];
}

/** A way to write ids, verified on all of the data. */
export interface Proposal {
  /** The id rule; absent where the documents that the run names are enough. */
  readonly ids?: string;
  readonly on: "hits" | "both";
  readonly unit?: "doc";
  /** Gold ids, and how many of them are found with it: for their own query, and for any. */
  readonly total: number;
  readonly found: number;
  readonly anywhere: number;
  /** Ids that become equal to another one: over all gold, and within the hits of a query. */
  readonly merged: { readonly gold: number; readonly hits: number };
  /** It drops what tells gold ids apart: chunks of one document, say. */
  readonly coarser: boolean;
  /** A gold id and the hit that it meets. */
  readonly example?: readonly [gold: string, hit: string];
  /** What to pass on the command line. */
  readonly flag: string;
  /** A sentence with the figure. */
  readonly says: string;
}

/** One side counts its queries 1, 2, 3 …, and the other has other numbers: ids that are equal need not mean the same query. */
export interface Numbering {
  readonly side: "gold" | "run";
  readonly queries: number;
  /** The greatest number of the other side. */
  readonly other: number;
}

export interface RunDiagnosis {
  readonly name: string;
  readonly queries: number;
  readonly hits: number;
  readonly shape: Shape;
  readonly queriesInBoth: number;
  /** Queries of the gold that the run lacks, and the other way round. */
  readonly missing: Listing;
  readonly unknown: Listing;
  /** Queries that are in the run, without a single hit. */
  readonly emptyRankings: Listing;
  /** Gold ids of the queries in both; how many are found among the hits of their query, and of any query. */
  readonly overlap: { readonly gold: number; readonly found: number; readonly anywhere: number };
  readonly proposals: readonly Proposal[];
  readonly queryProposals: readonly Proposal[];
  readonly numbering?: Numbering;
  /** Hits that stood in the same list before: how many, in how many queries. */
  readonly duplicates: Listing & { readonly queries: number };
  readonly withoutId: number;
  /** Of the first k hits of the queries in both: how many are unjudged. */
  readonly unjudged: { readonly hits: number; readonly unjudged: number };
  readonly notInCorpus?: Listing;
  /** Hits with the score of the hit before or behind them, and queries whose hits all have one score. */
  readonly ties?: { readonly hits: number; readonly tied: number; readonly flat: number };
  /** Queries whose scores rise down the list; `all`: from the first hit to the last. */
  readonly disorder?: Listing & { readonly all: number };
}

export interface Diagnosis {
  readonly k: number;
  readonly gold: {
    readonly queries: number;
    readonly ids: number;
    readonly shape: Shape;
    /** Queries without a relevant document. */
    readonly empty: Listing;
    /** Queries whose gold is texts or spans. */
    readonly texts: number;
    readonly notInCorpus?: Listing & { readonly proposals: readonly Proposal[] };
  };
  readonly runs: readonly RunDiagnosis[];
  /** Gold ids that no run found for their query, as "query: id". */
  readonly neverRetrieved: Listing;
}
