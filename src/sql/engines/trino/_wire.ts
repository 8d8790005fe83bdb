/** Requests to a coordinator, repeated as its protocol says. */
import { attempt, createWaits } from "../../../calls/attempt.ts";
import { CallError } from "../../../calls/call-error.ts";
import { abortError } from "../../../calls/client-error.ts";
import type { Clock } from "../../../calls/clock.ts";
import { type HttpAnswer, httpError, readErrorBody, sendHttp } from "../../../calls/http.ts";
import { createLimiter } from "../../../calls/limiter.ts";
import { type CallLimits, defaultLimits } from "../../../calls/limits.ts";
import type { Mask } from "../../../calls/mask.ts";
import { type Call, callUntilAnswered } from "../../../calls/retry.ts";
import type { Random } from "../../../core/random.ts";
import { parseAnswer, type TrinoAnswer } from "./_page.ts";
import { type TrinoAddress, trinoHeaders } from "./address.ts";
import { trinoProblem } from "./problems.ts";

export interface WireOptions {
  readonly fetch?: typeof fetch;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
}

/** Its error may repeat what was sent. */
type Received = TrinoAnswer & { readonly mask: Mask };

export interface Wire {
  post(sql: string): Promise<Received>;
  /** The page at `nextUri` of the answer before. Asked twice, it is the same page. */
  next(before: TrinoAnswer): Promise<Received>;
  /** Ends the statement. Never throws: whatever comes of it, nobody waits for the statement any more. */
  cancel(nextUri: string): Promise<void>;
}

/** Trino holds a request for about a second at most, but a page can be large. */
const LIMITS: CallLimits = {
  attempts: 10,
  attemptMs: 60_000,
  totalMs: 120_000,
  firstBackoffMs: 100,
  longestBackoffMs: 5000,
};
/** A statement that is cancelled while it is sent can be ended only once its address is known. */
const POST_GRACE_MS = 2000;
const CANCEL_MS = 10_000;
const MOST_BYTES = 256 * 1024 * 1024;
/** All else means that the statement failed; 500 too. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export function createWire(address: TrinoAddress, options: WireOptions): Wire {
  const { clock, random, signal } = options;
  const headers = trinoHeaders(address);
  const { host } = new URL(address.origin);
  const waits = createWaits(clock);
  const outside = {
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
    now: () => clock.now(),
    mostBytes: MOST_BYTES,
  };
  const send = (url: string, method: string, inTime: AbortSignal, body?: string): Promise<HttpAnswer> =>
    sendHttp(
      url,
      {
        method,
        headers,
        signal: inTime,
        carries: "your credentials and the statement",
        ...(body === undefined ? {} : { body }),
      },
      outside,
    );

  async function ask(url: string, queryId: string | undefined, body?: string): Promise<Received> {
    const isFirst = queryId === undefined;
    const gone = (message: string): Error =>
      isFirst
        ? trinoProblem.error("engine-failed/trino-unreachable", { host, message })
        : trinoProblem.error("engine-failed/trino-lost", { host, message, queryId });
    const odd = (message: string): Error =>
      trinoProblem.error("engine-failed/trino-answer", { host, message });
    const sendOnce = async (inTime: AbortSignal): Promise<HttpAnswer> => {
      const answer = await send(url, isFirst ? "POST" : "GET", inTime, body);
      const { status, text, mask, retryAfterMs } = answer;
      if (PASSING.has(status))
        throw httpError(
          status,
          readErrorBody(text, mask),
          retryAfterMs === undefined ? {} : { retryAfterMs },
        );
      return answer;
    };
    const failed = ({ trouble, message }: CallError): void => {
      // Sent again, the statement might run twice.
      if (isFirst && (trouble === "network" || trouble === "timeout")) throw gone(message);
    };
    const limits = { ...defaultLimits, ...LIMITS, graceMs: isFirst ? POST_GRACE_MS : 0 };
    const answer = await persistently({ send: sendOnce, failed }, limits).catch((error: unknown) => {
      if (signal.aborted) throw abortError(signal);
      if (!(error instanceof CallError)) throw error;
      if (error.trouble === "auth") throw trinoProblem.error("bad-engine/trino-header", {});
      if (error.trouble === "redirect" || error.trouble === "too-large") throw odd(error.message);
      throw gone(error.message);
    });
    const { ok, status, text, mask } = answer;
    const page = ok ? parseAnswer(text) : undefined;
    if (page !== undefined) return { ...page, mask };
    if (ok) throw odd(`HTTP ${status} with ${JSON.stringify(mask(text.slice(0, 4000)).slice(0, 80))}`);
    const { message } = readErrorBody(text, mask);
    if (status === 401 || status === 403)
      throw trinoProblem.error("engine-refused/trino-login", { status, message });
    // A coordinator that was started anew does not know the query.
    throw (isFirst ? odd : gone)(`HTTP ${status}${message === "" ? "" : `: ${message}`}`);
  }

  function persistently(
    { send, failed }: Required<Pick<Call<HttpAnswer, HttpAnswer>, "send" | "failed">>,
    limits: Required<CallLimits>,
  ): Promise<HttpAnswer> {
    const stopped = new AbortController();
    return callUntilAnswered(
      { cancelled: signal, send, failed, landed: (reply) => ({ kept: Promise.resolve(reply) }) },
      {
        clock,
        limits,
        limiter: createLimiter({ concurrency: 1, clock }),
        waits,
        random,
        stopped: stopped.signal,
        stop: (why) => stopped.abort(why),
      },
    );
  }

  return {
    post: (sql) => ask(`${address.origin}/v1/statement`, undefined, sql),
    next({ id, nextUri = "" }) {
      const origin = originOf(nextUri);
      if (origin !== address.origin)
        throw trinoProblem.error("engine-failed/trino-elsewhere", {
          host: address.origin,
          other: origin ?? "an address that cannot be read",
        });
      return ask(nextUri, id);
    },
    async cancel(nextUri) {
      if (originOf(nextUri) !== address.origin) return;
      const cancelled = new AbortController().signal;
      await attempt((inTime) => send(nextUri, "DELETE", inTime), {
        clock,
        deadlineMs: CANCEL_MS,
        graceMs: 0,
        cancelled,
        waits,
      }).catch(() => {});
    },
  };
}

const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined);
