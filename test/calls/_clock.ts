import type { Clock } from "../../src/calls/clock.ts";

export interface VirtualClock extends Clock {
  /** Waits for the promise, and lets the time jump to the next alarm whenever nothing else can go on. */
  run<T>(promise: Promise<T>): Promise<T>;
}

/** Time that passes only when everybody waits for it. For code that touches neither files nor sockets. */
export function createVirtualClock(start = Date.UTC(2026, 0, 1)): VirtualClock {
  let now = start;
  const alarms: { readonly at: number; readonly ring: () => void }[] = [];
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        const alarm = { at: now + Math.max(0, ms), ring: resolve };
        alarms.push(alarm);
        signal?.addEventListener("abort", () => {
          const i = alarms.indexOf(alarm);
          if (i >= 0) alarms.splice(i, 1);
          resolve();
        });
      }),
    async run(promise) {
      let over = false;
      const mark = () => {
        over = true;
      };
      promise.then(mark, mark);
      for (let idle = 0; ; ) {
        for (let i = 0; i < 3; i++) await new Promise((turn) => setImmediate(turn));
        if (over) return promise;
        const next = alarms.reduce<number | undefined>(
          (a, b, i) => (a === undefined || b.at < alarms[a]!.at ? i : a),
          undefined,
        );
        if (next === undefined) {
          // Work that is spread over turns of the event loop needs no alarm.
          if (++idle > 100) throw new Error("everything waits, and no alarm is set");
          continue;
        }
        idle = 0;
        const [alarm] = alarms.splice(next, 1);
        now = alarm!.at;
        alarm!.ring();
      }
    },
  };
}
