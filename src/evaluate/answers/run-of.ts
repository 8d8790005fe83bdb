/** Answers of a live retriever as a run that can be scored. */
import type { Answer } from "../../core/answer.ts";
import type { QueryId } from "../../core/ids.ts";
import { GoldieError } from "../../core/problem.ts";
import type { Hit } from "../../core/ranking.ts";
import type { JoinRule } from "../../core/rules.ts";
import { parseIdRule } from "../../match/ids/parse.ts";

/** What became of a query that was not asked. */
export const NOT_ASKED = "not asked: the run was cancelled";

/** Under unit "doc", hits of one document count once; others that repeat an id, too, unless they are to be kept. */
export interface AnswerCut extends Partial<Pick<JoinRule, "unit" | "duplicates" | "match">> {
  /** So many hits, as metrics count them. */
  readonly k: number;
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

/** The first k, and what repeats them: repeated hits take no place. */
export function firstHits(hits: readonly Hit[], { k, unit, duplicates, match }: AnswerCut): readonly Hit[] {
  if (hits.length <= k) return hits;
  const byDoc = unit === "doc";
  if (!byDoc && (duplicates === "keep" || duplicates === "blank")) return hits.slice(0, k);
  const write = match !== undefined && "ids" in match ? parseIdRule(match.ids) : (id: string) => id;
  const keyOf = ({ id, doc }: Hit): string | null => (byDoc ? (doc ?? (id === null ? null : write(id))) : id);
  const seen = new Set<string>();
  let places = 0;
  const end = hits.findIndex((hit) => {
    const key = keyOf(hit);
    if (key !== null && seen.has(key)) return false;
    if (key !== null) seen.add(key);
    return ++places > k;
  });
  return end < 0 ? hits : hits.slice(0, end);
}
