/** What happens during a live run. */
import type { QueryId } from "../core/ids.ts";
import type { Problem } from "../core/problem.ts";

export type LiveEvent =
  /** `queries`: how many will be asked; `taken`: how many were answered before. */
  | { readonly kind: "started"; readonly retriever: string; readonly queries: number; readonly taken: number }
  | {
      readonly kind: "answered";
      readonly retriever: string;
      readonly query: QueryId;
      readonly hits: number;
      /** Absent where it came from the cache. */
      readonly ms?: number;
    }
  | {
      readonly kind: "failed";
      readonly retriever: string;
      readonly query: QueryId;
      readonly problem: Problem;
    }
  | {
      readonly kind: "retried";
      readonly retriever: string;
      readonly query: QueryId;
      readonly why: string;
      readonly inMs: number;
    }
  /** After each query. Rate and time left appear with the second answer. */
  | {
      readonly kind: "progress";
      readonly retriever: string;
      readonly done: number;
      readonly total: number;
      readonly failed: number;
      /** Queries per second. */
      readonly rate?: number;
      readonly leftMs?: number;
    }
  | {
      readonly kind: "finished";
      readonly retriever: string;
      readonly answered: number;
      readonly failed: number;
      readonly empty: number;
      readonly unasked: number;
    };
