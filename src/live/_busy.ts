/** How long at least one query was under way. */
import type { Clock } from "../calls/clock.ts";

export interface Busy {
  /** A query is sent; what comes back ends it, as the signal does. */
  enter(signal: AbortSignal): () => void;
  ms(): number;
}

export function createBusy(clock: Clock): Busy {
  let active = 0;
  let since = 0;
  let total = 0;
  return {
    enter(signal) {
      if (active++ === 0) since = clock.now();
      let over = false;
      const leave = (): void => {
        if (over) return;
        over = true;
        signal.removeEventListener("abort", leave);
        if (--active === 0) total += clock.now() - since;
      };
      // Who does not listen to the signal may go on for ever.
      signal.addEventListener("abort", leave, { once: true });
      return leave;
    },
    ms: () => (active === 0 ? total : total + clock.now() - since),
  };
}
