import { GoldieError } from "../core/problem.ts";
import { CallError } from "./call-error.ts";
import type { Clock } from "./clock.ts";
import { createDeadlines, type Deadlines } from "./deadlines.ts";
import { createOnAbort, type OnAbort } from "./on-abort.ts";

export interface AttemptOptions {
  readonly clock: Clock;
  readonly deadlineMs: number;
  readonly graceMs: number;
  /** Set when the run is cancelled; requests already sent get a grace period, since they may be paid for. */
  readonly cancelled: AbortSignal;
  /** Default: its own. */
  readonly waits?: AttemptWaits;
}

/** What the attempts of a run share: one alarm, and one listener for the signal that cancels it. */
export interface AttemptWaits {
  readonly deadlines: Deadlines;
  readonly onAbort: OnAbort;
}

export const createWaits = (clock: Clock): AttemptWaits => ({
  deadlines: createDeadlines(clock),
  onAbort: createOnAbort(),
});

/** Sends once, with a timeout. Every failure is a CallError. */
export function attempt<Reply>(
  send: (signal: AbortSignal) => Promise<Reply>,
  { clock, deadlineMs, graceMs, cancelled, waits = createWaits(clock) }: AttemptOptions,
): Promise<Reply> {
  const { deadlines, onAbort } = waits;
  return new Promise((resolve, reject) => {
    const sent = new AbortController();
    let isOver = false;
    let forgetGrace = (): void => {};
    const over = (): boolean => {
      if (isOver) return false;
      isOver = true;
      forgetDeadline();
      forgetGrace();
      forgetCancel();
      return true;
    };
    // Also for senders that ignore their signal. The error is created late, because its stack costs time.
    const giveUp = (trouble: "timeout" | "aborted", message: string): void => {
      if (!over()) return;
      const why = new CallError(trouble, message);
      sent.abort(why);
      reject(why);
    };
    const forgetDeadline = deadlines.in(deadlineMs, () =>
      giveUp("timeout", `no reply within ${Math.round(deadlineMs / 100) / 10} s`),
    );
    const cancel = (): void => {
      forgetGrace = deadlines.in(graceMs, () =>
        giveUp("aborted", "the run was cancelled while this call was under way"),
      );
    };
    const forgetCancel = cancelled.aborted ? () => {} : onAbort(cancelled, cancel);
    if (cancelled.aborted) cancel();
    started(send, sent.signal).then(
      (reply) => {
        if (over()) resolve(reply);
      },
      (error: unknown) => {
        if (!over()) return;
        // A GoldieError is about the setup, such as a missing package, and applies to every call.
        reject(error instanceof CallError || error instanceof GoldieError ? error : unknownError(error));
      },
    );
  });
}

/** Treats a synchronous throw like a rejected promise. */
async function started<Reply>(
  send: (signal: AbortSignal) => Promise<Reply>,
  signal: AbortSignal,
): Promise<Reply> {
  return send(signal);
}

/** Not retried: an unknown error is more likely a bug in the caller than a temporary failure. */
const unknownError = (cause: unknown): CallError =>
  new CallError("refused-request", cause instanceof Error ? cause.message : String(cause), { cause });
