/** What other settings would have returned, from the answers that are there: nothing is asked again. */
import type { Answer } from "../../core/answer.ts";
import type { QueryId } from "../../core/ids.ts";
import { GoldieError } from "../../core/problem.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import type { Hit } from "../../core/ranking.ts";
import { firstHits, NOT_ASKED } from "../answers/run-of.ts";
import { readGold } from "../input/read-gold.ts";
import { Planner } from "../plan/plan.ts";
import { itemKey } from "./_stages.ts";
import type { AnswerLook } from "./answer-misses.ts";
import { type MissCase, MissFinder } from "./missed.ts";
import { hitsOf } from "./run-misses.ts";

export interface OtherSettings {
  /** The list of this stage instead of the last one: without the reranker, `{ stage: "fused" }`. */
  readonly stage?: string;
  /** The best order there is: relevant first, best grade first. Of all stages, or of `stage`. */
  readonly perfect?: boolean;
  /** Scores look at so many hits. Default: that of the run. */
  readonly k?: number;
}

/** A run for `evaluate`. Failed queries stay failed; where an answer lacks the stage, the query counts as failed too. */
export function whatIf(
  { gold, asked, answers, k }: AnswerLook,
  { stage, perfect = false, k: other = k }: OtherSettings,
): Map<QueryId, readonly Hit[] | Error> {
  const { join } = new Planner(asked).plans()[0]!;
  const finder = new MissFinder(join);
  const log = new ProblemLog();
  const cut = { ...join, k: other };
  const run = new Map<QueryId, readonly Hit[] | Error>();
  for (const query of gold.keys()) {
    const hits = listOf(answers.get(query), stage, perfect);
    if (hits instanceof Error || !perfect) {
      run.set(query, hits instanceof Error ? hits : firstHits(hits, cut));
      continue;
    }
    const read = readGold(query, gold.get(query)!, log);
    const { graded } = read;
    const gradeOf = new Map(graded?.ids.map((id, i) => [itemKey([id]), graded.grades[i]!]));
    const found = hits.map((hit) => {
      const ranked = hitsOf(query, [hit], join, log);
      const foundOf = (gold: MissCase["gold"]): string[] => {
        const missed = new Set(
          finder.find({ query, gold, hits: ranked, k: 1 }).map(({ item }) => itemKey(item)),
        );
        return finder
          .items({ gold, hits: ranked })
          .map(itemKey)
          .filter((item) => !missed.has(item));
      };
      // Ids of the gold, which those of hits need not be.
      const grades = graded === undefined ? [] : foundOf({ graded });
      return { hit, items: foundOf(read), grades: new Map(grades.map((id) => [id, gradeOf.get(id)!])) };
    });
    run.set(query, firstHits(bestFirst(found), cut));
  }
  return run;
}

function listOf(
  answer: Answer | undefined,
  stage: string | undefined,
  perfect: boolean,
): readonly Hit[] | Error {
  if (answer === undefined) return new Error(NOT_ASKED);
  if (answer.status === "failed") return new GoldieError(answer.problem);
  const { hits, stages = [] } = answer;
  if (stage !== undefined)
    return stages.find(({ name }) => name === stage)?.hits ?? new Error(`its answer has no stage ${stage}`);
  if (!perfect) return hits;
  // Every document once, wherever it turned up.
  const seen = new Set<string>();
  return [...stages.flatMap((one) => one.hits), ...hits].filter(({ id, text }) => {
    const key = id ?? text ?? "";
    return !seen.has(key) && seen.add(key);
  });
}

interface FoundItems {
  readonly hit: Hit;
  readonly items: readonly string[];
  /** By document of the gold that it is. */
  readonly grades: ReadonlyMap<string, number>;
}

/** A document counts once. Of groups, each new one before a second document of an old one. */
function bestFirst(found: readonly FoundItems[]): Hit[] {
  const left = [...found];
  const have = new Set<string>();
  const graded = new Set<string>();
  const order: Hit[] = [];
  const gradeOf = ({ grades }: FoundItems): number =>
    Math.max(0, ...[...grades].map(([id, grade]) => (graded.has(id) ? 0 : grade)));
  const worth = ({ items }: FoundItems): number => items.filter((item) => !have.has(item)).length;
  while (left.length > 0) {
    let best = 0;
    for (let i = 1; i < left.length; i++) {
      const [a, b] = [left[best]!, left[i]!];
      const gain = gradeOf(b) - gradeOf(a) || worth(b) - worth(a);
      if (gain > 0) best = i;
    }
    const [next] = left.splice(best, 1);
    for (const item of next!.items) have.add(item);
    for (const id of next!.grades.keys()) graded.add(id);
    order.push(next!.hit);
  }
  return order;
}
