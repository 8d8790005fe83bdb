/** What a live retriever missed, and why: its answers tell more than a list does. */
import type { Answer, Answered } from "../../core/answer.ts";
import type { DocId, QueryId } from "../../core/ids.ts";
import type { Missed, MissReason } from "../../core/missed.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import type { JoinRule } from "../../core/rules.ts";
import { type GoldValue, type ReadGold, readGold } from "../input/read-gold.ts";
import type { ByQuery } from "../input/read-input.ts";
import { type AskedMetrics, Planner } from "../plan/plan.ts";
import type { Rules } from "../plan/rules.ts";
import { itemKey, ranksIn, type StageRanks, stageRanks } from "./_stages.ts";
import { countReasons, type MissCase, MissFinder, type RunMisses } from "./missed.ts";
import { hitsOf } from "./run-misses.ts";

export interface AnswerLook {
  /** Of the queries that were to be asked. */
  readonly gold: ByQuery<GoldValue>;
  /** With the match that the gold asks for. */
  readonly asked: AskedMetrics & Rules;
  readonly answers: ReadonlyMap<QueryId, Answer>;
  readonly k: number;
}

/** Queries that were not asked are left out: of them nothing is known. */
export function missesOfAnswers({
  name,
  gold,
  asked,
  answers,
  k,
  depth,
  corpus,
}: AnswerLook & {
  readonly name: string;
  /** How many hits were asked for. */
  readonly depth: number;
  readonly corpus?: MissCase["corpus"];
}): RunMisses {
  const { join } = new Planner(asked).plans()[0]!;
  const finder = new MissFinder(join);
  const log = new ProblemLog();
  const queries = new Map<QueryId, readonly Missed[]>();
  const firstHits = new Map<QueryId, DocId>();
  let wanted = 0;
  let groups = 0;
  for (const query of gold.keys()) {
    const answer = answers.get(query);
    if (answer === undefined) continue;
    const read = readGold(query, gold.get(query)!, log);
    const hits = answer.status === "failed" ? [] : hitsOf(query, answer.hits, join, log);
    const look = { query, gold: read, hits, k, ...(corpus === undefined ? {} : { corpus }) };
    const items = finder.items(look);
    wanted += items.length;
    if (read.groups !== undefined) groups += items.length;
    const missed =
      answer.status === "failed"
        ? items.map((item): Missed => ({ item, reason: "failed" }))
        : withDepth(explained(finder.find(look), answer, query, read, finder, join, k), answer, depth);
    if (missed.length === 0) continue;
    queries.set(query, missed);
    const first = hits[0]?.id;
    if (first !== undefined && first !== null) firstHits.set(query, first);
  }
  const counts = countReasons([...queries.values()].flat());
  return { run: name, k, wanted, ...(groups > 0 ? { groups } : {}), counts, queries, firstHits };
}

/** Of a list as long as what was asked for nobody knows how it goes on. */
const withDepth = (missed: readonly Missed[], { hits }: Answered, depth: number): readonly Missed[] =>
  hits.length < depth
    ? missed
    : missed.map(
        (one): Missed =>
          one.reason === "never-retrieved" ? { item: one.item, reason: "beyond-depth", depth } : one,
      );

/** What a list alone cannot tell. */
const ABSENT: ReadonlySet<MissReason> = new Set([
  "other-id",
  "other-text",
  "not-in-corpus",
  "never-retrieved",
]);

function explained(
  missed: readonly Missed[],
  { hits, filtered = [], stages = [] }: Answered,
  query: QueryId,
  gold: ReadGold,
  finder: MissFinder,
  join: JoinRule,
  k: number,
): readonly Missed[] {
  if (missed.length === 0 || (filtered.length === 0 && stages.length === 0 && hits.length > 0)) return missed;
  const removed = ranksIn(
    finder,
    query,
    gold,
    filtered.map((id) => ({ id })),
    join,
  );
  const ways = stageRanks(finder, query, gold, stages, join);
  return missed.map((one): Missed => {
    const key = itemKey(one.item);
    if (!ABSENT.has(one.reason)) {
      const before = ways.slice(0, -1).findLast(({ ranks }) => (ranks.get(key) ?? k + 1) <= k);
      if (before === undefined) return one;
      return { ...one, before: { stage: before.name, rank: before.ranks.get(key)! } };
    }
    if (removed.has(key)) return { item: one.item, reason: "filtered" };
    const lost = lostIn(ways, key);
    if (lost !== undefined) return { item: one.item, reason: "lost-in-stage", ...lost };
    return hits.length === 0 && one.reason === "never-retrieved" ? { item: one.item, reason: "empty" } : one;
  });
}

/** The first stage after the last one that has it which works on what others found. */
function lostIn(ways: readonly StageRanks[], key: string): Pick<Missed, "by" | "before"> | undefined {
  const last = ways.findLastIndex(({ ranks }) => ranks.has(key));
  if (last < 0 || last === ways.length - 1) return undefined;
  const after = ways.slice(last + 1);
  const { name } = after.find(({ source }) => !source) ?? after.at(-1)!;
  return { by: name, before: { stage: ways[last]!.name, rank: ways[last]!.ranks.get(key)! } };
}
