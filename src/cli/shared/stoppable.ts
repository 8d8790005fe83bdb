/** A long piece of work that Ctrl-C ends: first by its signal, then at once. */
import type { Effects } from "../effects.ts";

export interface Stoppable {
  readonly signal: AbortSignal;
  /** The exit code, once the user stopped it. */
  readonly code: number | undefined;
  /** Ends the work for another reason than the user. */
  abort(): void;
  /** Ctrl-C quits at once again. */
  forget(): void;
}

export interface StopWords {
  /** What comes before the words: ends the progress bar. */
  before(): void;
  /** Why it takes a moment. */
  readonly wait?: string;
}

export function stoppable(effects: Effects, { before, wait }: StopWords): Stoppable {
  const stop = new AbortController();
  let stopped: number | undefined;
  const forget = effects.onCancel((code) => {
    stopped = code;
    stop.abort();
    before();
    const words = wait === undefined ? "stopping" : `stopping: ${wait}`;
    effects.stderr.write(`${words}; press Ctrl-C again to quit at once\n`).catch(() => {});
  });
  return {
    signal: stop.signal,
    get code() {
      return stopped;
    },
    abort: () => stop.abort(),
    forget,
  };
}
