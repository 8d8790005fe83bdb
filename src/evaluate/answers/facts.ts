/** What a live run tells about a retriever besides its scores. */
import type { Answer } from "../../core/answer.ts";
import type { RetrieverParams } from "../../core/retriever.ts";
import type { Funnel } from "../why/funnel.ts";
import type { AnswerTiming } from "./timing.ts";

export interface LiveFacts {
  /** Half a line about the retriever. */
  readonly about?: string;
  /** What distinguishes it from the others of a sweep. */
  readonly params?: RetrieverParams;
  /** Absent where no answer was timed: all failed, or came from a cache. */
  readonly timing?: AnswerTiming;
  readonly answered: number;
  /** Answered with an empty list. */
  readonly empty: number;
  readonly failed: number;
  /** Not asked: the run was cancelled before. */
  readonly unasked: number;
  /** Answers that came from the cache. */
  readonly cached: number;
  /** Attempts beyond the first of each query. */
  readonly retried: number;
  /** What the queries cost that came with a cost, in the retriever's own unit. */
  readonly cost?: { readonly total: number; readonly queries: number };
  /** Mean share of unjudged hits among the first 10, where the gold has grades. */
  readonly unjudged?: number;
  /** Where the retriever reports its stages. */
  readonly funnel?: Funnel;
  /** Means with other settings, from the same answers; where there are stages. */
  readonly whatIf?: readonly WhatIfMeans[];
}

/** The means of a run as it would have been. */
export interface WhatIfMeans {
  /** without: without the last stage. perfect: everything that was found in the best order. */
  readonly kind: "without" | "perfect";
  /** without: the stage that is left out. */
  readonly stage?: string;
  readonly means: Readonly<Record<string, number>>;
}

export type AnswerCounts = Pick<LiveFacts, "answered" | "empty" | "failed" | "cached" | "retried" | "cost">;

/** An empty list is an answer; a failure is none. */
export function countAnswers(answers: Iterable<Answer>): AnswerCounts {
  const counts = { answered: 0, empty: 0, failed: 0, cached: 0, retried: 0 };
  let total = 0;
  let queries = 0;
  for (const answer of answers) {
    counts.retried += Math.max(0, answer.attempts - 1);
    if (answer.status === "failed") {
      counts.failed++;
      continue;
    }
    counts.answered++;
    if (answer.hits.length === 0) counts.empty++;
    if (answer.attempts === 0) counts.cached++;
    if (answer.cost === undefined) continue;
    total += answer.cost;
    queries++;
  }
  return { ...counts, ...(queries === 0 ? {} : { cost: { total, queries } }) };
}
