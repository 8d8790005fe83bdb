/**
 * Queries start one after the other: a retriever that computes on our thread would otherwise answer only after others
 * have computed too, and their time would be in its latency.
 */
export interface Turns {
  take(): Turn;
}
interface Turn {
  readonly ours: Promise<void>;
  startedWith(pending: unknown): void;
}

/** An answer that is there when the retriever returns takes a few microtasks to come through its promises. */
const MICROTASKS = 40;
/** After so many in a row that took longer, the retriever waits for something else. */
const WAITS = 20;

const AT_ONCE: Turn = { ours: Promise.resolve(), startedWith() {} };

export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  let later = 0;

  async function settledSoon(pending: unknown): Promise<void> {
    if (later >= WAITS) return;
    let over = false;
    const end = (): void => {
      over = true;
    };
    Promise.resolve(pending).then(end, end);
    for (let i = 0; i < MICROTASKS && !over; i++) await undefined;
    later = over ? 0 : later + 1;
  }

  return {
    take() {
      if (later >= WAITS) return AT_ONCE;
      const ours = last;
      let next: () => void = () => {};
      last = new Promise((resolve) => {
        next = resolve;
      });
      let started = false;
      return {
        ours,
        startedWith(pending) {
          if (started) return;
          started = true;
          void settledSoon(pending).then(next);
        },
      };
    },
  };
}
