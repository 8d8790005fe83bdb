/** Work that several callers wait for: done once, and stopped when all of them have given up. */

/** Callers with the same signal wait together: Node warns of more than ten listeners. */
interface WaitingCallers {
  count: number;
  readonly aborted: Promise<never>;
  readonly forget: () => void;
}

interface RunningWork<T> {
  readonly promise: Promise<T>;
  readonly stop: AbortController;
  readonly waiting: Map<AbortSignal, WaitingCallers>;
}

export class SharedWork<T> {
  readonly #start: (signal: AbortSignal) => Promise<T>;
  #running: RunningWork<T> | undefined;

  constructor(start: (signal: AbortSignal) => Promise<T>) {
    this.#start = start;
  }

  /** The result of the work that is going on, or of a new one. Rejects as soon as `signal` is aborted. */
  async wait(signal: AbortSignal): Promise<T> {
    signal.throwIfAborted();
    this.#running ??= this.#begin();
    const running = this.#running;
    const own = running.waiting.get(signal) ?? this.#listen(running, signal);
    own.count++;
    try {
      return await Promise.race([running.promise, own.aborted]);
    } finally {
      own.count--;
      if (own.count === 0) this.#leave(running, signal);
    }
  }

  #begin(): RunningWork<T> {
    const stop = new AbortController();
    // Not before somebody listens.
    const promise = Promise.resolve().then(() => this.#start(stop.signal));
    promise.catch(() => {});
    return { promise, stop, waiting: new Map() };
  }

  #listen(running: RunningWork<T>, signal: AbortSignal): WaitingCallers {
    let forget = (): void => {};
    const aborted = new Promise<never>((_, reject) => {
      const act = (): void => {
        reject(signal.reason);
        this.#leave(running, signal);
      };
      signal.addEventListener("abort", act, { once: true });
      forget = () => signal.removeEventListener("abort", act);
    });
    aborted.catch(() => {});
    const own: WaitingCallers = { count: 0, aborted, forget };
    running.waiting.set(signal, own);
    return own;
  }

  #leave(running: RunningWork<T>, signal: AbortSignal): void {
    running.waiting.get(signal)?.forget();
    running.waiting.delete(signal);
    if (running.waiting.size > 0) return;
    running.stop.abort(signal.reason);
    if (this.#running === running) this.#running = undefined;
  }
}
