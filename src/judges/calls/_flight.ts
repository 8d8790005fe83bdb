import type { Clock } from "../../calls/clock.ts";
import type { Random } from "../../core/random.ts";
import { CallError, type ModelClient, type ModelReply, type ModelRequest } from "../model-types.ts";
import { attempt } from "./_attempt.ts";
import type { createBudget, Reservation } from "./budget.ts";
import { estimateRequest, estimateTokens, moneyFor, type Prices } from "./estimate.ts";
import type { CallEvent } from "./events.ts";
import type { Limiter } from "./limiter.ts";
import { backoff, type CallLimits, mayPass } from "./retry.ts";
import type { CallStore, StoredCall } from "./store.ts";
import type { createUsage } from "./usage.ts";

export interface Engine {
  readonly client: ModelClient;
  readonly clock: Clock;
  readonly prices: Prices | undefined;
  readonly limits: Required<CallLimits>;
  readonly store: CallStore;
  readonly usage: ReturnType<typeof createUsage>;
  readonly limiter: Limiter;
  /** Cases with an answer. They are asked on before others begin: a run that ends early has more whole cases. */
  readonly begun: Set<string>;
  /** Replies of no use. Other cases with the same question get them too: it is asked again in a later run, not for each of them. */
  readonly rejected: Map<string, StoredCall>;
  readonly budget: ReturnType<typeof createBudget>;
  readonly random: Random;
  readonly nonce: () => string;
  readonly onEvent: (event: CallEvent) => void;
  readonly stopped: AbortSignal;
  stop(why: Error): void;
}
interface Landed {
  readonly reply: ModelReply;
  readonly paid: boolean;
  readonly money?: number;
}
/** One call on its way, for all who want it. */
export interface Flight {
  readonly landed: Promise<Landed>;
  wanted: number;
  cancel(why: CallError): void;
}

// Before the first reply to a prompt tells better.
const usualOutput = 300;

export function fly(request: ModelRequest, key: string, engine: Engine): Flight {
  const cancelled = new AbortController();
  return {
    landed: findOrAsk(request, key, engine, cancelled.signal),
    wanted: 0,
    cancel: (why) => cancelled.abort(why),
  };
}

async function findOrAsk(
  request: ModelRequest,
  key: string,
  engine: Engine,
  cancelled: AbortSignal,
): Promise<Landed> {
  const { store, onEvent } = engine;
  const about = {
    key,
    prompt: request.prompt,
    ...(request.item === undefined ? {} : { item: request.item }),
  };
  const stored = engine.rejected.get(key) ?? (await store.get(key));
  if (stored !== undefined) {
    if (request.item !== undefined) engine.begun.add(request.item);
    if (request.next === undefined) engine.budget.spare(request.item);
    onEvent({ type: "finished", ...about, reused: true });
    return { reply: stored.reply, paid: false };
  }
  try {
    const landed = await ask(request, about, engine, cancelled);
    if (request.item !== undefined) engine.begun.add(request.item);
    return landed;
  } catch (error) {
    if (error instanceof CallError) {
      onEvent({ type: "failed", ...about, trouble: error.trouble, what: error.message });
    }
    throw error;
  }
}

type About = { readonly key: string; readonly prompt: string; readonly item?: string };

/** Until there is a reply, or no sense in trying. */
async function ask(
  request: ModelRequest,
  about: About,
  engine: Engine,
  cancelled: AbortSignal,
): Promise<Landed> {
  const { clock, limits, limiter, usage, onEvent, stopped } = engine;
  let began: number | undefined;
  let reserved: Reservation | undefined;
  let failures = 0;
  let refusals = 0;
  let trouble: CallError | undefined;
  for (;;) {
    const messages = request.render(engine.nonce());
    const ticket = await limiter.enter(cancelled, engine.begun.has(request.item ?? "")).catch((why) => {
      reserved?.settle();
      throw why;
    });
    began ??= clock.now();
    const leftMs = limits.totalMs - (clock.now() - began);
    // The pace may have kept it waiting so long. What is sent with no time left is paid for and lost.
    if (trouble !== undefined && leftMs <= 0) {
      ticket.done({ kind: "failed" });
      reserved?.settle();
      throw outOfTime(trouble, failures, limits);
    }
    if (reserved === undefined) {
      try {
        reserved = engine.budget.reserve(
          () => ({
            input: estimateRequest(messages, request.schema),
            output: Math.min(usage.outputOf(request.prompt) ?? usualOutput, request.maxOutputTokens),
          }),
          request,
        );
      } catch (why) {
        ticket.done({ kind: "failed" });
        // Cases that have begun are asked to their end: what is held back for them is still there.
        if (!engine.budget.holds) engine.stop(why as CallError);
        throw why;
      }
      onEvent({ type: "started", ...about });
    }
    try {
      const deadlineMs = Math.max(1, Math.min(limits.attemptMs, leftMs));
      const reply = await attempt(messages, request, {
        ...engine,
        deadlineMs,
        graceMs: limits.graceMs,
        cancelled,
      });
      const used = reply.usage ?? {
        input: estimateRequest(messages, request.schema),
        output: estimateTokens(reply.text),
      };
      // In the file before the place goes to the next call: a kill loses no more than what is under way.
      const kept = keep(reply, used, about, engine);
      reserved.settle(used);
      ticket.done({
        kind: "ok",
        tokens: used.input + used.output,
        ...(reply.limits === undefined ? {} : { limits: reply.limits }),
      });
      return await kept;
    } catch (error) {
      if (!(error instanceof CallError)) {
        // The journal cannot be written, or the client not be used: no more calls that would be paid for twice, or fail alike.
        engine.stop(error as Error);
        throw error;
      }
      if (error.trouble === "rate") refusals++;
      else failures++;
      if (error.trouble === "timeout" || error.trouble === "aborted") usage.add(request.prompt, { lost: 1 });
      const inMs = backoff(failures + refusals, limits, engine.random, error.retryAfterMs);
      const last =
        giveUp(error, failures, clock.now() - began + inMs, engine) ?? whyEnded(cancelled, stopped);
      // After a stop, so that the place goes to nobody.
      ticket.done({
        kind: error.trouble === "rate" ? "rate" : "failed",
        ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
        ...(error.limits === undefined ? {} : { limits: error.limits }),
      });
      if (last !== undefined) {
        reserved.settle();
        throw last;
      }
      trouble = error;
      usage.add(request.prompt, { retried: 1 });
      onEvent({ type: "retried", ...about, trouble: error.trouble, what: error.message, inMs });
      await clock.sleep(inMs, AbortSignal.any([cancelled, stopped]));
    }
  }
}

const whyEnded = (...signals: AbortSignal[]): Error | undefined =>
  signals.find((signal) => signal.aborted)?.reason as Error | undefined;

/** The error to end with, if there is no sense in another try. */
function giveUp(
  error: CallError,
  failures: number,
  until: number,
  { limits, usage, stop }: Engine,
): CallError | undefined {
  const { trouble, retryAfterMs } = error;
  const tooLong = mayPass(trouble) && retryAfterMs !== undefined && retryAfterMs > limits.totalMs;
  if (trouble === "auth" || trouble === "quota" || tooLong) {
    const why = tooLong
      ? new CallError(trouble, `${error.message} (the server asks to wait ${sayTime(retryAfterMs)})`)
      : error;
    stop(why);
    return why;
  }
  if (!mayPass(trouble)) return error;
  if (trouble !== "rate" && failures >= limits.attempts) {
    const why = new CallError(trouble, `${error.message}${sayTries(error, failures)}`, { cause: error });
    // Nobody there at all: 10,000 cases need not find that out one by one.
    if (trouble === "network" && usage.read().calls === 0) stop(why);
    return why;
  }
  return until < limits.totalMs ? undefined : outOfTime(error, failures, limits);
}

const sayTries = ({ trouble }: CallError, failures: number): string =>
  trouble === "rate" ? "" : ` (tried ${failures} ${failures === 1 ? "time" : "times"})`;

const outOfTime = (error: CallError, failures: number, { totalMs }: Required<CallLimits>): CallError =>
  new CallError(
    error.trouble,
    `${error.message}; gave up after ${sayTime(totalMs)}${sayTries(error, failures)}`,
    { cause: error },
  );

const sayTime = (ms: number): string =>
  ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;

/** On the disk first, then used: whatever happens next, it is not paid for again. */
async function keep(
  reply: ModelReply,
  used: { readonly input: number; readonly output: number },
  about: About,
  { client, clock, prices, store, usage, onEvent }: Engine,
): Promise<Landed> {
  usage.add(about.prompt, {
    calls: 1,
    inputTokens: used.input,
    outputTokens: used.output,
    estimated: reply.usage === undefined ? 1 : 0,
  });
  const { text, finish, usage: told } = reply;
  const kept = { text, finish, ...(told === undefined ? {} : { usage: told }) };
  const { key, ...rest } = about;
  await store.put({
    key,
    at: new Date(clock.now()).toISOString(),
    provider: client.identity.provider,
    model: client.identity.model,
    ...rest,
    reply: kept,
  });
  const money = prices === undefined ? undefined : moneyFor(used, prices);
  onEvent({ type: "finished", ...about, reused: false, ...used, ...(money === undefined ? {} : { money }) });
  // As it comes from the store: a rerun sees the same.
  return { reply: kept, paid: true, ...(money === undefined ? {} : { money }) };
}
