/** One run's list for one query → documents by number, each once, best first. */

import type { DocId, QueryId } from "../../core/ids.ts";
import { GoldieError } from "../../core/problem.ts";
import type { ProblemLog } from "../../core/problem-log.ts";
import { textbook } from "../../dialects/textbook.ts";
import type { FusionList } from "../../fusion/index.ts";
import { type Ranking, type RankingInput, readRanking } from "../input/read-run.ts";
import { byScore } from "../join/order.ts";

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
    throw new GoldieError({
      code: "retriever-failed",
      what: `${run} failed for query ${query}: ${given.message}`,
      why: "a fusion without it would look like one in which it found nothing",
      fix: "run it again, or leave the query out",
      at: { query },
    });
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
      log.add({
        code: id === "" ? "empty-id" : "null-id",
        what: `${run}: hit ${place + 1} of query ${query} has no id; it was left out`,
        fix: "give every hit an id",
        at: { query },
      });
      continue;
    }
    if (seen.has(id)) {
      log.add({
        code: "duplicate-hit",
        what: `${run}: query ${query} ranks document ${id} twice; the later one was left out`,
        why: "it would be counted twice",
        fix: "remove it",
        at: { query },
      });
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
