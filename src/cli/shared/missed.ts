/** Why gold was not among the first k hits. */

import { asListed } from "../../evaluate/answers/as-listed.ts";
import { withDefaultMatch } from "../../evaluate/default-match.ts";
import { type AskedMetrics, depthOf, Planner } from "../../evaluate/plan/plan.ts";
import type { Rules } from "../../evaluate/plan/rules.ts";
import { missesOfAnswers } from "../../evaluate/why/answer-misses.ts";
import type { RunMisses } from "../../evaluate/why/missed.ts";
import { RunMissFinder } from "../../evaluate/why/run-misses.ts";
import type { Loaded } from "./load.ts";

/** What runs in memory missed. A stored run's answers say more than its hits, unless its queries were renamed. */
export function missesOfLoaded(
  { gold, runs, corpus }: Loaded,
  given: AskedMetrics & Rules,
  renamed = false,
): RunMisses[] {
  const asked = withDefaultMatch(given, gold.gold.values());
  const documents = corpus && {
    has: (id: string) => corpus.docs.has(id),
    text: (id: string) => corpus.docs.get(id)?.text,
  };
  const k = depthOf(new Planner(asked).plans());
  return runs.map(({ name, run, stored }) => {
    const finder = new RunMissFinder({ gold: gold.gold, asked, corpus: documents, firstHits: true });
    [...gold.gold.keys()].forEach((query, i) => {
      finder.add(i, run.get(query));
    });
    const told = finder.end(name);
    if (stored === undefined || renamed) return told;
    const { answers } = stored.retriever;
    const depth = stored.ask ?? Number.POSITIVE_INFINITY;
    const look = { name, gold: gold.gold, asked: asListed(asked), answers, k, depth };
    return { ...told, ...missesOfAnswers({ ...look, ...(documents && { corpus: documents }) }) };
  });
}
