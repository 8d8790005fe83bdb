/** The clock, passed in: tests use one that never waits. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after this time, or as soon as the signal aborts; never rejects. */
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
