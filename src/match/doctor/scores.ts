import type { QueryId } from "../../core/ids.ts";
import type { RunDiagnosis } from "./types.ts";

/** Equal scores, and scores that rise where they should fall. */
export function scoreFindings(
  scores: ReadonlyMap<QueryId, readonly (number | undefined)[]>,
): Pick<RunDiagnosis, "ties" | "disorder"> {
  let hits = 0;
  let tied = 0;
  let flat = 0;
  let all = 0;
  let risingQueries = 0;
  const samples: string[] = [];
  for (const [query, list] of scores) {
    const given = list.filter((score) => score !== undefined);
    hits += given.length;
    let rises = 0;
    let equal = 0;
    for (let i = 1; i < given.length; i++) {
      if (given[i]! > given[i - 1]!) rises++;
      else if (given[i] === given[i - 1]) equal++;
    }
    // A run of equal scores in a list that is out of order is not one run.
    tied += given.filter((score, i) => score === given[i - 1] || score === given[i + 1]).length;
    if (given.length > 1 && equal === given.length - 1) flat++;
    if (rises === 0) continue;
    risingQueries++;
    if (rises + equal === given.length - 1) all++;
    if (samples.length < 5) samples.push(query);
  }
  if (hits === 0) return {};
  return { ties: { hits, tied, flat }, disorder: { count: risingQueries, samples, all } };
}
