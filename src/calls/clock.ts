/** Time, passed in: tests bring one that never waits. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after so long, or at once when the signal says so; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

// Longer delays overflow setTimeout, which then fires at once.
const longest = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, Math.min(Math.max(ms, 0), longest));
      signal?.addEventListener("abort", done, { once: true });
    }),
};
