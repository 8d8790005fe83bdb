/** One retriever and its queries: at a bounded pace, timed, tried again where that may help. */
import { setMaxListeners } from "node:events";
import { createWaits } from "../calls/attempt.ts";
import { CallError } from "../calls/call-error.ts";
import type { Clock } from "../calls/clock.ts";
import { createLimiter } from "../calls/limiter.ts";
import type { CallLimits } from "../calls/limits.ts";
import { callUntilAnswered, type Pace } from "../calls/retry.ts";
import type { Answer, Answered } from "../core/answer.ts";
import type { QueryId } from "../core/ids.ts";
import { GoldieError, type Problem } from "../core/problem.ts";
import type { Random } from "../core/random.ts";
import type { Hit } from "../core/ranking.ts";
import type { Retriever } from "../core/retriever.ts";
import type { AnswerReader } from "../evaluate/input/read-answer.ts";
import { createBusy } from "./_busy.ts";
import { createCrowd, type LoopTimes } from "./_crowd.ts";
import { opened } from "./_open.ts";
import { asCallError, failureOf, messageOf } from "./_trouble.ts";
import { createTurning } from "./_turning.ts";
import { createTurns } from "./_turns.ts";
import { createWarmth, retrieve, warmUp } from "./_warm-up.ts";
import type { LiveEvent } from "./events.ts";
import { liveProblem } from "./problems.ts";

export interface Asking {
  readonly name: string;
  readonly retriever: Retriever;
  /** Id and words, in the order to ask them. */
  readonly queries: readonly (readonly [QueryId, string])[];
  /** Hits to ask for. */
  readonly k: number;
  readonly filter: unknown;
  readonly reader: AnswerReader;
  /** Throws where the rules refuse the hits: such an answer is none. */
  check(query: QueryId, hits: readonly Hit[]): void;
  readonly limits: Required<CallLimits>;
  readonly warmUp: number;
  readonly loop: LoopTimes;
  readonly clock: Clock;
  readonly random: Random;
  /** Never rejects: a cache that fails is no reason to lose an answer. */
  cached?(query: QueryId, words: string): Promise<Answered | undefined>;
  /** Hears of every answer as it comes. What it throws ends the run. */
  keep(query: QueryId, words: string, answer: Answer): Promise<void>;
  readonly on: (event: LiveEvent) => void;
  readonly cancelled: AbortSignal;
}

export interface Asked {
  readonly answers: ReadonlyMap<QueryId, Answer>;
  readonly busy: { readonly ms: number; readonly answers: number };
}

/** Those that wait before their next attempt leave their place to others. */
const WAITING_PER_PLACE = 4;
/** For closing after a cancel: whoever pressed Ctrl-C waits. */
const SOON_MS = 400;
/** So many queries without any reply, and none answered before: nobody is there. */
const SILENT = 3;

export interface AskedWhileOpen<Found> {
  readonly found: Found;
  readonly problems: readonly Problem[];
  /** Why it could not be opened: nothing was sent. */
  readonly unopened?: Problem;
}

/** `whileOpen`: what is made of the answers before the retriever is closed. */
export async function askRetriever<Found>(
  asking: Asking,
  whileOpen: (asked: Asked) => Promise<Found>,
): Promise<AskedWhileOpen<Found>> {
  const { name, retriever, queries, limits, clock, cancelled } = asking;
  const { cause } = await opened(retriever, clock, cancelled);
  const problems: Problem[] = [];
  try {
    if (cause !== undefined) {
      const unopened = openingFailure(cause);
      const answers = await failAll(asking, unopened);
      return { found: await whileOpen({ answers, busy: { ms: 0, answers: 0 } }), problems, unopened };
    }
    if (queries.length > 0) await warmUp(asking);
    const { share, ...asked } = await askAll(asking);
    if (share !== undefined) problems.push(liveProblem("busy-thread", { name, share }));
    return { found: await whileOpen(asked), problems };
  } finally {
    const closing = Promise.resolve()
      .then(() => retriever.close?.())
      .catch((error: unknown) => {
        problems.push(liveProblem("close-failed", { name, message: messageOf(error) }));
      });
    const late = new AbortController();
    const mostMs = cancelled.aborted ? Math.min(SOON_MS, limits.attemptMs) : limits.attemptMs;
    const timeout = clock.sleep(mostMs, late.signal).then(() => {
      if (!late.signal.aborted)
        problems.push(liveProblem("close-failed", { name, message: "it took too long" }));
    });
    await Promise.race([closing, timeout]);
    late.abort("closed");
  }
}

const openingFailure = (cause: unknown): Problem =>
  cause instanceof GoldieError
    ? cause.problem
    : liveProblem("retriever-failed/open", { message: messageOf(cause) });

async function failAll(
  { name, queries, keep, on, cancelled }: Asking,
  unopened: Problem,
): Promise<Asked["answers"]> {
  const answers = new Map<QueryId, Answer>();
  for (const [query, words] of queries) {
    if (cancelled.aborted) break;
    const problem: Problem = { ...unopened, at: { ...unopened.at, query } };
    const answer: Answer = { status: "failed", problem, attempts: 0 };
    answers.set(query, answer);
    await keep(query, words, answer);
    on({ kind: "failed", retriever: name, query, problem });
  }
  return answers;
}

async function askAll(
  asking: Asking,
): Promise<Asked & { /** Of the time, this thread was busy. */ readonly share?: number }> {
  const { name, queries, limits, clock, random, on, cancelled } = asking;
  const stopped = new AbortController();
  // Every call that waits listens to it.
  setMaxListeners(0, stopped.signal);
  const limiter = createLimiter({ concurrency: limits.concurrency, clock });
  const pace: Pace = {
    clock,
    limits,
    limiter,
    waits: createWaits(clock),
    random,
    stop(why) {
      if (stopped.signal.aborted) return;
      stopped.abort(why);
      limiter.stop(why);
    },
    stopped: stopped.signal,
  };
  const busy = createBusy(clock);
  const crowd = createCrowd(asking.loop);
  const turn = createTurns();
  const loop = createTurning(clock);
  const answers = new Map<QueryId, Answer>();
  const began = clock.now();
  let timed = 0;
  let answered = 0;
  let failed = 0;
  let silent = 0;
  /** Lost together: any of them may have broken the retriever, so each is asked again alone. */
  const aside: (readonly [QueryId, string])[] = [];
  let isAlone = false;
  const warm = createWarmth(asking);
  /** Not the retriever's fault: the disk that should keep the answers, or whoever listens. */
  let fatal: { readonly error: unknown } | undefined;

  const settled = async (query: QueryId, words: string, answer: Answer): Promise<void> => {
    answers.set(query, answer);
    if (answer.status === "answered") answered++;
    else failed++;
    try {
      await asking.keep(query, words, answer);
      if (answer.status === "answered") {
        const { hits, ms } = answer;
        const timing = ms === undefined ? {} : { ms };
        on({ kind: "answered", retriever: name, query, hits: hits.length, ...timing });
      } else on({ kind: "failed", retriever: name, query, problem: answer.problem });
      on(progressOf(name, answered + failed, queries.length, failed, clock.now() - began));
    } catch (error) {
      fatal ??= { error };
      pace.stop(error as Error);
      throw error;
    }
  };

  async function askOne(query: QueryId, words: string): Promise<void> {
    const known = await asking.cached?.(query, words);
    if (known !== undefined) return settled(query, words, known);
    let attempts = 0;
    // Who does not listen to its signal may go on for ever: it is no longer under way when we give up on it.
    let leave = (): void => {};
    const under = (end: () => void): void => {
      leave = end;
    };
    try {
      await callUntilAnswered<Answered, void>(
        {
          cancelled,
          ahead: () => attempts > 0,
          nobodyYet: () => answered === 0,
          send: (signal) => sendOnce(query, words, ++attempts, signal, under),
          failed: () => leave(),
          landed: (answer) => {
            timed++;
            crowd.add(answer.ms ?? 0);
            return { kept: settled(query, words, answer) };
          },
          retried: (error, inMs) => {
            addHelper();
            on({ kind: "retried", retriever: name, query, why: error.message, inMs });
          },
        },
        pace,
      );
    } catch (error) {
      if (fatal !== undefined || cancelled.aborted) return;
      if (error instanceof CallError && error.shared === true && !isAlone) {
        aside.push([query, words]);
        return;
      }
      const problem = failureOf(error, { query });
      const silence = error instanceof CallError && error.trouble === "timeout" && attempts > 0;
      if (silence && answered === 0) giveUpIfSilent(error.message);
      await settled(query, words, { status: "failed", problem, attempts });
    }
  }

  function giveUpIfSilent(message: string): void {
    silent++;
    if (silent < Math.max(SILENT, limits.concurrency)) return;
    const cause = liveProblem.error("retriever-failed/silent", { message, tried: silent });
    pace.stop(new CallError("timeout", message, { cause }));
  }

  /** The clock runs while the retriever does: reading the answer is our time. */
  async function sendOnce(
    query: QueryId,
    words: string,
    attempts: number,
    signal: AbortSignal,
    under: (end: () => void) => void,
  ): Promise<Answered> {
    await warm(query, words, signal).catch((error: unknown) => {
      throw setAside(asCallError(error));
    });
    const start = turn.take();
    await start.ours;
    const done = busy.enter();
    under(done);
    const from = clock.now();
    try {
      const pending = retrieve(asking, query, words, signal);
      start.startedWith(pending);
      const given = await pending;
      // Microseconds are enough.
      const ms = Math.round((clock.now() - from) * 1000) / 1000;
      done();
      // One that kept our thread busy comes before its time-out could be noticed.
      if (ms > limits.attemptMs)
        throw new CallError("timeout", `no reply within ${Math.round(limits.attemptMs / 100) / 10} s`);
      const parts = asking.reader.read(query, given);
      asking.check(query, parts.hits);
      return { status: "answered", ...parts, ms, attempts };
    } catch (error) {
      throw setAside(asCallError(error));
    } finally {
      start.startedWith(undefined);
      done();
    }
  }

  /** Asked again at once, with the same others, it would be lost with them again. */
  const setAside = (error: CallError): CallError =>
    error.shared === true && !isAlone ? new CallError("refused-request", error.message, error) : error;

  const left = queries.values();
  const worker = async (list: Iterable<readonly [QueryId, string]> = left): Promise<void> => {
    for (const [query, words] of list) {
      await loop.pause();
      if (cancelled.aborted || fatal !== undefined) return;
      try {
        await askOne(query, words);
      } catch (error) {
        fatal ??= { error };
        return;
      }
    }
  };
  const workers = Array.from({ length: Math.min(queries.length, limits.concurrency) }, () => worker());
  /** Who waits before the next attempt leaves its place to a helper. */
  function addHelper(): void {
    if (workers.length < limits.concurrency * WAITING_PER_PLACE) workers.push(worker());
  }
  // Helpers come while others work.
  for (let i = 0; i < workers.length; i++) await workers[i];
  isAlone = true;
  await worker(aside);
  // A signal may have come during the last queries, and what follows may take seconds.
  await loop.turn();
  // In an object, which TypeScript cannot know to be set by the workers.
  const broken = fatal as { readonly error: unknown } | undefined;
  if (broken !== undefined) throw broken.error;
  const share = crowd.share(busy.ms());
  return {
    answers,
    busy: { ms: busy.ms(), answers: timed },
    ...(share === undefined ? {} : { share }),
  };
}

/** Two queries tell a rate. */
function progressOf(
  retriever: string,
  done: number,
  total: number,
  failed: number,
  elapsedMs: number,
): LiveEvent {
  const rate = done < 2 || elapsedMs <= 0 ? undefined : (1000 * done) / elapsedMs;
  const known = rate === undefined ? {} : { rate, leftMs: (1000 * (total - done)) / rate };
  return { kind: "progress", retriever, done, total, failed, ...known };
}
