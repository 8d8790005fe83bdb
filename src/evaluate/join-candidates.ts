/** Which hits take part at all, before they are ordered. */
import type { JoinRule, QueryId } from "../core/types.ts";
import type { Ranking } from "./read-run.ts";
import type { ShapedGold } from "./shape-gold.ts";

/** The ranking without what the rule drops, and with what it adds. */
export function candidates(query: QueryId, given: Ranking, gold: ShapedGold, rule: JoinRule): Ranking {
  let ranking = given;
  if (rule.self === "drop") ranking = without(ranking, query);
  if (rule.blank === "drop") ranking = without(ranking, "");
  if (rule.tail !== undefined) ranking = withTail(ranking, gold, rule.tail);
  return rule.floor === undefined ? ranking : { ...ranking, off: belowFloor(ranking, rule.floor) };
}

const belowFloor = ({ ids, scores }: Ranking, floor: number): number[] =>
  ids.map((_, i) => ((scores?.[i] ?? Number.POSITIVE_INFINITY) <= floor ? 1 : 0));

function without(ranking: Ranking, id: string): Ranking {
  if (!ranking.ids.includes(id)) return ranking;
  const keep = <T>(list: readonly T[]): T[] => list.filter((_, i) => ranking.ids[i] !== id);
  const { scores, texts, docs } = ranking;
  return {
    ...ranking,
    ids: keep(ranking.ids),
    ...(scores === undefined ? {} : { scores: keep(scores) }),
    ...(texts === undefined ? {} : { texts: keep(texts) }),
    ...(docs === undefined ? {} : { docs: keep(docs) }),
  };
}

/** Gold that was not retrieved, below everything else. */
function withTail(ranking: Ranking, gold: ShapedGold, tail: NonNullable<JoinRule["tail"]>): Ranking {
  const { ids, mapping, nulls } = ranking;
  if (tail === "tied" && ids.length === 0) return ranking;
  const have = new Set(ids);
  const rest = gold.keys.filter((id, e) => !have.has(id) && (!gold.hasList || gold.listedOf[e] === 1));
  const scores = ids.map((_, i) => ranking.scores?.[i] ?? -i);
  const low = scores.length > 0 ? scores.reduce((least, score) => Math.min(least, score)) : 1;
  const scoreOf = {
    tied: () => low - 1,
    below: (i: number) => Math.min(low, 1) / (2 + i),
    negative: (i: number) => -1 - i,
  };
  return {
    ids: [...ids, ...rest],
    scores: [...scores, ...rest.map((_, i) => scoreOf[tail](i))],
    mapping,
    nulls,
  };
}
