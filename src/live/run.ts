/** Asks every retriever for every query, and scores the answers. */
import type { Clock } from "../calls/clock.ts";
import type { Answer } from "../core/answer.ts";
import type { Where } from "../core/gate-rule.ts";
import type { QueryId } from "../core/ids.ts";
import type { Problem } from "../core/problem.ts";
import type { Random } from "../core/random.ts";
import type { RetrieverInput } from "../core/retriever.ts";
import type { LiveFacts } from "../evaluate/answers/facts.ts";
import type { GoldInput } from "../evaluate/input/read-gold.ts";
import type { AskedMetrics } from "../evaluate/plan/plan.ts";
import type { Rules } from "../evaluate/plan/rules.ts";
import type { Result } from "../evaluate/score/result.ts";
import type { AnswerCache } from "./cache.ts";
import type { LiveEvent } from "./events.ts";

/** Answers by retriever and query. */
export type AnswersByRetriever = ReadonlyMap<string, ReadonlyMap<QueryId, Answer>>;

/** Which queries of the gold; all conditions apply, in this order. */
export interface QuerySelection {
  /** Queries with these values of their tags. */
  readonly where?: Where;
  /** So many queries at random; the same seed draws the same ones. Default seed: 1. */
  readonly sample?: { readonly n: number; readonly seed?: number };
  /** The first so many. */
  readonly limit?: number;
}

export interface LiveOptions extends AskedMetrics, Omit<Rules, "depth">, QuerySelection {
  readonly gold: GoldInput;
  /** The words of the queries. Default: those in the rows of the gold; a query without words is asked by its id. */
  readonly queries?: ReadonlyMap<QueryId, string>;
  readonly retrievers: Readonly<Record<string, RetrieverInput>>;
  /** How many hits to ask for. Default: the largest cut-off of the metrics. More tell "below k" from "never retrieved". */
  readonly depth?: number;
  /** Queries at once, per retriever. Default: 8. */
  readonly concurrency?: number;
  /** Of one attempt. Default: 30,000. */
  readonly timeoutMs?: number;
  /** Attempts per query; only troubles that may pass are tried again. Default: 3. */
  readonly attempts?: number;
  /** So many queries are asked first, outside of all timings and scores. Default: 0. */
  readonly warmUp?: number;
  /** Ask only these; answers to the others come from `earlier`. */
  readonly only?: ReadonlySet<QueryId>;
  /** Passed on to the retrievers. */
  readonly filter?: unknown;
  readonly cache?: AnswerCache;
  /** What was answered before: only queries without an answer, and those that failed, are asked. */
  readonly earlier?: AnswersByRetriever;
  /** Cancels the run; what was answered is kept. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** For the spread of waits between attempts. */
  readonly random?: Random;
  readonly on?: (event: LiveEvent) => void;
  /** Hears of every answer as it comes, before the next query takes its place. */
  readonly keep?: AnswerKeeper;
}

/** Where answers go as they come; a RunWriter of the store is one. */
export interface AnswerKeeper {
  answer(retriever: string, query: QueryId, answer: Answer): Promise<void> | void;
}

/** One retriever of a live run. */
export interface LiveRun extends LiveFacts {
  readonly name: string;
  readonly result: Result;
  /** In the order of the gold. */
  readonly answers: ReadonlyMap<QueryId, Answer>;
}

export interface LiveResult {
  readonly runs: readonly LiveRun[];
  /** Was it cancelled before all queries were asked? */
  readonly cancelled: boolean;
  /** The words that were asked. */
  readonly queries: ReadonlyMap<QueryId, string>;
  readonly problems: readonly Problem[];
}

/**
 * Asks live retrievers and scores what they return.
 * @example
 * const { runs } = await run({ gold: { q1: ["a"] }, retrievers: { main: (query, { k }) => search(query, k) } });
 * runs[0].result.mean("recall@5").mean
 */
export async function run(_options: LiveOptions): Promise<LiveResult> {
  throw new Error("not built yet");
}
