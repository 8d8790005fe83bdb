/** Everything that is simulated, in its order. The same data, sizes and seed give the same figures. */
import { randomFrom } from "../../src/core/random.ts";
import { type Coverage, coverage, fewDifferences } from "./coverage.ts";
import type { Figure } from "./figure.ts";
import { fiveRules, gateFigures, yesNoFigures } from "./gates.ts";
import type { SimulationData } from "./populations.ts";
import { falseAlarms } from "./tests.ts";

/** Samples of all populations together. */
export interface SimulationSizes {
  readonly queries: readonly number[];
  readonly tests: number;
  readonly gates: number;
  readonly fiveRules: number;
  readonly coverage: number;
}

export const FULL: SimulationSizes = {
  queries: [20, 50, 200],
  tests: 3600,
  gates: 540,
  fiveRules: 270,
  coverage: 36_000,
};

/** Enough for a test to notice what is badly wrong. */
export const SMALL: SimulationSizes = {
  queries: [50],
  tests: 400,
  gates: 80,
  fiveRules: 40,
  coverage: 800,
};

export interface Simulation {
  readonly source: string;
  readonly populations: number;
  readonly tests: readonly Figure[];
  readonly gates: readonly Figure[];
  readonly coverage: readonly Coverage[];
  readonly few: readonly Figure[];
}

export function simulate(data: SimulationData, sizes: SimulationSizes, seed = 1): Simulation {
  const { source, populations } = data;
  const { queries } = sizes;
  const each = (samples: number): number => Math.ceil(samples / populations.length);
  // A stream for each part: a change of one leaves the others as they are.
  const stream = (part: number) => randomFrom(seed * 100 + part);
  return {
    source,
    populations: populations.length,
    tests: falseAlarms(populations, queries, each(sizes.tests), stream(1)),
    gates: [
      ...gateFigures(populations, queries, each(sizes.gates), stream(2)),
      ...fiveRules(populations, queries, each(sizes.fiveRules), stream(3)),
      ...yesNoFigures(populations, queries, each(sizes.gates), stream(4)),
    ],
    coverage: coverage(data, queries, each(sizes.coverage), stream(5)),
    few: fewDifferences(populations, queries.at(-1)!, each(sizes.coverage), stream(6)),
  };
}
