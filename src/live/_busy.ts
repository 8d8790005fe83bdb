/** How long at least one query was under way. */
import type { Clock } from "../calls/clock.ts";

export interface Busy {
  /** A query is sent; what comes back ends it, or the end of our patience. */
  enter(): () => void;
  ms(): number;
}

export function createBusy(clock: Clock): Busy {
  let active = 0;
  let since = 0;
  let total = 0;
  return {
    enter() {
      if (active++ === 0) since = clock.now();
      let over = false;
      return () => {
        if (over) return;
        over = true;
        if (--active === 0) total += clock.now() - since;
      };
    },
    ms: () => (active === 0 ? total : total + clock.now() - since),
  };
}
