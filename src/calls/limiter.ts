import type { ServerLimits } from "./call-error.ts";
import type { Clock } from "./clock.ts";

type Outcome =
  /** `used`: of what the server counts besides requests, by its name in the limits ("Tokens"). */
  | {
      readonly kind: "ok";
      readonly limits?: ServerLimits;
      readonly used?: Readonly<Record<string, number>>;
    }
  /** The server refused: too many requests. */
  | { readonly kind: "rate"; readonly retryAfterMs?: number; readonly limits?: ServerLimits }
  | { readonly kind: "failed"; readonly retryAfterMs?: number };

export interface Ticket {
  /** Call once, when the attempt is over. */
  done(outcome: Outcome): void;
}
export interface Limiter {
  /**
   * Resolves when a call may be sent, in the order of asking; those with `ahead` come first.
   * Rejects with the reason of the signal, or that of stop.
   */
  enter(signal: AbortSignal, ahead?: boolean): Promise<Ticket>;
  /** Closes the limiter; waiting calls are rejected with the reason. */
  stop(why: Error): void;
  readonly now: { readonly active: number; readonly waiting: number; readonly most: number };
}
export interface LimiterOptions {
  readonly concurrency: number;
  readonly clock: Clock;
  /** No call is sent before this time. */
  readonly onPause?: (until: number, why: "rate" | "headers") => void;
}

interface Waiter {
  readonly enter: (ticket: Ticket) => void;
  readonly fail: (why: unknown) => void;
}

// Below this share of what a server grants, calls are spread over the time until it grants more.
const scarce = 0.1;
// A header may refer to a daily limit; better to ask too early and get a 429.
const longestGap = 5_000;
const longestPause = 60_000;

/** How many calls at once: one more after each full round of good ones, half as many after a refusal. */
export function createLimiter({ concurrency, clock, onPause }: LimiterOptions): Limiter {
  const ahead: Waiter[] = [];
  const behind: Waiter[] = [];
  let most = concurrency;
  let active = 0;
  let issued = 0;
  /** Ignore refusals of calls sent before the last reduction. */
  let cutAt = 0;
  let closedUntil = 0;
  let gap = 0;
  let slowUntil = 0;
  let wakeAt: number | undefined;
  let stopped: Error | undefined;
  const averageUse = new Map<string, number>();
  const seenMost = new Map<string, number>();

  function pump(): void {
    while (ahead.length + behind.length > 0 && active < Math.floor(most)) {
      const now = clock.now();
      if (now < closedUntil) {
        wake(closedUntil);
        return;
      }
      (ahead.shift() ?? behind.shift()!).enter(admitted(now));
    }
  }
  function admitted(now: number): Ticket {
    if (gap > 0 && now < slowUntil) closedUntil = now + gap;
    active++;
    return ticket(++issued);
  }
  function wake(at: number): void {
    if (wakeAt !== undefined && wakeAt <= at) return;
    wakeAt = at;
    void clock.sleep(at - clock.now()).then(() => {
      if (wakeAt === at) wakeAt = undefined;
      pump();
    });
  }
  function ticket(number: number): Ticket {
    return {
      done(outcome) {
        active--;
        if (outcome.kind === "ok") {
          most = Math.min(concurrency, most + 1 / most);
          for (const [counted, used] of Object.entries(outcome.used ?? {})) {
            const average = averageUse.get(counted) ?? 0;
            averageUse.set(counted, average + (used - average) / Math.min(number, 20));
          }
        } else {
          if (outcome.kind === "rate" && number > cutAt) {
            most = Math.max(1, most / 2);
            cutAt = issued;
          }
          if (outcome.retryAfterMs !== undefined) pause(outcome.retryAfterMs, "rate");
        }
        if (outcome.kind !== "failed" && outcome.limits !== undefined) slowDown(outcome.limits);
        pump();
      },
    };
  }
  function pause(ms: number, why: "rate" | "headers"): void {
    const until = clock.now() + ms;
    if (until <= closedUntil) return;
    closedUntil = until;
    onPause?.(until, why);
  }
  function slowDown(limits: ServerLimits): void {
    const { resetMs = 1_000 } = limits;
    let left = Number.POSITIVE_INFINITY;
    for (const [name, remaining] of Object.entries(limits)) {
      if (!name.startsWith("remaining") || remaining === undefined) continue;
      const counted = name.slice("remaining".length);
      const most = Math.max(seenMost.get(counted) ?? 0, remaining);
      seenMost.set(counted, most);
      if (remaining >= scarce * (limits[`limit${counted}`] ?? most)) continue;
      const each = counted === "Requests" ? 1 : Math.max(averageUse.get(counted) ?? 0, 1);
      left = Math.min(left, Math.floor(remaining / each));
    }
    if (left === Number.POSITIVE_INFINITY) {
      gap = 0;
    } else if (left < 1) {
      pause(Math.min(resetMs, longestPause), "headers");
    } else {
      gap = Math.min(resetMs / left, longestGap);
      slowUntil = clock.now() + resetMs;
      closedUntil = Math.max(closedUntil, clock.now() + gap);
    }
  }

  return {
    enter: (signal, first = false) =>
      new Promise((resolve, reject) => {
        if (stopped !== undefined) return reject(stopped);
        if (signal.aborted) return reject(signal.reason);
        const now = clock.now();
        // Most calls need not wait, so they need no listener.
        if (ahead.length + behind.length === 0 && active < Math.floor(most) && now >= closedUntil)
          return resolve(admitted(now));
        const queue = first ? ahead : behind;
        const leave = () => {
          queue.splice(queue.indexOf(waiter), 1);
          reject(signal.reason);
        };
        const waiter: Waiter = {
          enter: (given) => {
            signal.removeEventListener("abort", leave);
            resolve(given);
          },
          fail: (why) => {
            signal.removeEventListener("abort", leave);
            reject(why);
          },
        };
        signal.addEventListener("abort", leave, { once: true });
        queue.push(waiter);
        pump();
      }),
    stop(why) {
      stopped ??= why;
      for (const waiter of [...ahead.splice(0), ...behind.splice(0)]) waiter.fail(stopped);
    },
    get now() {
      return { active, waiting: ahead.length + behind.length, most: Math.floor(most) };
    },
  };
}
