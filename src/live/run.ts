/** Asks every retriever for every query, and scores the answers. */
import { setMaxListeners } from "node:events";
import { performance } from "node:perf_hooks";
import { type Clock, systemClock } from "../calls/clock.ts";
import type { Answer } from "../core/answer.ts";
import type { Where } from "../core/gate-rule.ts";
import type { DocId, QueryId } from "../core/ids.ts";
import { GoldieError, type Problem } from "../core/problem.ts";
import type { Random } from "../core/random.ts";
import type { Retriever, RetrieverInput, SearchedDocuments } from "../core/retriever.ts";
import { type AnswerCounts, countAnswers, type LiveFacts } from "../evaluate/answers/facts.ts";
import { AnswerReader } from "../evaluate/input/read-answer.ts";
import type { GoldInput } from "../evaluate/input/read-gold.ts";
import type { AskedMetrics } from "../evaluate/plan/plan.ts";
import type { Rules } from "../evaluate/plan/rules.ts";
import type { Result } from "../evaluate/score/result.ts";
import type { Selection, SelectOptions } from "../evaluate/select/selection.ts";
import type { RunMisses } from "../evaluate/why/missed.ts";
import { type Asking, askRetriever } from "./_ask.ts";
import type { LoopTimes } from "./_crowd.ts";
import type { KnownDocument } from "./_documents.ts";
import { type SettledRun, settled } from "./_settled.ts";
import { messageOf } from "./_trouble.ts";
import { createTurning } from "./_turning.ts";
import { type AnswerCache, cacheKey } from "./cache.ts";
import type { LiveEvent } from "./events.ts";
import { liveProblem } from "./problems.ts";

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
  /** How many hits to ask for. Default: the largest cut-off of the metrics, and 100 or more where one has no cut-off. More tell what ranks below k from what is not there. */
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
  /** Answers of an earlier run with the same version. Default: every query is asked. */
  readonly cache?: AnswerCache;
  /** Documents that could have been found, for the reasons of misses. Default: what the retriever knows of them. */
  readonly corpus?: SearchedDocuments;
  /** What was answered before: only queries without an answer, and those that failed, are asked. */
  readonly earlier?: AnswersByRetriever;
  /** How the best of several retrievers is chosen. */
  readonly select?: SelectOptions;
  /** Cancels the run; what was answered is kept. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** How long this thread has been busy and idle. Default: as Node knows it. */
  readonly loop?: LoopTimes;
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
  /** What was not among the first k hits, and why. */
  readonly missed: RunMisses;
  /** What is behind the ids of what was missed and of first hits, where that is known. */
  readonly documents: ReadonlyMap<DocId, KnownDocument>;
  /** In the order of the gold. */
  readonly answers: ReadonlyMap<QueryId, Answer>;
}

export interface UnopenedRetriever {
  readonly name: string;
  readonly problem: Problem;
}

export interface LiveResult {
  readonly runs: readonly LiveRun[];
  /** Retrievers that could not be opened: none of their queries was sent. */
  readonly unopened: readonly UnopenedRetriever[];
  /** Was it cancelled before all queries were asked? */
  readonly cancelled: boolean;
  /** Of several retrievers: the best, and how far that can be believed. */
  readonly selection?: Selection;
  /** The words that were asked. */
  readonly queries: ReadonlyMap<QueryId, string>;
  readonly problems: readonly Problem[];
}

/** How far one retriever of a cancelled run came. */
export interface PartialRun extends AnswerCounts, Pick<LiveFacts, "unasked"> {
  readonly name: string;
}

/** A cancelled run: not all of it is scored. */
export interface UnscoredRuns extends Pick<LiveResult, "unopened" | "queries"> {
  readonly cancelled: true;
  readonly runs: readonly PartialRun[];
}

/**
 * Asks live retrievers and scores what they return.
 * @example
 * const { runs } = await run({ gold: { q1: ["a"] }, retrievers: { main: (query, { k }) => search(query, k) } });
 * runs[0].result.mean("recall@5").mean
 */
export async function run(options: LiveOptions): Promise<LiveResult> {
  const set = settled(options);
  const { runs, ...asked } = await askEach(
    set,
    options,
    async (_, steps) => (await toTheEnd(steps, options.clock ?? preciseClock))!,
  );
  return resultOf(set, runs, asked);
}

/** The same, but a cancelled run is not scored: with many queries that takes seconds. */
export async function runToTheEnd(options: LiveOptions): Promise<LiveResult | UnscoredRuns> {
  const set = settled(options);
  const isCancelled = (): boolean => options.signal?.aborted === true;
  const { runs, ...asked } = await askEach(
    set,
    options,
    async (partial, steps) => (await toTheEnd(steps, options.clock ?? preciseClock, isCancelled)) ?? partial,
  );
  const scored = runs.filter((one): one is LiveRun => "result" in one);
  if (scored.length === runs.length) return resultOf(set, scored, asked);
  return { cancelled: true, runs, unopened: asked.unopened, queries: set.words };
}

function resultOf(
  set: SettledRun,
  runs: readonly LiveRun[],
  asked: Pick<LiveResult, "unopened" | "problems">,
): LiveResult {
  const selection = set.chosen(runs);
  return {
    runs,
    cancelled: runs.some(({ unasked }) => unasked > 0),
    ...(selection === undefined ? {} : { selection }),
    queries: set.words,
    ...asked,
  };
}

/** `make`: what is made of a retriever's answers while it is open. */
type Making<Made> = (partial: PartialRun, steps: Generator<void, LiveRun>) => Promise<Made>;

/** Undefined if it was cancelled before the last step. */
async function toTheEnd(
  steps: Generator<void, LiveRun>,
  clock: Clock,
  isCancelled = (): boolean => false,
): Promise<LiveRun | undefined> {
  const loop = createTurning(clock);
  for (;;) {
    await loop.pause();
    if (isCancelled()) return undefined;
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

async function askEach<Made>(
  set: SettledRun,
  options: LiveOptions,
  make: Making<Made>,
): Promise<Pick<LiveResult, "unopened" | "problems"> & { readonly runs: readonly Made[] }> {
  const { cancelled, forget } = cancelSignal(options.signal);
  const problems: Problem[] = [...set.problems];
  const unopened: UnopenedRetriever[] = [];
  const runs: Made[] = [];
  try {
    // One after the other: the load of one would be in the timings of the next.
    for (const [name, retriever] of set.retrievers) {
      runs.push(await askOne(name, retriever, set, options, cancelled, problems, unopened, make));
    }
  } finally {
    forget();
  }
  return { runs, unopened, problems };
}

async function askOne<Made>(
  name: string,
  retriever: Retriever,
  { queries, words, ask, k, limits, check, scored }: SettledRun,
  options: LiveOptions,
  cancelled: AbortSignal,
  problems: Problem[],
  unopened: UnopenedRetriever[],
  make: Making<Made>,
): Promise<Made> {
  const { earlier, only, filter, cache, keep, on = () => {}, warmUp = 0 } = options;
  const { clock = preciseClock, loop = nodeLoop, random = Math.random } = options;
  const known = earlier?.get(name);
  const left = queries.filter(
    (query) => known?.get(query)?.status !== "answered" && (only === undefined || only.has(query)),
  );
  on({ kind: "started", retriever: name, queries: left.length, taken: queries.length - left.length });
  const declared = cache?.declared?.get(name);
  const keyOf = (query: QueryId): string =>
    cacheKey({
      retriever: name,
      ...(declared === undefined ? {} : { declared }),
      params: retriever.params ?? {},
      version: cache!.version,
      k: ask,
      filter: filter ?? null,
      query,
      words: words.get(query)!,
    });
  let unwritten: Problem | undefined;
  const reader = new AnswerReader();
  const asking: Asking = {
    name,
    retriever,
    queries: left.map((query) => [query, words.get(query)!] as const),
    k: ask,
    filter,
    reader,
    check,
    limits,
    warmUp,
    loop,
    clock,
    random,
    on,
    cancelled,
    async cached(query) {
      if (cache === undefined) return undefined;
      const found = await cache.get(keyOf(query)).catch(() => undefined);
      if (found === undefined || isRefused(() => check(query, found.hits))) return undefined;
      return { ...found, attempts: 0 };
    },
    async keep(query, _words, answer) {
      await keep?.answer(name, query, answer);
      if (cache === undefined || answer.status === "failed" || answer.attempts === 0) return;
      // What it took this time says nothing of the next.
      const { ms: _, timings: _t, ...stable } = answer;
      await cache.put(keyOf(query), { ...stable, attempts: 0 }).catch((error: unknown) => {
        unwritten ??=
          error instanceof GoldieError
            ? error.problem
            : liveProblem("cache-write", { message: messageOf(error) });
      });
    },
  };
  const asked = await askRetriever(asking, async ({ answers: fresh, busy }) => {
    const answers = new Map<QueryId, Answer>();
    for (const query of queries) {
      const answer = fresh.get(query) ?? known?.get(query);
      if (answer !== undefined) answers.set(query, answer);
    }
    const counts = countAnswers(answers.values());
    const { answered, failed, empty } = counts;
    const unasked = queries.length - answers.size;
    on({ kind: "finished", retriever: name, answered, failed, empty, unasked });
    if (empty > 0 && empty === answers.size)
      problems.push(liveProblem("all-empty", { name, isFunction: isFunction(options, name) }));
    const most = limitOf(answers.values());
    // One that has the documents returned all that match.
    if (most !== undefined && most < k && retriever.documents?.() === undefined)
      problems.push(liveProblem("short-lists", { name, asked: ask, most, k }));
    return make({ name, ...counts, unasked }, scored(name, retriever, { answers, busy }));
  });
  if (reader.taken !== undefined) problems.push(liveProblem("id-field", { name, ...reader.taken }));
  if (asked.unopened !== undefined) unopened.push({ name, problem: asked.unopened });
  problems.push(...asked.problems, ...(unwritten === undefined ? [] : [unwritten]));
  return asked.found;
}

/** Fewer lists may be short by chance. */
const LISTS = 5;

/** The length of the longest lists, where so many have it that it must be a limit. */
function limitOf(answers: Iterable<Answer>): number | undefined {
  const lengths = [...answers].flatMap((answer) =>
    answer.status === "answered" && answer.hits.length > 0 ? [answer.hits.length] : [],
  );
  const most = lengths.reduce((a, b) => Math.max(a, b), 0);
  const limited = lengths.filter((length) => length === most).length;
  return lengths.length >= LISTS && 2 * limited >= lengths.length ? most : undefined;
}

const isFunction = ({ retrievers }: LiveOptions, name: string): boolean =>
  typeof (retrievers as Readonly<Record<string, unknown>>)[name] === "function";

/** By the rules of this run; those of the run that cached it may have been others. */
function isRefused(check: () => void): boolean {
  try {
    check();
    return false;
  } catch (error) {
    if (error instanceof GoldieError) return true;
    throw error;
  }
}

/** Whoever waits listens to it, so it is one of our own: Node warns of many listeners. */
function cancelSignal(signal: AbortSignal | undefined): {
  readonly cancelled: AbortSignal;
  readonly forget: () => void;
} {
  const own = new AbortController();
  setMaxListeners(0, own.signal);
  const cancel = (): void => own.abort(signal?.reason);
  if (signal?.aborted === true) cancel();
  else signal?.addEventListener("abort", cancel, { once: true });
  return { cancelled: own.signal, forget: () => signal?.removeEventListener("abort", cancel) };
}

const nodeLoop: LoopTimes = () => performance.eventLoopUtilization();

/** Whole milliseconds are too coarse for a retriever in memory. */
const preciseClock: Clock = {
  ...systemClock,
  now: () => performance.timeOrigin + performance.now(),
};
