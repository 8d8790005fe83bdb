/** Samples of n queries, drawn with replacement from a population. */
import { below, type Random } from "../../src/core/random.ts";
import type { PairedScores } from "../../src/evaluate/compare/comparison.ts";
import type { Population } from "./populations.ts";

/** Which queries were drawn, and whether the two systems swapped places there. */
export interface Draw {
  readonly picks: Uint32Array;
  readonly swapped: Uint8Array;
}

/** `swap`: under no difference, each of the two scores could as well be the other's. */
export function drawFrom(population: Population, n: number, random: Random, swap: boolean): Draw {
  const [first] = population.columns.values();
  const size = first!.a.length;
  const draw = { picks: new Uint32Array(n), swapped: new Uint8Array(n) };
  for (let i = 0; i < n; i++) {
    draw.picks[i] = below(random, size);
    if (swap && random() < 0.5) draw.swapped[i] = 1;
  }
  return draw;
}

/** The scores of a draw, with b lower by `drop`. */
export function scoresOf(
  population: Population,
  metric: string,
  { picks, swapped }: Draw,
  drop = 0,
): PairedScores {
  const from = population.columns.get(metric)!;
  const [a, b] = [new Float64Array(picks.length), new Float64Array(picks.length)];
  for (let i = 0; i < picks.length; i++) {
    const at = picks[i]!;
    a[i] = swapped[i] === 1 ? from.b[at]! : from.a[at]!;
    b[i] = (swapped[i] === 1 ? from.a[at]! : from.b[at]!) - drop;
  }
  return { ...from, queries: idsOf(picks.length), a, b };
}

const ids = new Map<number, readonly string[]>();
/** A query that was drawn twice is two queries. */
export function idsOf(n: number): readonly string[] {
  const made = ids.get(n) ?? Array.from({ length: n }, (_, i) => `q${i}`);
  ids.set(n, made);
  return made;
}

export const differencesOf = ({ a, b }: PairedScores): Float64Array => b.map((value, i) => value - a[i]!);

export const meanOf = (values: Float64Array): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Standard deviation of the differences where the two systems swap places at random: their mean is 0. */
export const swappedSd = (pairs: PairedScores): number =>
  Math.sqrt(meanOf(differencesOf(pairs).map((d) => d * d)));
