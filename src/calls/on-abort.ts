/** Calls a function when a signal aborts. Returns a function that unregisters it. */
export type OnAbort = (signal: AbortSignal, act: () => void) => () => void;

/** One listener for each signal, however many wait for it: Node warns of a leak from the eleventh on. */
export function createOnAbort(): OnAbort {
  const waiting = new WeakMap<AbortSignal, Set<() => void>>();
  return (signal, act) => {
    let acts = waiting.get(signal);
    if (acts === undefined) {
      const fresh = new Set<() => void>();
      acts = fresh;
      waiting.set(signal, fresh);
      signal.addEventListener(
        "abort",
        () => {
          for (const one of [...fresh]) one();
        },
        { once: true },
      );
    }
    const own = acts;
    own.add(act);
    return () => own.delete(act);
  };
}
