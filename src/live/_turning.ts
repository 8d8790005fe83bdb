/**
 * Lets the event loop turn while queries are asked. A retriever in memory answers in microtasks: without a pause no
 * signal, timer or write would be heard until the last query is answered.
 */
import type { Clock } from "../calls/clock.ts";

export interface Turning {
  /** Undefined if the loop turned a moment ago, which is nearly always. */
  pause(): Promise<void> | undefined;
  /** Resolves after the loop has looked for signals. */
  turn(): Promise<void>;
}

const LONGEST_MS = 25;

export function createTurning(clock: Clock): Turning {
  let next: Promise<void> | undefined;
  let since = 0;
  const turn = (): Promise<void> => {
    if (next !== undefined) return next;
    since = clock.now();
    next = new Promise((resolve) => {
      // A timer would not do: after a long computation timers come before signals.
      setImmediate(() => {
        next = undefined;
        resolve();
      });
    });
    return next;
  };
  return {
    pause() {
      const turned = turn();
      return clock.now() - since < LONGEST_MS ? undefined : turned;
    },
    turn,
  };
}
