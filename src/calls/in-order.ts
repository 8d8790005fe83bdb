/**
 * Works on `width` items at once and gives the results in the order of the items.
 * A slow first item does not idle the others: up to 16 times as many may be finished and waiting.
 */
export async function* inOrder<In, Out>(
  items: AsyncIterable<In>,
  width: number,
  work: (item: In) => Promise<Out>,
): AsyncGenerator<Out, void> {
  const source = items[Symbol.asyncIterator]();
  const waiting: Promise<Out>[] = [];
  let running = 0;
  let ended = false;
  let settled: () => void = () => {};
  let change = new Promise<void>((resolve) => {
    settled = resolve;
  });
  const start = (item: In): void => {
    running++;
    const result = work(item).finally(() => {
      running--;
      settled();
    });
    // Reported to the reader of the queue; avoid an unhandled rejection before that.
    result.catch(() => {});
    waiting.push(result);
  };
  try {
    for (;;) {
      while (!ended && running < width && waiting.length < width * 16) {
        const next = await source.next();
        if (next.done) ended = true;
        else start(next.value);
      }
      const first = waiting[0];
      if (first === undefined) return;
      change = new Promise((resolve) => {
        settled = resolve;
      });
      // Fill a free slot even if the first item is not finished.
      const done = await Promise.race([first.then(() => true), change.then(() => false)]);
      if (!done) continue;
      waiting.shift();
      yield await first;
    }
  } finally {
    await source.return?.();
    await Promise.allSettled(waiting);
  }
}
