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
  MISS_REASONS,
  type Missed,
  type MissedHit,
  MissFinder,
  type RunMisses,
} from "../../evaluate/why/missed.ts";
import { missReasonWords, missWords } from "../../evaluate/why/missed-words.ts";
import { oneLine } from "../../text/width.ts";
import { fill } from "./help.ts";
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

const NOTHING_TO_TELL =
  "of what was missed nothing can be told: there are no ids in the gold, and no texts or spans to look for in the hits";

/** One line per run; with `all`, every document or group and what became of it. */
export function missedText(misses: readonly RunMisses[], all: boolean, width?: number): string {
  return misses
    .filter(({ wanted }) => all || wanted > 0)
    .map((one) => {
      if (one.wanted === 0) return `${fill(oneLine(`${one.run}: ${NOTHING_TO_TELL}`), "", width)}\n`;
      const rows = [...one.queries].flatMap(([query, list]) =>
        list.map((missed) => {
          const text = `${query}  ${missed.item.join(" or ")}  ${missWords(missed)}`;
          return `  ${fill(oneLine(text), "      ", width).trimStart()}`;
        }),
      );
      return `${[fill(oneLine(headOf(one)), "", width), ...(all ? rows : [])].join("\n")}\n`;
    })
    .join("");
}

function headOf({ run, k, wanted, counts }: RunMisses): string {
  const reasons = MISS_REASONS.filter((reason) => counts[reason] > 0);
  if (reasons.length === 0)
    return `${run}: ${wanted === 1 ? "the only relevant one is" : `all ${wanted} relevant are`} among the first ${k}`;
  const missed = reasons.reduce((sum, reason) => sum + counts[reason], 0);
  const words = reasons.map((reason) => `${counts[reason]} ${missReasonWords[reason]}`);
  return `${run}: ${missed} of ${wanted} relevant not among the first ${k}: ${words.join(", ")}`;
}

/** Small enough that a second look costs nothing that anybody would notice. */
const SMALL = 4e6;
export const isSmall = (sizes: readonly (number | undefined)[]): boolean =>
  sizes.every((size) => size !== undefined) && sizes.reduce((sum, size) => sum! + size!, 0)! <= SMALL;
