/** Do queries that are under way at once wait for one another, because they compute on our thread? */

/** How long this thread has been busy and idle so far, in milliseconds. */
export type LoopTimes = () => { readonly active: number; readonly idle: number };

export interface Crowd {
  /** The latency of one answer. */
  add(ms: number): void;
  /** Of the time, this thread was busy; undefined where that is no reason to doubt the latencies. */
  share(busyMs: number): number | undefined;
}

/** Below that, nothing can be said. */
const LEAST_MS = 200;
const BUSY = 0.8;
/** Queries under way on average. One that computes without waiting is always alone. */
const SEVERAL = 1.5;

export function createCrowd(loop: LoopTimes): Crowd {
  const before = loop();
  let total = 0;
  return {
    add(ms) {
      total += ms;
    },
    share(busyMs) {
      const now = loop();
      const active = now.active - before.active;
      const share = active / (active + now.idle - before.idle);
      return busyMs >= LEAST_MS && share >= BUSY && total >= SEVERAL * busyMs ? share : undefined;
    },
  };
}
