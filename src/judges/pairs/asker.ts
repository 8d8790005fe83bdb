/** Gathers pairs from all cases into batches. Each pair is asked once, at the pace of the call engine, and its answer is kept. */
import { CallError } from "../../calls/call-error.ts";
import { contentKey } from "../../calls/canonical-json.ts";
import { clientError } from "../../calls/client-error.ts";
import { type Clock, systemClock } from "../../calls/clock.ts";
import { createLimiter } from "../../calls/limiter.ts";
import { type CallLimits, checkLimits, defaultLimits } from "../../calls/limits.ts";
import { createOnAbort } from "../../calls/on-abort.ts";
import { callUntilAnswered, type Pace } from "../../calls/retry.ts";
import { judgesProblem } from "../_problems.ts";
import { type CallStore, createMemoryStore, type StoredCall } from "../spend/store.ts";
import type { PairScore, ScorePairs, TextPair } from "./pair-types.ts";

export interface PairAskerOptions {
  readonly score: ScorePairs;
  /** Everything that can change a score; part of the key under which it is kept. */
  readonly identity: {
    readonly provider: string;
    readonly model: string;
    readonly params?: Readonly<Record<string, unknown>>;
  };
  /** Most pairs of a batch. */
  readonly batch: number;
  readonly store?: CallStore;
  readonly limits?: CallLimits;
  readonly clock?: Clock;
  /** Called when everything at hand is queued; default: setImmediate. */
  readonly later?: (flush: () => void) => void;
}

export interface PairUsage {
  /** Batches sent, those that were tried again included. */
  readonly calls: number;
  readonly pairs: number;
  /** Pairs that an earlier run had saved. */
  readonly reused: number;
  /** Pairs that were answered together with the same pair of this run. */
  readonly shared: number;
}

/** Who answered: the scorer, the store, or the scorer when the same pair was asked before in this run. */
type PairSource = "scorer" | "store" | "run";

export interface PairAsker {
  /** `onBatch`: called for each batch that counts as this item's: its first pair is. */
  ask(
    pair: TextPair,
    item: string,
    signal?: AbortSignal,
    onBatch?: () => void,
  ): Promise<{ readonly score: PairScore; readonly from: PairSource }>;
  usage(): PairUsage;
  close(): Promise<void>;
}

interface Queued {
  readonly key: string;
  readonly pair: TextPair;
  readonly item: string;
  readonly answer: (score: PairScore) => void;
  readonly fail: (error: unknown) => void;
  readonly landed: Promise<PairScore>;
  readonly onBatch: () => void;
  wanted: number;
  /** Of its batch, once it is in one. */
  onUnwanted: () => void;
}

export function createPairAsker(options: PairAskerOptions): PairAsker {
  const {
    score,
    identity,
    batch,
    clock = systemClock,
    later = (flush) => void setImmediate(flush),
  } = options;
  const limits = { ...defaultLimits, ...options.limits };
  checkLimits(limits);
  const store = options.store ?? createMemoryStore();
  const stopped = new AbortController();
  const limiter = createLimiter({ concurrency: limits.concurrency, clock });
  const onAbort = createOnAbort();
  const pace: Pace = {
    clock,
    limits,
    limiter,
    random: Math.random,
    stopped: stopped.signal,
    stop(why) {
      if (stopped.signal.aborted) return;
      stopped.abort(why);
      limiter.stop(why);
    },
  };
  /** Under way: what is asked for again meanwhile waits for the same answer. */
  const flights = new Map<string, Queued>();
  const sent = new Set<Promise<void>>();
  let queue: Queued[] = [];
  let flushing = false;
  let calls = 0;
  let pairs = 0;
  let reused = 0;
  let shared = 0;
  /** Scored in this run: what the store has of them is not from an earlier one. */
  const scored = new Set<string>();

  function enqueue(one: Queued): void {
    queue.push(one);
    if (queue.length >= batch) {
      flush();
      return;
    }
    if (flushing) return;
    flushing = true;
    later(() => {
      flushing = false;
      flush();
    });
  }

  function flush(): void {
    const left = queue.filter(({ wanted }) => wanted > 0);
    queue = [];
    for (let from = 0; from < left.length; from += batch) {
      const done = send(left.slice(from, from + batch)).finally(() => sent.delete(done));
      sent.add(done);
    }
  }

  async function send(items: readonly Queued[]): Promise<void> {
    const cancelled = new AbortController();
    for (const one of items)
      one.onUnwanted = () => {
        if (items.every(({ wanted }) => wanted === 0)) cancelled.abort(cancelledError());
      };
    try {
      await callUntilAnswered<readonly (number | PairScore)[], void>(
        {
          cancelled: cancelled.signal,
          async send(signal) {
            calls++;
            items[0]!.onBatch();
            try {
              return await score(
                items.map(({ pair }) => pair),
                signal,
              );
            } catch (error) {
              throw clientError(error, signal, () => clock.now());
            }
          },
          nobodyYet: () => pairs === 0,
          landed: (given) => ({ kept: keep(items, given) }),
        },
        pace,
      );
    } catch (error) {
      for (const one of items) one.fail(error);
    }
  }

  /** Answers, then saves: what cannot be saved counts all the same, and the store says so when it is closed. */
  async function keep(items: readonly Queued[], given: readonly (number | PairScore)[]): Promise<void> {
    if (!Array.isArray(given) || given.length !== items.length) {
      const count = Array.isArray(given) ? given.length : undefined;
      const why = judgesProblem.error("bad-pair-score/count", { count, wanted: items.length });
      for (const one of items) one.fail(why);
      return;
    }
    pairs += items.length;
    const good = items.flatMap((one, i) => {
      const read = readScore(given[i]!, one.pair);
      one.answer(read);
      if (read.problem !== undefined) return [];
      scored.add(one.key);
      return [{ one, read }];
    });
    await Promise.allSettled(good.map(({ one, read }) => store.put(entryOf(one, read))));
  }

  const entryOf = ({ key, item }: Queued, read: PairScore): StoredCall => ({
    key,
    at: new Date(clock.now()).toISOString(),
    provider: identity.provider,
    model: identity.model,
    prompt: "pair",
    item,
    reply: { text: JSON.stringify(read), finish: "stop" },
  });

  async function find(one: Queued): Promise<void> {
    try {
      const stored = await store.get(one.key);
      const read = stored === undefined ? undefined : storedScore(stored, one.pair);
      if (read === undefined) return enqueue(one);
      const from = scored.has(one.key) ? "run" : "store";
      if (from === "run") shared++;
      else reused++;
      found.set(one, from);
      one.answer(read);
    } catch (error) {
      one.fail(error);
    }
  }
  const found = new WeakMap<Queued, PairSource>();

  return {
    async ask(pair, item, signal, onBatch = () => {}) {
      if (signal?.aborted === true) throw cancelledError();
      if (stopped.signal.aborted) throw stopped.signal.reason;
      const key = contentKey({
        format: "goldie-pair@1",
        ...identity,
        claim: pair.claim,
        statements: pair.statements,
      });
      let one = flights.get(key);
      const mine = one === undefined;
      if (one === undefined) {
        const fresh = queued(key, pair, item, onBatch);
        one = fresh;
        flights.set(key, fresh);
        const over = () => {
          if (flights.get(key) === fresh) flights.delete(key);
        };
        fresh.landed.then(over, over);
        fresh.wanted++;
        void find(fresh);
      } else {
        one.wanted++;
        shared++;
      }
      const own = one;
      return new Promise((resolve, reject) => {
        const forget =
          signal === undefined
            ? () => {}
            : onAbort(signal, () => {
                reject(cancelledError());
                if (--own.wanted > 0) return;
                flights.delete(key);
                own.onUnwanted();
                own.fail(cancelledError());
              });
        own.landed
          .then((score) => resolve({ score, from: mine ? (found.get(own) ?? "scorer") : "run" }), reject)
          .finally(forget);
      });
    },
    usage: () => ({ calls, pairs, reused, shared }),
    async close() {
      pace.stop(cancelledError());
      for (const one of queue.splice(0)) one.fail(cancelledError());
      await Promise.allSettled(sent);
    },
  };
}

function queued(key: string, pair: TextPair, item: string, onBatch: () => void): Queued {
  let answer: (score: PairScore) => void = () => {};
  let fail: (error: unknown) => void = () => {};
  const landed = new Promise<PairScore>((resolve, reject) => {
    answer = resolve;
    fail = reject;
  });
  return { key, pair, item, answer, fail, landed, onBatch, wanted: 0, onUnwanted: () => {} };
}

const isShare = (value: unknown): value is number => typeof value === "number" && value >= 0 && value <= 1;

/** A score that cannot be used is a problem of its pair alone. */
function readScore(given: unknown, { statements }: TextPair): PairScore {
  const bad = (value: unknown): PairScore => ({
    support: 0,
    problem: judgesProblem("bad-pair-score/value", { found: String(value) }),
  });
  if (typeof given !== "object" || given === null) return isShare(given) ? { support: given } : bad(given);
  const { support, contradiction, by, against, problem } = given as PairScore;
  if (problem !== undefined) return { support: 0, problem };
  if (!isShare(support)) return bad(support);
  if (contradiction !== undefined && !isShare(contradiction)) return bad(contradiction);
  for (const places of [by, against])
    if (
      places !== undefined &&
      !(Array.isArray(places) && places.every((place) => Number.isInteger(place) && place in statements))
    )
      return bad(places);
  return given as PairScore;
}

/** Undefined where the line was edited into something else: the pair is asked again. */
function storedScore({ reply }: StoredCall, pair: TextPair): PairScore | undefined {
  try {
    const read = readScore(JSON.parse(reply.text), pair);
    return read.problem === undefined ? read : undefined;
  } catch {
    return undefined;
  }
}

const cancelledError = (): CallError => new CallError("aborted", "the run was cancelled");
