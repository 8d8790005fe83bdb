/** Many deadlines on one timer: a timer, promise and signal per call would cost more than the call. */
import type { Clock } from "./clock.ts";

export interface Deadlines {
  /** Calls `act` after this many milliseconds unless it is cancelled before. */
  in(ms: number, act: () => void): () => void;
}

interface Deadline {
  readonly at: number;
  readonly act: () => void;
}

export function createDeadlines(clock: Clock): Deadlines {
  const open = new Set<Deadline>();
  let alarm: { readonly at: number; readonly off: AbortController } | undefined;

  function sleepUntil(at: number): void {
    alarm?.off.abort("earlier");
    const own = { at, off: new AbortController() };
    alarm = own;
    void clock.sleep(at - clock.now(), own.off.signal).then(() => {
      if (alarm === own) ring(at);
    });
  }

  function ring(at: number): void {
    alarm = undefined;
    // Timers may fire slightly early; treat the deadline as reached.
    const now = Math.max(at, clock.now());
    for (const one of [...open]) {
      if (one.at > now || !open.delete(one)) continue;
      one.act();
    }
    let next = Number.POSITIVE_INFINITY;
    for (const { at } of open) next = Math.min(next, at);
    if (next < (alarm ?? { at: Number.POSITIVE_INFINITY }).at) sleepUntil(next);
  }

  return {
    in(ms, act) {
      const one = { at: clock.now() + ms, act };
      open.add(one);
      if (alarm === undefined || one.at < alarm.at) sleepUntil(one.at);
      return () => {
        open.delete(one);
        // A pending timer would keep the process alive.
        if (open.size > 0) return;
        alarm?.off.abort("none left");
        alarm = undefined;
      };
    },
  };
}
