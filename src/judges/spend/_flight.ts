import { CallError } from "../../calls/call-error.ts";
import { callUntilAnswered, type Pace } from "../../calls/retry.ts";
import type { ModelClient, ModelReply, ModelRequest } from "../model-types.ts";
import type { createBudget, Reservation } from "./budget.ts";
import { estimateRequest, estimateTokens, moneyFor, type Prices } from "./estimate.ts";
import type { CallEvent } from "./events.ts";
import type { CallStore, StoredCall } from "./store.ts";
import { type createUsage, toldUsage } from "./usage.ts";

export interface Engine extends Pace {
  readonly client: ModelClient;
  readonly prices: Prices | undefined;
  readonly store: CallStore;
  readonly usage: ReturnType<typeof createUsage>;
  /** Cases with an answer. They are asked on before others begin: a run that ends early has more whole cases. */
  readonly begun: Set<string>;
  /** Unusable replies. Other cases with the same question get them too; the question is asked again in a later run, not once per case. */
  readonly rejected: Map<string, StoredCall>;
  readonly budget: ReturnType<typeof createBudget>;
  readonly nonce: () => string;
  readonly onEvent: (event: CallEvent) => void;
}
interface Landed {
  readonly reply: ModelReply;
  readonly paid: boolean;
  readonly money?: number;
}
/** One call in flight, shared by all cases that need it. */
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
  const stored =
    engine.rejected.get(key) ?? (await store.get(key)) ?? (await claimed(key, engine, cancelled));
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
  } finally {
    await store.release?.(key);
  }
}

/** What another process that shares the journal is just asking is waited for, not paid for twice. */
async function claimed(
  key: string,
  { store, stopped }: Engine,
  cancelled: AbortSignal,
): Promise<StoredCall | undefined> {
  if (store.claim === undefined) return undefined;
  return store.claim(key, () => AbortSignal.any([cancelled, stopped]));
}

type FlightKey = { readonly key: string; readonly prompt: string; readonly item?: string };

/** Sends it until there is a reply, or no sense in trying, and keeps the books. */
function ask(
  request: ModelRequest,
  about: FlightKey,
  engine: Engine,
  cancelled: AbortSignal,
): Promise<Landed> {
  const { budget, client, usage, onEvent } = engine;
  let messages = request.render(engine.nonce());
  let isNew = true;
  let reserved: Reservation | undefined;
  return callUntilAnswered<ModelReply, Landed>(
    {
      cancelled,
      ahead: () => engine.begun.has(request.item ?? ""),
      begin() {
        try {
          reserved = budget.reserve(
            () => ({
              input: estimateRequest(messages, request.schema),
              output: Math.min(usage.outputOf(request.prompt) ?? usualOutput, request.maxOutputTokens),
            }),
            request,
          );
        } catch (why) {
          // Cases that have begun are asked to their end: what is held back for them is still there.
          if (!budget.holds) engine.stop(why as CallError);
          throw why;
        }
        onEvent({ type: "started", ...about });
      },
      async send(signal) {
        // A new fence for each try.
        if (!isNew) messages = request.render(engine.nonce());
        isNew = false;
        const { usage: told, ...reply } = await client.send(messages, request, signal);
        // Whatever client it is: its counts go into the books.
        return { ...reply, ...toldUsage(told?.input, told?.output) };
      },
      landed(reply) {
        const used = reply.usage ?? {
          input: estimateRequest(messages, request.schema),
          output: estimateTokens(reply.text),
        };
        // In the file before the place goes to the next call: a kill loses no more than what is under way.
        const kept = keep(reply, used, about, engine);
        reserved?.settle(used);
        return {
          kept,
          used: { Tokens: used.input + used.output },
          ...(reply.limits === undefined ? {} : { limits: reply.limits }),
        };
      },
      failed({ trouble }) {
        if (trouble === "timeout" || trouble === "aborted") usage.add(request.prompt, { lost: 1 });
      },
      retried({ trouble, message }, inMs) {
        usage.add(request.prompt, { retried: 1 });
        onEvent({ type: "retried", ...about, trouble, what: message, inMs });
      },
      ended: () => reserved?.settle(),
      nobodyYet: () => usage.read().calls === 0,
    },
    engine,
  );
}

/** Saves a reply before using it, so that it is never paid for twice. If the disk is full, it is used anyway. */
async function keep(
  reply: ModelReply,
  used: { readonly input: number; readonly output: number },
  about: FlightKey,
  { client, clock, prices, store, usage, onEvent, stop }: Engine,
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
  const call: StoredCall = {
    key,
    at: new Date(clock.now()).toISOString(),
    provider: client.identity.provider,
    model: client.identity.model,
    ...rest,
    reply: kept,
  };
  // It is paid for, so it counts; but no more are asked that would be paid for twice.
  await store.put(call).catch((error: Error) => stop(error));
  const money = prices === undefined ? undefined : moneyFor(used, prices);
  onEvent({ type: "finished", ...about, reused: false, ...used, ...(money === undefined ? {} : { money }) });
  // As it comes from the store: a rerun sees the same.
  return { reply: kept, paid: true, ...(money === undefined ? {} : { money }) };
}
