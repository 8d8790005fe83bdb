/** Why gold was not among the first k hits: counts, or every case. */

import type { QueryId } from "../../core/ids.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import type { JoinRule } from "../../core/rules.ts";
import { readGold } from "../../evaluate/input/read-gold.ts";
import { type RankingInput, readRanking } from "../../evaluate/input/read-run.ts";
import { byScore } from "../../evaluate/join/order.ts";
import { withDefaultMatch } from "../../evaluate/plan/default-match.ts";
import { type Plan, Planner } from "../../evaluate/plan/plan.ts";
import {
  countReasons,
  type Missed,
  type MissedHit,
  MissFinder,
  type RunMisses,
} from "../../evaluate/why/missed.ts";
import type { Loaded } from "./load.ts";
import type { Request } from "./request.ts";

/** How far down people look: the greatest cut-off that was asked for. */
function depthOf(plans: readonly Plan[]): number {
  const cutoffs = plans.map(({ params }) => params.k).filter((k) => typeof k === "number");
  return cutoffs.length === 0 ? 10 : Math.max(...cutoffs);
}

export function missesOf({ gold, runs, corpus }: Loaded, request: Request): RunMisses[] {
  const plans = new Planner(withDefaultMatch(request.asked, gold.gold.values())).plans();
  const k = depthOf(plans);
  const { join } = plans[0]!;
  const documents = corpus && {
    has: (id: string) => corpus.docs.has(id),
    text: (id: string) => corpus.docs.get(id)?.text,
  };
  const log = new ProblemLog();
  const read = new Map([...gold.gold].map(([query, value]) => [query, readGold(query, value, log)]));
  return runs.map((run) => {
    const finder = new MissFinder(join);
    const queries = new Map<QueryId, readonly Missed[]>();
    let wanted = 0;
    for (const [query, one] of read) {
      const given = run.run.get(query);
      // Where the retriever failed, nobody knows what it would have found.
      if (given instanceof Error) continue;
      const hits = hitsOf(query, given, join, log);
      const look = { query, gold: one, hits, k, ...(documents && { corpus: documents }) };
      wanted += finder.items(look).length;
      const missed = finder.find(look);
      if (missed.length > 0) queries.set(query, missed);
    }
    return { run: run.name, k, wanted, counts: countReasons([...queries.values()].flat()), queries };
  });
}

/** The hits as they are ranked. */
export function hitsOf(
  query: QueryId,
  given: Exclude<RankingInput, Error> | undefined,
  join: JoinRule,
  log: ProblemLog,
): readonly MissedHit[] {
  if (given === undefined) return [];
  const ranking = readRanking(query, given, log);
  const { ids, docs, texts, spans, scores, mapping } = ranking;
  const scored =
    join.order === "score" ||
    (join.order === "score-if-any" && scores !== undefined) ||
    (join.order === "input" && mapping);
  const order = (scored ? byScore(query, ranking, join).order : undefined) ?? ids.keys();
  return Array.from(order, (i) => ({ id: ids[i]!, doc: docs?.[i], text: texts?.[i], span: spans?.[i] }));
}

/** Small enough that a second look costs nothing that anybody would notice. */
const SMALL = 4e6;
export const isSmall = (sizes: readonly (number | undefined)[]): boolean =>
  sizes.every((size) => size !== undefined) && sizes.reduce((sum, size) => sum! + size!, 0)! <= SMALL;
