/** What came back from a live retriever for one query. */
import type { DocId } from "./ids.ts";
import type { Problem } from "./problem.ts";
import type { Hit } from "./ranking.ts";

/** The list after one step of a retriever. */
export interface AnswerStage {
  readonly name: string;
  readonly hits: readonly Hit[];
}

export interface Answered {
  readonly status: "answered";
  readonly hits: readonly Hit[];
  /** In order; the last one is `hits`. Absent where the retriever does not report them. */
  readonly stages?: readonly AnswerStage[];
  /** Milliseconds by part, as the retriever reports them. */
  readonly timings?: Readonly<Record<string, number>>;
  readonly filtered?: readonly DocId[];
  readonly cost?: number;
  /** Milliseconds of the attempt that succeeded, without the time it waited for its turn. Absent where it came from a cache. */
  readonly ms?: number;
  readonly attempts: number;
}

/** The retriever gave no usable answer. An empty list is an answer. */
export interface Unanswered {
  readonly status: "failed";
  readonly problem: Problem;
  readonly attempts: number;
}
export type Answer = Answered | Unanswered;
