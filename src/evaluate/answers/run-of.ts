/** Answers of a live retriever as a run that can be scored. */
import type { Answer } from "../../core/answer.ts";
import type { QueryId } from "../../core/ids.ts";
import { GoldieError } from "../../core/problem.ts";
import type { Hit } from "../../core/ranking.ts";
import type { JoinRule } from "../../core/rules.ts";

/** What became of a query that was not asked. */
export const NOT_ASKED = "not asked: the run was cancelled";

export interface AnswerCut {
  /** Scores look at so many hits, however many came back. */
  readonly k: number;
  /** Under "doc", hits of one document count once. */
  readonly unit?: JoinRule["unit"];
}

/** Every query, with the hits to score; an Error where there is no answer. Without a cut, each metric looks as far as it does everywhere. */
export function runOfAnswers(
  queries: Iterable<QueryId>,
  answers: ReadonlyMap<QueryId, Answer>,
  cut?: AnswerCut,
): Map<QueryId, readonly Hit[] | Error> {
  const run = new Map<QueryId, readonly Hit[] | Error>();
  for (const query of queries) {
    const answer = answers.get(query);
    run.set(
      query,
      answer === undefined
        ? new Error(NOT_ASKED)
        : answer.status === "failed"
          ? new GoldieError(answer.problem)
          : cut === undefined
            ? answer.hits
            : firstHits(answer.hits, cut),
    );
  }
  return run;
}

/** The first k; hits below that were asked for to tell why something was missed, and must not change a score. */
export function firstHits(hits: readonly Hit[], { k, unit }: AnswerCut): readonly Hit[] {
  if (hits.length <= k) return hits;
  if (unit !== "doc") return hits.slice(0, k);
  const seen = new Set<string | null>();
  const end = hits.findIndex(({ id, doc }) => seen.add(doc ?? id).size > k);
  return end < 0 ? hits : hits.slice(0, end);
}
