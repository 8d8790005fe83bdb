import { GoldieError } from "../core/problem.ts";
import { CallError } from "./call-error.ts";
import type { Clock } from "./clock.ts";

export interface AttemptOptions {
  readonly clock: Clock;
  readonly deadlineMs: number;
  readonly graceMs: number;
  /** The run was cancelled: what was sent may go on for a while, as it may be paid for. */
  readonly cancelled: AbortSignal;
}

/** Sends once, with a timeout. Every failure is a CallError. */
export async function attempt<Reply>(
  send: (signal: AbortSignal) => Promise<Reply>,
  { clock, deadlineMs, graceMs, cancelled }: AttemptOptions,
): Promise<Reply> {
  const sent = new AbortController();
  const over = new AbortController();
  let wait = (): void => {};
  // Also for those who do not listen to their signal.
  const gaveUp = new Promise<never>((_, fail) => {
    // The error is made where it is needed: one has a stack, and there is one of these for every call.
    const end = (trouble: "timeout" | "aborted", message: string) => {
      if (over.signal.aborted) return;
      const why = new CallError(trouble, message);
      sent.abort(why);
      fail(why);
    };
    const seconds = Math.round(deadlineMs / 100) / 10;
    void clock.sleep(deadlineMs, over.signal).then(() => end("timeout", `no reply within ${seconds} s`));
    wait = () =>
      void clock
        .sleep(graceMs, over.signal)
        .then(() => end("aborted", "the run was cancelled while this call was under way"));
    if (cancelled.aborted) wait();
    else cancelled.addEventListener("abort", wait, { once: true });
  });
  gaveUp.catch(() => {});
  try {
    const reply = send(sent.signal);
    reply.catch(() => {});
    return await Promise.race([reply, gaveUp]);
  } catch (error) {
    if (sent.signal.aborted) throw sent.signal.reason;
    // A GoldieError is about the set-up (a package that is missing), and the same for every call.
    throw error instanceof CallError || error instanceof GoldieError ? error : unknownError(error);
  } finally {
    cancelled.removeEventListener("abort", wait);
    // With a reason: without one, an error with a stack is made for every call.
    over.abort("over");
  }
}

/** Not retried: an unknown error is more likely a bug in the caller than a temporary failure. */
const unknownError = (cause: unknown): CallError =>
  new CallError("refused-request", cause instanceof Error ? cause.message : String(cause), { cause });
