/** The differences between means of several runs, for programs to read. */
import type { Summary } from "../core/score.ts";
import type { MetricVerdict } from "../evaluate/compare/comparison.ts";
import { differencesTo } from "../evaluate/compare/differences.ts";
import { byKey } from "../evaluate/score/result-json.ts";
import { isSame } from "./_number-text.ts";
import type { Reported } from "./model.ts";

/** The test is about the mean difference per query: shown only where that equals the difference of the two means. */
export function verdictOfMeans(
  first: Summary | undefined,
  other: Summary | undefined,
  verdict: MetricVerdict | undefined,
): MetricVerdict | undefined {
  if (first?.mean === undefined || other?.mean === undefined || verdict === undefined) return undefined;
  if (verdict.difference === undefined) return undefined;
  return verdict.n === first.counts.scored &&
    verdict.n === other.counts.scored &&
    isSame(verdict.difference, other.mean - first.mean)
    ? verdict
    : undefined;
}

/** By run, the verdicts against the first one, by the names of the means. */
export function meanDifferences(results: readonly Reported[]): readonly ReadonlyMap<string, MetricVerdict>[] {
  if (results.length < 2) return results.map(() => new Map());
  const summaries = results.map(
    (result) => new Map(result.summary().map((summary) => [summary.metric, summary])),
  );
  return differencesTo(results).map((verdicts, i) => {
    const told = [...verdicts].filter(
      ([name, one]) => verdictOfMeans(summaries[0]!.get(name), summaries[i]!.get(name), one) !== undefined,
    );
    return new Map(told);
  });
}

/** A field of a run, by metric: the difference to the first run, its interval, p as adjusted for all comparisons, and what to make of it. */
export const differencesJson = (verdicts: ReadonlyMap<string, MetricVerdict>): object =>
  verdicts.size === 0
    ? {}
    : {
        diff: byKey(
          [...verdicts].map(([name, { difference, interval, adjustedP, call }]) => [
            name,
            {
              difference,
              ...(interval === undefined ? {} : { interval }),
              ...(adjustedP === undefined ? {} : { p: adjustedP }),
              call,
            },
          ]),
        ),
      };
