/** Least seconds of `rounds` interleaved runs of each function, after one warm-up each: the run that other processes disturbed least. */
export function interleaved(functions, rounds) {
  const times = functions.map(() => []);
  let sink = 0;
  for (let round = 0; round <= rounds; round++)
    functions.forEach((f, i) => {
      globalThis.gc?.();
      const start = performance.now();
      sink += Number(f()) || 0;
      if (round > 0) times[i].push((performance.now() - start) / 1000);
    });
  if (sink === Number.MIN_VALUE) throw new Error("never: keeps the work alive");
  return times.map((list) => Math.min(...list));
}
