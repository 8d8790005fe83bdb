/** Do 95 % intervals hold the truth 95 times of 100? The truth is the mean of the population itself. */
import { below, type Random } from "../../src/core/random.ts";
import { verdictOf } from "../../src/evaluate/compare/verdict.ts";
import { pairedT, t, wilson } from "../../src/stats/index.ts";
import { differencesOf, drawFrom, meanOf, scoresOf } from "./draw.ts";
import type { Figure } from "./figure.ts";
import { METRICS, type Population, type ScorePool, type SimulationData, YES_NO } from "./populations.ts";

/** From this size on an interval has to keep its promise, with at least so many differences (or scores) that are not 0. */
const ENOUGH = 50;
const DIFFERING = 6;
const KEPT = { from: 0.93, to: 0.97 } as const;

export interface Coverage extends Figure {
  /** The population with the poorest coverage. */
  readonly worst: { readonly name: string; readonly share: number; readonly samples: number };
}

/** Does the interval of a sample hold the truth? undefined: it has none, or is not counted. */
type Holds = (n: number, random: Random) => boolean | undefined;
interface Case {
  readonly name: string;
  readonly holds: Holds;
}

export function coverage(
  { populations, scores, rates }: SimulationData,
  sizes: readonly number[],
  samples: number,
  random: Random,
): Coverage[] {
  const kinds: Readonly<Record<string, readonly Case[]>> = {
    [`difference of ${METRICS[0]} (paired t)`]: populations.map((one) => difference(one, METRICS[0])),
    [`mean of ${METRICS[0]} (t)`]: scores.map(meanScore),
    "rate (Wilson)": rates.filter(({ values }) => varies(values)).map(rate),
    [`difference of ${YES_NO} (Tango)`]: populations.map((one) => difference(one, YES_NO)),
  };
  return Object.entries(kinds).flatMap(([what, cases]) =>
    sizes.map((n) => ({ ...covered(cases, n, samples, random), what, ...(n < ENOUGH ? {} : KEPT) })),
  );
}

function covered(
  cases: readonly Case[],
  n: number,
  samples: number,
  random: Random,
): Omit<Coverage, "what" | "from" | "to"> {
  const found = cases.map(({ name, holds }) => {
    let [held, all] = [0, 0];
    for (let i = 0; i < samples; i++) {
      const yes = holds(n, random);
      if (yes === undefined) continue;
      all++;
      if (yes) held++;
    }
    return { name, held, all };
  });
  const [held, all] = [sum(found.map((one) => one.held)), sum(found.map((one) => one.all))];
  // A population that rarely has enough differences says little.
  const worst = found
    .filter((one) => one.all >= samples / 4)
    .map((one) => ({ name: one.name, share: one.held / one.all, samples: one.all }))
    .reduce((a, b) => (b.share < a.share ? b : a));
  return { n, share: held / all, samples: all, worst };
}

function difference(population: Population, metric: string): Case {
  const pairs = population.columns.get(metric)!;
  const truth = meanOf(differencesOf(pairs));
  return {
    name: population.name,
    holds(n, random) {
      const verdict = verdictOf(scoresOf(population, metric, drawFrom(population, n, random, false)), {
        details: false,
      });
      if (n - verdict.ties < DIFFERING) return undefined;
      return verdict.interval !== undefined && inside(truth, ...verdict.interval);
    },
  };
}

function meanScore({ name, values }: ScorePool): Case {
  const truth = meanOf(values);
  return {
    name,
    holds(n, random) {
      const drawn = sampled(values, n, random);
      if (drawn.filter((value) => value !== 0).length < DIFFERING) return undefined;
      const found = t.compute({ values: drawn });
      return found.status === "known" && inside(truth, found.value.low, found.value.high);
    },
  };
}

function rate({ name, values }: ScorePool): Case {
  const truth = meanOf(values);
  return {
    name,
    holds(n, random) {
      const found = wilson.compute({ hits: sum(sampled(values, n, random)), n });
      return found.status === "known" && inside(truth, found.value.low, found.value.high);
    },
  };
}

/** Most queries do not change at all: coverage by how many do. */
export function fewDifferences(
  populations: readonly Population[],
  n: number,
  samples: number,
  random: Random,
): Figure[] {
  const groups = new Map([
    ["2 to 5 differ", { from: 2, to: 5, held: 0, all: 0 }],
    ["6 to 9 differ", { from: 6, to: 9, held: 0, all: 0 }],
    ["10 to 19 differ", { from: 10, to: 19, held: 0, all: 0 }],
  ]);
  for (const population of populations) {
    const pool = differencesOf(population.columns.get(METRICS[0])!);
    for (const expected of [3, 7, 14])
      for (let i = 0; i < samples; i++) {
        const values = sampled(pool, n, random).map((d) => (random() < expected / n ? d : 0));
        const differing = values.filter((d) => d !== 0).length;
        const group = [...groups.values()].find(({ from, to }) => differing >= from && differing <= to);
        const found = pairedT.compute({ differences: values });
        if (group === undefined || found.status !== "known") continue;
        group.all++;
        if (inside((meanOf(pool) * expected) / n, found.value.low, found.value.high)) group.held++;
      }
  }
  return [...groups].map(([what, { held, all }]) => ({ what, n, share: held / all, samples: all }));
}

const sampled = (values: Float64Array, n: number, random: Random): Float64Array =>
  Float64Array.from({ length: n }, () => values[below(random, values.length)]!);

const varies = (values: Float64Array): boolean => values.some((value) => value !== values[0]);
const inside = (x: number, low: number, high: number): boolean => x >= low && x <= high;
const sum = (values: ArrayLike<number>): number =>
  Array.prototype.reduce.call(values, (total, x) => (total as number) + (x as number), 0) as number;
