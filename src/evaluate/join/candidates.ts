/** Which hits take part at all, before they are ordered. */
import type { QueryId } from "../../core/ids.ts";
import type { JoinRule } from "../../core/rules.ts";
import type { Ranking } from "../input/read-run.ts";
import { MappingRanking } from "./mapping-ranking.ts";
import type { ShapedGold } from "./shape-gold.ts";

/** The ranking without what the rule drops, and with what it adds. */
export function candidates(query: QueryId, given: Ranking, gold: ShapedGold, rule: JoinRule): Ranking {
  let ranking = given instanceof MappingRanking ? given.columns : given;
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
  const { scores, texts, docs, spans, from } = ranking;
  const ids = keep(ranking.ids);
  return {
    ...ranking,
    length: ids.length,
    ids,
    ...(scores === undefined ? {} : { scores: keep(scores) }),
    ...(texts === undefined ? {} : { texts: keep(texts) }),
    ...(docs === undefined ? {} : { docs: keep(docs) }),
    ...(spans === undefined ? {} : { spans: keep(spans) }),
    ...(from === undefined ? {} : { from: keep(from) }),
  };
}

/** Gold that was not retrieved, below everything else. */
function withTail(ranking: Ranking, gold: ShapedGold, tail: NonNullable<JoinRule["tail"]>): Ranking {
  const { ids, mapping, nulls, from } = ranking;
  if (tail === "tied" && ids.length === 0) return ranking;
  const have = new Set(ids);
  // In the order of the list, where there is one; grades may come in another.
  const rest = [...new Set([...(gold.hasList ? gold.lists.flat() : []), ...gold.keys])].filter(
    (id) => !have.has(id) && (!gold.hasList || gold.listedOf[gold.index.get(id) ?? -1] === 1),
  );
  // Hits without scores are above what comes after them, and count as retrieved.
  const scores: readonly (number | undefined)[] = ranking.scores ?? ids.map((_, i) => 1 / (i + 1));
  const low = scores.reduce<number>(
    (least, score) => Math.min(least, score ?? least),
    Number.POSITIVE_INFINITY,
  );
  const scoreOf = {
    tied: () => low - 1,
    below: (i: number) => Math.min(low, 1) / (2 + i),
    negative: (i: number) => -1 - i,
  };
  return {
    length: ids.length + rest.length,
    ids: [...ids, ...rest],
    scores: [...scores, ...rest.map((_, i) => scoreOf[tail](i))],
    ...(from === undefined ? {} : { from: [...from, ...rest.map(() => -1)] }),
    mapping,
    distinct: ranking.distinct,
    nulls,
  };
}
