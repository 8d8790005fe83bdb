import { abortError, clientError } from "../calls/client-error.ts";

/** What a client promises, or the reason of the signal at once: many clients cannot be stopped. */
export async function untilAborted<T>(signal: AbortSignal, ask: () => PromiseLike<T> | T): Promise<T> {
  if (signal.aborted) throw abortError(signal);
  let stop = (): void => {};
  const aborted = new Promise<never>((_, fail) => {
    stop = () => fail(abortError(signal));
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    // Inside a promise of its own: what is thrown at once and what is rejected are the same.
    const asked = (async () => ask())();
    asked.catch(() => {});
    return await Promise.race([asked, aborted]);
  } catch (error) {
    throw clientError(error, signal);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
