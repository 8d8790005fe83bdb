import { randomBytes } from "node:crypto";
import { CallError } from "../../calls/call-error.ts";
import { type Clock, systemClock } from "../../calls/clock.ts";
import { createLimiter } from "../../calls/limiter.ts";
import { type CallLimits, defaultLimits } from "../../calls/limits.ts";
import { createOnAbort } from "../../calls/on-abort.ts";
import type { Random } from "../../core/random.ts";
import type { Called, Caller, ModelClient, ModelRequest } from "../model-types.ts";
import { checkCallOptions } from "./_check.ts";
import { type Flight, fly } from "./_flight.ts";
import { type Budget, createBudget } from "./budget.ts";
import type { Prices } from "./estimate.ts";
import type { CallEvent } from "./events.ts";
import { callKey } from "./key.ts";
import { type CallStore, createMemoryStore, type StoredCall } from "./store.ts";
import { createUsage, type Usage } from "./usage.ts";

export interface CallerOptions {
  readonly client: ModelClient;
  /** Journal and cache (default: in memory only). Not closed here. */
  readonly store?: CallStore;
  readonly limits?: CallLimits;
  readonly budget?: Budget;
  readonly prices?: Prices;
  readonly onEvent?: (event: CallEvent) => void;
  readonly clock?: Clock;
  /** For the spread of waits. */
  readonly random?: Random;
  /** For the fence around data; must be unguessable. */
  readonly nonce?: () => string;
}
export interface CallEngine extends Caller {
  reject(request: ModelRequest, why: string): Promise<void>;
  usage(): Usage;
  /** Sends nothing more, and resolves when what was sent is settled and kept. */
  close(): Promise<void>;
}

/**
 * The engine around a client: each question is paid for once, at a pace that the server bears, within a budget.
 * @example
 * const caller = createCaller({ client, store: await openFileStore("calls.jsonl"), budget: { calls: 500 } });
 */
export function createCaller(options: CallerOptions): CallEngine {
  const { client, clock = systemClock, prices, onEvent = () => {} } = options;
  const limits = { ...defaultLimits, ...options.limits };
  checkCallOptions(limits, options.budget ?? {}, prices);
  const store = options.store ?? createMemoryStore();
  const usage = createUsage(prices);
  const stopped = new AbortController();
  const limiter = createLimiter({
    concurrency: limits.concurrency,
    clock,
    onPause: (until, why) => onEvent({ type: "waiting", until, why }),
  });
  const engine = {
    client,
    clock,
    prices,
    onEvent,
    limits,
    store,
    usage,
    limiter,
    begun: new Set<string>(),
    rejected: new Map<string, StoredCall>(),
    budget: createBudget(options.budget ?? {}, prices),
    random: options.random ?? Math.random,
    nonce: options.nonce ?? (() => randomBytes(9).toString("base64url")),
    stopped: stopped.signal,
    stop(why: Error): void {
      if (stopped.signal.aborted) return;
      stopped.abort(why);
      limiter.stop(why);
      if (why instanceof CallError) onEvent({ type: "stopped", trouble: why.trouble, what: why.message });
    },
  };
  const onAbort = createOnAbort();
  const flights = new Map<string, Flight>();
  const keys = new WeakMap<ModelRequest, string>();
  const keyOf = (request: ModelRequest): string => {
    const key = keys.get(request) ?? callKey(client.identity, request);
    keys.set(request, key);
    return key;
  };

  async function call(request: ModelRequest, signal?: AbortSignal): Promise<Called> {
    const ended = (): boolean => signal?.aborted === true || stopped.signal.aborted;
    if (signal?.aborted === true) throw cancelledError();
    const key = keyOf(request);
    let flight = flights.get(key);
    const mine = flight === undefined;
    if (flight === undefined) {
      flight = fly(request, key, engine);
      flights.set(key, flight);
      const over = () => flights.delete(key);
      flight.landed.then(over, over);
    }
    let landed: Awaited<Flight["landed"]>;
    try {
      landed = await wait(flight, signal);
    } catch (error) {
      // Joined after all others had cancelled: the cancellation was not ours.
      if (mine || ended() || !(error instanceof CallError && error.trouble === "aborted")) throw error;
      return call(request, signal);
    }
    const { reply, paid, money } = landed;
    const reused = !(mine && paid);
    if (reused) usage.add(request.prompt, { reused: 1 });
    return { reply, reused, ...(reused || money === undefined ? {} : { money }) };
  }

  /** One of the cases that share a call; the call continues while any of them needs it. */
  function wait(flight: Flight, signal: AbortSignal | undefined): Flight["landed"] {
    flight.wanted++;
    if (signal === undefined) return flight.landed;
    return new Promise((resolve, reject) => {
      const over = new AbortController();
      const forget = onAbort(signal, () => {
        flight.wanted--;
        if (flight.wanted === 0) flight.cancel(cancelledError());
        void clock.sleep(limits.graceMs, over.signal).then(() => reject(cancelledError()));
      });
      const done = () => {
        forget();
        over.abort("over");
      };
      flight.landed.then(resolve, reject).finally(done);
    });
  }

  return {
    call,
    async reject(request, why) {
      const key = keyOf(request);
      const stored = await store.get(key);
      if (stored === undefined) return;
      engine.rejected.set(key, stored);
      await store.drop(key, why);
    },
    usage: usage.read,
    async close() {
      engine.stop(new CallError("aborted", "the run has ended"));
      await Promise.allSettled([...flights.values()].map((flight) => flight.landed));
    },
  };
}

const cancelledError = () => new CallError("aborted", "the run was cancelled");
