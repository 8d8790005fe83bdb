/** Where each thing to find stands in the lists on the way to an answer. */
import type { AnswerStage } from "../../core/answer.ts";
import type { QueryId } from "../../core/ids.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import type { Hit } from "../../core/ranking.ts";
import type { JoinRule } from "../../core/rules.ts";
import type { ReadGold } from "../input/read-gold.ts";
import type { MissFinder } from "./missed.ts";
import { hitsOf } from "./run-misses.ts";

/** By thing to find: its rank, from 1. Absent where it is not in the list. */
export type ItemRanks = ReadonlyMap<string, number>;
export const itemKey = (item: readonly string[]): string => JSON.stringify(item);

export interface StageRanks {
  readonly name: string;
  readonly hits: readonly Hit[];
  readonly ranks: ItemRanks;
  /** It brings documents that no list before it has: a retriever, not a step that works on what others found. */
  readonly source: boolean;
}

/** With a cut-off of 0 everything is missed, and what is in the list says at which rank. */
export function ranksIn(
  finder: MissFinder,
  query: QueryId,
  gold: ReadGold,
  hits: readonly Hit[],
  join: JoinRule,
): ItemRanks {
  const ranked = hitsOf(query, hits, join, new ProblemLog());
  return new Map(
    finder
      .find({ query, gold, hits: ranked, k: 0 })
      .flatMap(({ item, reason, rank }) =>
        reason === "below-k" && rank !== undefined ? [[itemKey(item), rank] as const] : [],
      ),
  );
}

export function stageRanks(
  finder: MissFinder,
  query: QueryId,
  gold: ReadGold,
  stages: readonly AnswerStage[],
  join: JoinRule,
): StageRanks[] {
  // A list of ids has no texts, but the list that was returned may.
  const texts = new Map(
    stages.flatMap(({ hits }) =>
      hits.flatMap(({ id, text }) => (id === null || text === undefined ? [] : [[id, text] as const])),
    ),
  );
  const seen = new Set<string | null>();
  return stages.map(({ name, hits }) => {
    const whole = hits.map((hit) => {
      const text = hit.text ?? (hit.id === null ? undefined : texts.get(hit.id));
      return text === undefined ? hit : { ...hit, text };
    });
    const source = hits.some(({ id, text }) => !seen.has(id ?? text ?? null));
    for (const { id, text } of hits) seen.add(id ?? text ?? null);
    return { name, hits, ranks: ranksIn(finder, query, gold, whole, join), source };
  });
}
