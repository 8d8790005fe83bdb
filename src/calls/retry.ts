/** One call, retried until there is a reply or retrying makes no sense. */
import type { Random } from "../core/random.ts";
import { type AttemptWaits, attempt } from "./attempt.ts";
import { CallError, type CallTrouble, type ServerLimits } from "./call-error.ts";
import type { Clock } from "./clock.ts";
import type { Limiter } from "./limiter.ts";
import type { CallLimits } from "./limits.ts";

/** Shared by all calls of a run. */
export interface Pace {
  readonly clock: Clock;
  readonly limits: Required<CallLimits>;
  readonly limiter: Limiter;
  /** Default: each attempt has its own. */
  readonly waits?: AttemptWaits;
  /** Random source for jitter. */
  readonly random: Random;
  /** Stops all calls: each of them would fail in the same way. */
  stop(why: Error): void;
  readonly stopped: AbortSignal;
}

/** One call, with the hooks of its caller. */
export interface Call<Reply, Kept> {
  readonly cancelled: AbortSignal;
  /** Goes ahead of waiting calls. */
  ahead?(): boolean;
  /** Called once before the first attempt. If it throws, nothing is sent. */
  begin?(): void;
  /** Each try. */
  send(signal: AbortSignal): Promise<Reply>;
  /** Called before the slot goes to the next call. */
  landed(reply: Reply): {
    readonly kept: Promise<Kept>;
    readonly limits?: ServerLimits;
    readonly used?: Readonly<Record<string, number>>;
  };
  /** A try failed. */
  failed?(error: CallError): void;
  /** It will be retried after this many milliseconds. */
  retried?(error: CallError, inMs: number): void;
  /** It was started and will get no reply. */
  ended?(): void;
  /** No call has been answered yet. */
  nobodyYet?(): boolean;
}

export async function callUntilAnswered<Reply, Kept>(call: Call<Reply, Kept>, pace: Pace): Promise<Kept> {
  const { clock, limits, limiter, stopped } = pace;
  const { cancelled } = call;
  let began: number | undefined;
  let failures = 0;
  let refusals = 0;
  let trouble: CallError | undefined;
  for (;;) {
    const ticket = await limiter.enter(cancelled, call.ahead?.()).catch((why) => {
      if (began !== undefined) call.ended?.();
      throw why;
    });
    const first = began === undefined;
    began ??= clock.now();
    const leftMs = limits.totalMs - (clock.now() - began);
    // The rate limit may have used up its time. A call sent with no time left would be paid for and lost.
    if (trouble !== undefined && leftMs <= 0) {
      ticket.done({ kind: "failed" });
      call.ended?.();
      throw outOfTime(trouble, failures, limits);
    }
    if (first) {
      try {
        call.begin?.();
      } catch (why) {
        ticket.done({ kind: "failed" });
        throw why;
      }
    }
    try {
      const deadlineMs = Math.max(1, Math.min(limits.attemptMs, leftMs));
      const reply = await attempt((signal) => call.send(signal), {
        clock,
        deadlineMs,
        graceMs: limits.graceMs,
        cancelled,
        ...(pace.waits === undefined ? {} : { waits: pace.waits }),
      });
      const { kept, ...told } = call.landed(reply);
      ticket.done({ kind: "ok", ...told });
      return await kept;
    } catch (error) {
      if (!(error instanceof CallError)) {
        // The journal is not writable, or the server is unreachable: stop, since further calls would be paid for twice or fail too.
        pace.stop(error as Error);
        throw error;
      }
      if (error.trouble === "rate") refusals++;
      else failures++;
      call.failed?.(error);
      const inMs = backoff(failures + refusals, limits, pace.random, error.retryAfterMs);
      const last =
        giveUp(error, failures, clock.now() - began + inMs, call, pace) ?? whyEnded(cancelled, stopped);
      // After the stop, so that no other call takes the slot.
      ticket.done({
        kind: error.trouble === "rate" ? "rate" : "failed",
        ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
        ...(error.limits === undefined ? {} : { limits: error.limits }),
      });
      if (last !== undefined) {
        call.ended?.();
        throw last;
      }
      trouble = error;
      call.retried?.(error, inMs);
      await clock.sleep(inMs, AbortSignal.any([cancelled, stopped]));
    }
  }
}

const whyEnded = (...signals: AbortSignal[]): Error | undefined =>
  signals.find((signal) => signal.aborted)?.reason as Error | undefined;

const passing: ReadonlySet<CallTrouble> = new Set(["rate", "server", "network", "timeout"]);
/** The same for every other call. */
const hopeless: ReadonlySet<CallTrouble> = new Set(["auth", "quota", "redirect", "not-api"]);
const mayPass = (trouble: CallTrouble): boolean => passing.has(trouble);

/** Doubles with each try, and half of it is chance, so that many calls do not come back at once. */
function backoff(
  failures: number,
  limits: Required<CallLimits>,
  random: Random,
  retryAfterMs?: number,
): number {
  const full = Math.min(limits.longestBackoffMs, limits.firstBackoffMs * 2 ** Math.min(failures - 1, 30));
  const own = full * (0.5 + random() / 2);
  // What the server asks for is the least; a little chance on top. "Retry-After: 0" of a busy server would be asked again without end.
  return retryAfterMs === undefined || retryAfterMs < limits.firstBackoffMs
    ? Math.max(own, retryAfterMs ?? 0)
    : retryAfterMs + random() * limits.firstBackoffMs;
}

/** The error to end with, if there is no sense in another try. */
function giveUp(
  error: CallError,
  failures: number,
  until: number,
  { nobodyYet }: Pick<Call<unknown, unknown>, "nobodyYet">,
  { limits, stop }: Pace,
): CallError | undefined {
  const { trouble, retryAfterMs } = error;
  const tooLong = mayPass(trouble) && retryAfterMs !== undefined && retryAfterMs > limits.totalMs;
  if (hopeless.has(trouble) || tooLong) {
    const why = tooLong
      ? new CallError(trouble, `${error.message} (the server asks to wait ${sayTime(retryAfterMs)})`)
      : error;
    stop(why);
    return why;
  }
  if (!mayPass(trouble)) return error;
  // A wrong address or a server that is not running: fail at once instead of retrying for a minute.
  if (error.unreachable === true && nobodyYet?.() === true) {
    stop(error);
    return error;
  }
  if (trouble !== "rate" && failures >= limits.attempts) {
    const why = new CallError(trouble, `${error.message}${sayTries(error, failures)}`, { cause: error });
    // The server is unreachable: stop, instead of failing 10,000 cases one by one.
    if (trouble === "network" && nobodyYet?.() === true) stop(why);
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
