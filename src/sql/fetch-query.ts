/** The hits of one query, for its explanation. */
import type { QueryId } from "../core/ids.ts";
import type { RankingColumns } from "../evaluate/input/read-run.ts";
import type { Plan } from "../evaluate/plan/plan.ts";
import { ordersByScore, readsRank } from "./_order.ts";
import type { SqlEngine, SqlQueryOptions } from "./engine.ts";
import { fetchHits, giveQueries } from "./fetch-hits.ts";
import type { HitTable } from "./lower.ts";
import { sqlProblem } from "./problems.ts";
import { unorderedRule } from "./push-down.ts";

export interface QueryTables extends SqlQueryOptions {
  readonly engine: SqlEngine;
  /** Tables that are ordered alike. */
  readonly hits: readonly HitTable[];
  readonly query: QueryId;
  /** What will read the hits. */
  readonly plans: readonly Plan[];
}

/** By run; a run that lacks the query is not among them. */
export async function fetchQuery({
  engine,
  hits,
  query,
  plans,
  ...options
}: QueryTables): Promise<ReadonlyMap<string, RankingColumns>> {
  refuseUnordered(plans, hits);
  const readsRanks = plans.some(({ join }) => readsRank(join, ordersByScore(join, hits)));
  const found = new Map<string, RankingColumns>();
  const wanted = await giveQueries(engine, [query], options);
  for await (const { run, ranking } of fetchHits(engine, hits, wanted, readsRanks, options))
    found.set(run, ranking);
  return found;
}

/** Does a rule need a column of ranks, even beside one of scores? */
export const needsRanks = (plans: readonly Plan[]): boolean =>
  plans.some(({ join }) => unorderedRule(join, { rank: false }) !== undefined);

/** @throws GoldieError if a rule needs an order that the tables do not have. */
export function refuseUnordered(plans: readonly Plan[], hits: readonly HitTable[]): void {
  const rank = hits.every((table) => table.rank !== undefined);
  for (const { join } of plans) {
    const rule = unorderedRule(join, { rank });
    if (rule !== undefined) throw sqlProblem.error("no-order", { rule }, { level: "error" });
  }
}
