/** What a live retriever is: a function from a query to a list, or an object around one. */
import type { FoundDocument } from "./documents.ts";
import type { DocId, QueryId } from "./ids.ts";
import type { Hit } from "./ranking.ts";

/** AbortSignal, where the types of a platform have one: the centre is written without any. */
export type RetrieveSignal = typeof globalThis extends { AbortSignal: { prototype: infer Signal } }
  ? Signal
  : { readonly aborted: boolean; readonly reason: unknown };

export interface RetrieveContext {
  /** How many hits are wanted; more may come back. */
  readonly k: number;
  readonly queryId: QueryId;
  /** What the config passes on to the retriever, such as a tenant. */
  readonly filter?: unknown;
  /** Aborts on time-out and when the run is cancelled. */
  readonly signal: RetrieveSignal;
}

/** An id as databases have them. */
export type RetrievedId = DocId | number | bigint;
/** A hit as clients return it; what is null or undefined is not there. */
export type RetrievedHit = {
  readonly [part in Exclude<keyof Hit, "id" | "doc">]?: Hit[part] | null | undefined;
} & { readonly id: RetrievedId | null; readonly doc?: RetrievedId | null | undefined };

/** Best first: the order of the list is the ranking, whatever the scores say (many are distances). */
export type RetrievedList = readonly RetrievedId[] | readonly RetrievedHit[] | readonly FoundDocument[];

/** A list with what else is known about how it came about. */
export interface RetrievedInStages {
  readonly hits: RetrievedList;
  /** The lists on the way, in order: candidates, fused, reranked … The last one may be left out: it is `hits`. */
  readonly stages?: Readonly<Record<string, RetrievedList>> | null | undefined;
  /** Milliseconds by part. */
  readonly timings?: Readonly<Record<string, number>> | null | undefined;
  /** Ids that a filter took out, where the retriever knows them. */
  readonly filtered?: readonly RetrievedId[] | null | undefined;
  /** What this query cost, in any one unit. */
  readonly cost?: number | null | undefined;
}
export type Retrieved = RetrievedList | RetrievedInStages;

/**
 * Asks for the best `k` hits.
 * @example
 * const search: Retrieve = async (query, { k }) => (await index.search(query)).slice(0, k).map(({ id }) => id);
 */
export type Retrieve = (query: string, context: RetrieveContext) => Promise<Retrieved> | Retrieved;

export type RetrieverParams = Readonly<Record<string, string | number | boolean>>;

/** The documents that a retriever searches. */
export interface SearchedDocuments {
  has(id: DocId): boolean;
  text(id: DocId): string | undefined;
  title?(id: DocId): string | undefined;
}

/** A retriever with what is known about it beforehand. */
export interface Retriever {
  readonly retrieve: Retrieve;
  /** Half a line: "BM25 over docs (k1 1.2, b 0.75)". */
  readonly about?: string;
  /** What distinguishes it from the others of a sweep. */
  readonly params?: RetrieverParams;
  /** Before the first query, outside of all timings: builds an index, starts a process. */
  open?(signal: RetrieveSignal): Promise<void>;
  close?(): Promise<void> | void;
  /** Its next answer takes longer than usual: a process that has just started. It is asked once outside of all timings then. */
  isCold?(): boolean;
  /** Where it has the texts itself. Asked while it is open: for the words behind ids, and for what is not in the index. */
  documents?(): SearchedDocuments | undefined;
}
export type RetrieverInput = Retrieve | Retriever;
