/** Opening a retriever: with a limit, and until the run is cancelled. */
import type { Clock } from "../calls/clock.ts";
import type { Retriever } from "../core/retriever.ts";

/** To build an index or load a model; whoever is not ready then never will be. */
const OPEN_MINUTES = 10;

/** Resolves at once when the run is cancelled, whether the retriever listens or not. */
export async function opened(
  retriever: Retriever,
  clock: Clock,
  cancelled: AbortSignal,
): Promise<{ readonly cause?: unknown }> {
  if (retriever.open === undefined || cancelled.aborted) return {};
  const over = new AbortController();
  const stop = new Promise<void>((resolve) => {
    cancelled.addEventListener("abort", () => resolve(), { once: true, signal: over.signal });
  });
  const late = clock.sleep(OPEN_MINUTES * 60_000, over.signal).then(() => {
    if (!over.signal.aborted) throw new Error(`it was not ready within ${OPEN_MINUTES} minutes`);
  });
  try {
    await Promise.race([retriever.open(cancelled), stop, late]);
    return {};
  } catch (cause) {
    return cancelled.aborted ? {} : { cause };
  } finally {
    over.abort("over");
  }
}
