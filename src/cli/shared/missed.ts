/** Why gold was not among the first k hits. */

import { withDefaultMatch } from "../../evaluate/default-match.ts";
import type { AskedMetrics } from "../../evaluate/plan/plan.ts";
import type { Rules } from "../../evaluate/plan/rules.ts";
import type { RunMisses } from "../../evaluate/why/missed.ts";
import { RunMissFinder } from "../../evaluate/why/run-misses.ts";
import type { Loaded } from "./load.ts";

/** What runs that are in memory missed. */
export function missesOfLoaded({ gold, runs, corpus }: Loaded, given: AskedMetrics & Rules): RunMisses[] {
  const asked = withDefaultMatch(given, gold.gold.values());
  const documents = corpus && {
    has: (id: string) => corpus.docs.has(id),
    text: (id: string) => corpus.docs.get(id)?.text,
  };
  return runs.map(({ name, run }) => {
    const finder = new RunMissFinder({ gold: gold.gold, asked, corpus: documents, firstHits: true });
    [...gold.gold.keys()].forEach((query, i) => {
      finder.add(i, run.get(query));
    });
    return finder.end(name);
  });
}
