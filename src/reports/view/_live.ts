/** How live retrievers answered. */
import type { LiveFacts, WhatIfMeans } from "../../evaluate/answers/facts.ts";
import type { Selection } from "../../evaluate/select/selection.ts";
import { wordsOf } from "./_problem-words.ts";
import type { FrontierView, FunnelView, LatencyView } from "./model.ts";

export function latencyView({ timing, answered, empty, failed, cost }: LiveFacts): LatencyView | undefined {
  if (timing === undefined) return undefined;
  return { ...timing, answered, empty, failed, ...(cost && { cost: cost.total / cost.queries }) };
}

export function funnelView({ funnel, whatIf = [] }: LiveFacts): FunnelView | undefined {
  if (funnel === undefined) return undefined;
  const { k, queries, wanted, stages, ceiling } = funnel;
  return {
    k,
    queries,
    wanted,
    stages: stages.map(({ found: _, foundAtK: __, ...stage }) => stage),
    ceiling: ceiling.recall,
    whatIf: whatIf.map((one) => ({ words: whatIfWords(one), means: one.means })),
  };
}

const whatIfWords = ({ kind, stage }: WhatIfMeans): string =>
  kind === "perfect" ? "in the best possible order" : `without ${stage}`;

export const frontierView = ({ metric, best, frontier, problems }: Selection): FrontierView => ({
  metric,
  best: best.name,
  remarks: problems.map((problem) => `${wordsOf(problem)}.`),
  places: frontier.map(({ name, quality, latency, cost, beatenBy }) => ({
    name,
    quality,
    ...(latency === undefined ? {} : { latency }),
    ...(cost === undefined ? {} : { cost }),
    onFrontier: beatenBy === undefined,
  })),
});
