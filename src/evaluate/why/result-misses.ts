/** The misses of an already scored run. */
import type { QueryId } from "../../core/ids.ts";
import type { Missed } from "../../core/missed.ts";
import { depthOf } from "../plan/plan.ts";
import type { LeakedDocument } from "../score/leaks.ts";
import type { QueryAgain } from "../score/query-again.ts";
import { countReasons, MissFinder, type RunMisses } from "./missed.ts";
import { rankedHits } from "./run-misses.ts";

/** `k`: default: the largest cut-off of the metrics. */
export function missesOf(
  run: string,
  names: readonly QueryId[],
  { plans, scorer, query: caseOf, failed }: QueryAgain,
  k: number = depthOf(plans),
): RunMisses {
  const { join } = plans[0]!;
  const finder = new MissFinder(join);
  const queries = new Map<QueryId, readonly Missed[]>();
  const leaked = new Map<QueryId, readonly LeakedDocument[]>();
  let wanted = 0;
  let groups = 0;
  for (const [i, query] of names.entries()) {
    // If the retriever failed, its misses are unknown.
    if (failed(i)) continue;
    const one = caseOf(i);
    const { gold, ranking } = one;
    const leaks = scorer.leaks(one, k);
    if (leaks.length > 0) leaked.set(query, leaks);
    const look = { query, gold, hits: rankedHits(query, ranking, join), k };
    const items = finder.items(look).length;
    wanted += items;
    if (gold.groups !== undefined) groups += items;
    const missed = finder.find(look);
    if (missed.length > 0) queries.set(query, missed);
  }
  const forbidden = leaked.size === 0 ? {} : { leaked };
  const counts = countReasons([...queries.values()].flat());
  return readable({ run, k, ...forbidden, wanted, ...(groups > 0 && { groups }), counts, queries });
}

/** With a `toJSON` that is not one of its fields. */
function readable(misses: RunMisses): RunMisses {
  const toJSON = (): object => ({
    ...misses,
    ...(misses.leaked && { leaked: Object.fromEntries(misses.leaked) }),
    queries: Object.fromEntries(misses.queries),
  });
  return Object.defineProperty(misses, "toJSON", { value: toJSON });
}
