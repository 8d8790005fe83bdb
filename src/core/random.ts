/** A stream of numbers in [0, 1) that its seed decides. Passed in wherever something is drawn: nothing global. */
export type Random = () => number;

/** sfc32 (Chris Doty-Humphrey, PractRand): small, fast, and the same on every machine. */
export function randomFrom(seed: number): Random {
  let a = seed | 0;
  let b = Math.floor(seed / 2 ** 32) | 0;
  let c = 0x9e3779b9 | 0;
  let counter = 1;
  const next: Random = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  // The first numbers of neighbouring seeds look alike.
  for (let i = 0; i < 15; i++) next();
  return next;
}

/** A whole number from 0 to n - 1. */
export const below = (random: Random, n: number): number => Math.floor(random() * n);

export const oneOf = <T>(random: Random, list: readonly T[]): T => list[below(random, list.length)]!;

/** A copy in random order (Fisher–Yates). */
export function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const out = [...list];
  for (let i = out.length - 1; i > 0; i--) {
    const j = below(random, i + 1);
    [out[i], out[j]] = [out[j]!, out[i]!];
  }
  return out;
}
