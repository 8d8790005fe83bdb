import { readFileSync, writeFileSync } from "node:fs";

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

/**
 * Peak resident memory while `work` runs, and the resident memory before it, in bytes; undefined where the system cannot tell.
 * Linux only: the kernel's high-water mark is set back first, since it would still show the peak of building the input.
 */
export function memoryOf(work) {
  try {
    // Twice: what the first collection frees is only given back by the second.
    for (let i = 0; i < 2; i++) globalThis.gc({ type: "major", execution: "sync", flavor: "last-resort" });
    writeFileSync("/proc/self/clear_refs", "5");
    const before = statusBytes("VmRSS");
    work();
    return { before, peak: statusBytes("VmHWM") };
  } catch (error) {
    if (error.syscall === undefined) throw error;
    return undefined;
  }
}

const statusBytes = (field) =>
  1024 *
  Number(new RegExp(`^${field}:\\s*(\\d+) kB`, "m").exec(readFileSync("/proc/self/status", "utf8"))[1]);

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};
