/** Queries that are looked at after they were scored. */
import type { QueryId } from "../../core/ids.ts";
import type { ProblemLog } from "../../core/problem-log.ts";
import { ofRun } from "../input/problems.ts";
import { type GoldValue, type ReadGold, readGold } from "../input/read-gold.ts";
import type { ByQuery } from "../input/read-input.ts";
import type { Plan } from "../plan/plan.ts";
import { scoreProblem } from "./problems.ts";
import type { QueryCase, QueryScorer } from "./score-query.ts";

/** One query once more, for explanations and bounds. */
export interface QueryAgain {
  readonly plans: readonly Plan[];
  readonly scorer: QueryScorer;
  query(i: number): QueryCase;
  /** Whether the retriever failed for query i. */
  failed(i: number): boolean;
  /** Whether the run lacks query i. */
  lacks(i: number): boolean;
}

/** One query's gold, read. */
export function goldOf(gold: ByQuery<GoldValue>, query: QueryId, log: ProblemLog): ReadGold {
  const given = gold.get(query);
  if (given === undefined) throw scoreProblem.error("unknown-query/not-in-gold", {}, ofRun(query));
  return readGold(query, given, log);
}

/** A query is looked at from several sides, one after the other. */
export function rememberingLast<T>(of: (i: number) => T): (i: number) => T {
  let last: { readonly i: number; readonly value: T } | undefined;
  return (i) => {
    if (last?.i !== i) last = { i, value: of(i) };
    return last.value;
  };
}
