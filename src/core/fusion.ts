/** What a fusion is: several lists of one query → one score for each document. */
import type { ParamsOf, Specs } from "./params.ts";

/** One run's list for one query, after ids, order and duplicates were settled: no fusion sorts or touches an id. */
export interface FusionList {
  /** By rank: the number of the document, from 0; each at most once. */
  readonly docs: Uint32Array;
  /** Beside `docs`; absent where the list has nothing but its order. */
  readonly scores?: Float64Array;
}

/** One run's list for one query of the gold: what a fusion learns from. */
export interface JudgedList {
  /** By rank; 1 = the document is relevant. */
  readonly relevant: Uint8Array;
  /** How many relevant documents the gold has. */
  readonly total: number;
}

export type FusionNeed = "scores" | "ranks" | "training";

/** What the checks may assume. */
export type FusionLaw =
  /** One run alone keeps its order. */
  | "keeps-one-run"
  /** A document that moves up in one run never loses score. */
  | "monotone";

/** What was learnt from gold: a row of numbers for each run. Plain data: it survives JSON. */
export type Trained = readonly (readonly number[])[];

export interface Fusion<S extends Specs = Specs> {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly title: string;
  readonly definition: string;
  readonly formula: string;
  readonly cite: string;
  /** A list holds one number for each run; empty, all runs are alike. */
  readonly params: S;
  readonly needs: readonly FusionNeed[];
  /** The default score normalisation; absent if only ranks count. */
  readonly normalise?: string;
  readonly laws: readonly FusionLaw[];
  /** Values that a search for the best ones tries, by parameter. */
  readonly tries?: { readonly [K in keyof S]?: readonly number[] };
  /** What is to be known of one run, from its lists for all queries of the gold. */
  train?(lists: readonly JudgedList[], params: ParamsOf<S>): readonly number[];
  /** The score of each document, by its number. `docs`: how many there are in all lists together. */
  fuse(lists: readonly FusionList[], docs: number, params: ParamsOf<S>, trained: Trained): Float64Array;
}

/** Makes the scores of different runs comparable: list by list, query by query. */
export interface Normalisation {
  readonly id: string;
  readonly title: string;
  readonly definition: string;
  readonly needs: "scores" | "ranks";
  /** Scores are distances: a lower one is better. */
  readonly lower?: true;
  /** The list with new scores; it may get longer. `docs` as in `fuse`. */
  apply(list: FusionList, docs: number): FusionList & { readonly scores: Float64Array };
}
