/** Queries outside of all timings, where the first answers take longer. */
import { attempt } from "../calls/attempt.ts";
import type { QueryId } from "../core/ids.ts";
import type { Retriever } from "../core/retriever.ts";
import type { Asking } from "./_ask.ts";

/** Before anything is timed. Errors are not told: the same queries are asked again. */
export async function warmUp({ queries, limits, clock, warmUp: wanted, cancelled, ...asking }: Asking) {
  const n = Math.max(wanted, asking.retriever.isCold?.() === true ? 1 : 0);
  const first = queries.slice(0, n).values();
  const options = { clock, deadlineMs: limits.attemptMs, graceMs: 0, cancelled };
  const one = async (): Promise<void> => {
    for (const [query, words] of first) {
      if (cancelled.aborted) return;
      await attempt(async (signal) => retrieve(asking, query, words, signal), options).catch(() => {});
    }
  };
  await Promise.all(Array.from({ length: Math.min(limits.concurrency, n) }, one));
}

/** One query at its retriever. */
export const retrieve = (
  { retriever, k, filter }: Pick<Asking, "retriever" | "k" | "filter">,
  queryId: QueryId,
  words: string,
  signal: AbortSignal,
): ReturnType<Retriever["retrieve"]> =>
  retriever.retrieve(words, { k, queryId, ...(filter === undefined ? {} : { filter }), signal });

/** Warms a retriever that turned cold on the way: a process that died and is started again. */
export function createWarmth(asking: Pick<Asking, "retriever" | "k" | "filter">) {
  /** One at a time: the others wait for it. */
  let warming: Promise<unknown> | undefined;
  return async (query: QueryId, words: string, signal: AbortSignal): Promise<void> => {
    while (asking.retriever.isCold?.() === true && !signal.aborted) {
      const others = warming;
      const own = others ?? Promise.resolve(retrieve(asking, query, words, signal));
      warming = own;
      try {
        await own;
        if (others === undefined) return;
      } catch (error) {
        if (others === undefined) throw error;
      } finally {
        if (warming === own) warming = undefined;
      }
    }
  };
}
