/** Where each thing to find stands in a run. */
import type { DocId, QueryId } from "../../core/ids.ts";
import type { MissedWhy } from "../../core/missed.ts";
import { depthOf } from "../plan/plan.ts";
import type { QueryAgain } from "../score/query-again.ts";
import { type MissedHit, MissFinder } from "./missed.ts";
import { rankedHits } from "./run-misses.ts";

/** A document, a group, a passage or a span. */
export interface PlacedItem {
  readonly item: readonly string[];
  /** From 1; absent if it was not retrieved. */
  readonly rank?: number;
  /** Why it is not among the first k hits. */
  readonly missed?: MissedWhy;
}

/** One run, query by query. */
export interface RunPlaces {
  /** A query's hits best first, each id once: as the id rule writes it, or under unit document, of the document. */
  ids(i: number): readonly DocId[];
  items(i: number, query: QueryId): readonly PlacedItem[];
}

/** `k`: default: the largest cut-off of the metrics. */
export function placesIn({ plans, query: caseOf }: QueryAgain, k: number = depthOf(plans)): RunPlaces {
  const { join } = plans[0]!;
  const finder = new MissFinder(join);
  const hitsOf = (i: number): readonly MissedHit[] => {
    const { query, ranking } = caseOf(i);
    return rankedHits(query, ranking, join);
  };
  return {
    ids: (i) => [...new Set(hitsOf(i).flatMap((hit) => finder.keyOf(hit) ?? []))],
    items(i, query) {
      const look = { query, gold: caseOf(i).gold, hits: hitsOf(i) };
      const missed = new Map(finder.find({ ...look, k }).map((one) => [JSON.stringify(one.item), one]));
      // With a cut-off of 0, everything is missed, and what was retrieved says at which rank.
      return finder.find({ ...look, k: 0 }).map(({ item, reason, rank }): PlacedItem => {
        const { item: _, ...why } = missed.get(JSON.stringify(item)) ?? { item };
        return {
          item,
          ...(reason === "below-k" && rank !== undefined ? { rank } : {}),
          ...("reason" in why ? { missed: why } : {}),
        };
      });
    },
  };
}
