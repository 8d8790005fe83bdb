/** Under no difference: how often is p at most α? */
import type { Random } from "../../src/core/random.ts";
import { verdictOf } from "../../src/evaluate/compare/verdict.ts";
import { pairedBootstrap, randomisation, wilcoxon } from "../../src/stats/index.ts";
import { differencesOf, drawFrom, scoresOf } from "./draw.ts";
import { atMost, type Figure } from "./figure.ts";
import { METRICS, type Population, YES_NO } from "./populations.ts";

const ALPHAS = [0.05, 0.01] as const;
/** (b + 1) / (999 + 1): as exact as with more draws, and faster. */
const FLIPS = 999;
const RESAMPLES = 1000;

/** Is it significant, by α? */
type Test = (population: Population, n: number, random: Random) => readonly boolean[];

const byP = (p: number | undefined): boolean[] => ALPHAS.map((alpha) => (p ?? 1) <= alpha);

const verdict =
  (metric: string): Test =>
  (population, n, random) =>
    byP(verdictOf(scoresOf(population, metric, drawFrom(population, n, random, true)), { details: false }).p);

const differences = (population: Population, n: number, random: Random): Float64Array =>
  differencesOf(scoresOf(population, METRICS[0], drawFrom(population, n, random, true)));

const flips: Test = (population, n, random) => {
  const columns = [differences(population, n, random)];
  const found = randomisation.compute({ columns, resamples: FLIPS }, random);
  const one = found.status === "known" ? found.value[0] : undefined;
  return byP(one?.status === "known" ? one.value.p : undefined);
};

const ranks: Test = (population, n, random) => {
  const found = wilcoxon.compute({ differences: differences(population, n, random) });
  return byP(found.status === "known" ? found.value.p : undefined);
};

/** It has intervals and no p: is 0 outside? At the first α alone, as every α takes draws of its own. */
const bootstrap =
  (method: "percentile" | "bca"): Test =>
  (population, n, random) => {
    const columns = [differences(population, n, random)];
    const options = { columns, confidence: 1 - ALPHAS[0], resamples: RESAMPLES, method };
    const found = pairedBootstrap.compute(options, random);
    const one = found.status === "known" ? found.value[0] : undefined;
    return [one?.status === "known" && (one.value.low > 0 || one.value.high < 0)];
  };

const TESTS: Readonly<Record<string, Test>> = {
  "paired t": verdict(METRICS[0]),
  "sign-flip": flips,
  Wilcoxon: ranks,
  [`sign test (${YES_NO})`]: verdict(YES_NO),
  "percentile bootstrap": bootstrap("percentile"),
  "BCa bootstrap": bootstrap("bca"),
};

/** `samples`: of each population. */
export function falseAlarms(
  populations: readonly Population[],
  sizes: readonly number[],
  samples: number,
  random: Random,
): Figure[] {
  const all = samples * populations.length;
  return Object.entries(TESTS).flatMap(([name, test]) =>
    sizes.flatMap((n) => {
      const counts: number[] = [];
      for (const population of populations)
        for (let i = 0; i < samples; i++)
          test(population, n, random).forEach((alarm, a) => {
            counts[a] = (counts[a] ?? 0) + (alarm ? 1 : 0);
          });
      return counts.map((count, a) => ({
        what: `${name}, α = ${ALPHAS[a]!}`,
        n,
        share: count / all,
        samples: all,
        ...atMost(ALPHAS[a]!, all),
      }));
    }),
  );
}
