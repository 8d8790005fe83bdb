import type { ScoredGold } from "../../core/ranking.ts";
import type { Ranking } from "../input/read-run.ts";
import type { ShapedGold } from "./shape-gold.ts";

/** `ids`: the hits as the join ordered them. undefined: the hits have no scores. */
export function scoredGold(
  ids: Ranking["ids"],
  given: Ranking,
  { gradeOf, index, keys }: ShapedGold,
): ScoredGold | undefined {
  if (given.scores === undefined) return undefined;
  const ranks = new Int32Array(keys.length).fill(-1);
  const scores = new Float64Array(keys.length);
  const entryOf = (id: string | null) => (id === null ? undefined : index.get(id));
  ids.forEach((id, rank) => {
    const entry = entryOf(id);
    if (entry !== undefined && ranks[entry] === -1) ranks[entry] = rank;
  });
  given.ids.forEach((id, i) => {
    const entry = entryOf(id);
    if (entry !== undefined && ranks[entry] !== -1) scores[entry] = given.scores![i] ?? 0;
  });
  return { grades: gradeOf, ranks, scores };
}
