/** The grades that the gold uses: labels of a query belong on the same scale. */
import type { QueryId } from "../../../core/ids.ts";
import { ProblemLog } from "../../../core/problem-log.ts";
import { type GoldValue, readGold } from "../../../evaluate/input/read-gold.ts";

/** Each grade has a key. */
export const MOST_GRADES = 9;
/** For gold without judgements. */
const FOUR_GRADES = 3;

export interface GoldScale {
  /** The highest grade of a query: the largest of the gold if the query has grades, 1 if it lists documents. */
  known(query: QueryId): number | undefined;
  /** The same, and for queries without judgements as for others. */
  highest(query: QueryId): number;
}

export function scaleOf(gold: Iterable<readonly [QueryId, GoldValue]>): GoldScale {
  const graded = new Set<QueryId>();
  const listed = new Set<QueryId>();
  let largest = 1;
  for (const [query, value] of gold) {
    const { graded: found, relevant, groups, passages, spans } = readGold(query, value, new ProblemLog());
    if ((found?.grades.length ?? 0) > 0) graded.add(query);
    else if ([relevant, groups, passages, spans].some((one) => (one?.length ?? 0) > 0)) listed.add(query);
    for (const grade of found?.grades ?? []) largest = Math.max(largest, grade);
  }
  const highest = Math.min(MOST_GRADES, Math.floor(largest));
  const known = (query: QueryId): number | undefined =>
    graded.has(query) ? highest : listed.has(query) ? 1 : undefined;
  const other = graded.size > 0 ? highest : listed.size > 0 ? 1 : FOUR_GRADES;
  return { known, highest: (query) => known(query) ?? other };
}
