/** The baseline against each of the others. */
import { GoldieError, type Problem } from "../../core/problem.ts";
import { comparableMetrics, compare } from "../../evaluate/compare/compare.ts";
import type { ComparedPair, Comparison } from "../../evaluate/compare/comparison.ts";
import { CONFIDENCE } from "../../evaluate/compare/verdict.ts";
import { cautions, testsIn, unjudgedSentences, verdictSentence } from "../compare/sentences.ts";
import type { Report, RunReport } from "../model.ts";
import { wordsOf } from "./_problem-words.ts";
import type { PairView } from "./model.ts";

/** Either a comparison, or why there is none. */
export interface ComparedRuns {
  readonly comparison?: Comparison;
  readonly refused?: Problem;
}

/** The one of the report, or a new one by the metrics that are shown. */
export function comparedRuns(
  { comparison }: Report,
  runs: readonly RunReport[],
  metrics: readonly string[],
): ComparedRuns {
  if (comparison !== undefined) return { comparison };
  if (runs.length < 2) return {};
  try {
    const results = runs.map(({ result }) => result);
    // What one of them lacks cannot be compared, nor what is no mean.
    const able = comparableMetrics(results).metrics;
    const wanted = metrics.filter((metric) => able.includes(metric));
    return { comparison: compare(results, wanted.length === 0 ? {} : { metrics: wanted }) };
  } catch (error) {
    if (error instanceof GoldieError) return { refused: error.problem };
    throw error;
  }
}

export function pairViews(
  { comparison, refused }: ComparedRuns,
  runs: readonly RunReport[],
  metrics: readonly string[],
  reword: (problem: Problem) => Problem,
): readonly PairView[] {
  const none = metrics.map(() => null);
  if (comparison === undefined)
    return runs.slice(1).map((_, i) => ({
      a: 0,
      b: i + 1,
      confidence: CONFIDENCE,
      verdicts: none,
      sentences: none,
      caveats: refused === undefined ? [] : [`${wordsOf(reword(refused))}.`],
      moved: [],
    }));
  return comparison.pairs.map((pair, i) => pairView(pair, i + 1, comparison, metrics));
}

function pairView(
  pair: ComparedPair,
  b: number,
  comparison: Comparison,
  metrics: readonly string[],
): PairView {
  const verdicts = metrics.map((metric) => pair.verdicts.find((one) => one.metric === metric) ?? null);
  return {
    a: 0,
    b,
    confidence: comparison.confidence,
    verdicts,
    sentences: verdicts.map((one) =>
      one === null ? null : verdictSentence(one, comparison.confidence, testsIn(comparison)),
    ),
    caveats: [...cautions(pair), ...unjudgedSentences(pair)],
    moved: pair.moved,
    ...(pair.lists === undefined ? {} : { rbo: { mean: pair.lists.rbo, n: pair.lists.n } }),
  };
}
