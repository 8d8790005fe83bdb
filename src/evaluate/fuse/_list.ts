/** One run's list for one query → documents by number, each once, best first. */

import type { DocId, QueryId } from "../../core/ids.ts";
import type { ProblemLog } from "../../core/problem-log.ts";
import { textbook } from "../../dialects/textbook.ts";
import type { FusionList } from "../../fusion/index.ts";
import { ofRun } from "../input/problems.ts";
import { type Ranking, type RankingInput, readRanking } from "../input/read-run.ts";
import { byScore } from "../join/order.ts";
import { fuseProblem } from "./problems.ts";

export interface GivenList {
  /** The run's name. */
  readonly run: string;
  readonly query: QueryId;
  readonly given: RankingInput;
  /** A lower score is better. */
  readonly lower: boolean;
  /** Number of each document so far; new ones are added. */
  readonly numbers: Map<DocId, number>;
  readonly log: ProblemLog;
}

export function settleList({ run, query, given, lower, numbers, log }: GivenList): FusionList {
  if (given instanceof Error)
    throw fuseProblem.error("retriever-failed/run", { run, message: given.message }, ofRun(query));
  const ranking = readRanking(query, given, log);
  const order = orderOf(query, ranking, lower);
  const docs: number[] = [];
  const scores: number[] = [];
  const seen = new Set<DocId>();
  let scored = true;
  for (let place = 0; place < ranking.ids.length; place++) {
    const at = order?.[place] ?? place;
    const id = ranking.ids[at];
    if (id === null || id === undefined || id === "") {
      const key = id === "" ? "empty-id/left-out" : "null-id/left-out";
      log.add(fuseProblem(key, { run, rank: place + 1 }, ofRun(query)));
      continue;
    }
    if (seen.has(id)) {
      log.add(fuseProblem("duplicate-hit/left-out", { run, document: id }, ofRun(query)));
      continue;
    }
    seen.add(id);
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    docs.push(number);
    const score = ranking.scores?.[at];
    if (score === undefined) scored = false;
    else scores.push(score);
  }
  return { docs: Uint32Array.from(docs), ...(scored ? { scores: Float64Array.from(scores) } : {}) };
}

/** A list keeps its order, an id → score mapping is ordered by score. */
function orderOf(query: QueryId, ranking: Ranking, lower: boolean): Uint32Array | undefined {
  if (!ranking.mapping) return undefined;
  const scores = lower ? ranking.scores?.map((x) => (x === undefined ? x : -x)) : ranking.scores;
  return byScore(query, { ...ranking, ...(scores === undefined ? {} : { scores }) }, textbook.join).order;
}
