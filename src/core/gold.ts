/** What is known to be right for a query. */
import type { DocId } from "./ids.ts";

/** Gold as text: survives re-chunking. */
export interface Passage {
  readonly text: string;
}

/**
 * Gold as a stretch of a source document: survives re-chunking. Characters from `start` up to `end`, counted from 0,
 * or `lines`, the first and the last, counted from 1.
 */
export type Span =
  | { readonly doc: DocId; readonly start: number; readonly end: number; readonly text?: string }
  | { readonly doc: DocId; readonly lines: readonly number[]; readonly text?: string };

/** What is known to be right for one query. A query may carry several facets at once. */
export interface Gold {
  /** A plain list, duplicates kept (some tools count them). */
  readonly relevant?: readonly DocId[];
  /** 0 = judged not relevant; absent = never judged; may grade documents that are not in `relevant`. */
  readonly grades?: ReadonlyMap<DocId, number> | Readonly<Record<DocId, number>>;
  /** AND of ORs: every group needs one of its documents. */
  readonly groups?: readonly (readonly DocId[])[];
  /** Groups in the order in which an answer needs them: any document of a hop satisfies it. Instead of `groups`. */
  readonly hops?: readonly (readonly DocId[])[];
  /** Aspects of the query: document → grade by aspect. Each aspect is a group. */
  readonly subtopics?: Readonly<Record<string, Readonly<Record<DocId, number>>>>;
  /** Gold texts, in groups like `groups`. */
  readonly passages?: readonly (readonly Passage[])[];
  /** Gold spans, in groups like `groups`. */
  readonly spans?: readonly (readonly Span[])[];
  /** Documents that must never come back for this query: another tenant's, retracted, expired. */
  readonly forbidden?: readonly DocId[];
  /** Reference answer, for the judged metrics. */
  readonly answer?: string;
  /** false = nothing in the corpus answers this query. */
  readonly answerable?: boolean;
  readonly tags?: Readonly<Record<string, string>>;
}
