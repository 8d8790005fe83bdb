/** How recall grows with the cut-off, and what it costs in precision. */
import { GoldieError } from "../../core/problem.ts";
import type { Result } from "./result.ts";

/** Cut-offs of the curve of recall, as far as lists go. */
const CUTOFFS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 30, 50, 100];
const LEVELS = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/** Means with their intervals, by cut-off or level of recall. */
export interface MeanCurve {
  readonly metric: string;
  readonly y: readonly number[];
  /** 95 % intervals; null where a point has none. */
  readonly intervals: readonly (readonly [low: number, high: number] | null)[];
  /** Scored queries. */
  readonly n: number;
}

/** The curves of one run; each is absent where its metric has no mean. */
export interface RunCurves {
  readonly recall?: MeanCurve;
  /** Where the gold has groups. */
  readonly groupRecall?: MeanCurve;
  readonly precision?: MeanCurve;
  /** Mean share of unjudged hits among the first 10. */
  readonly unjudged?: number;
}

/** As deep as the longest list, which is the last cut-off, so that the curve ends with all that was found; at most 100. */
export const curveCutoffs = (longest: number): readonly number[] => {
  const end = Math.min(Math.max(1, longest), CUTOFFS.at(-1)!);
  return [...CUTOFFS.filter((k) => k < end), end];
};

export const recallLevels: readonly number[] = LEVELS;

/** Each point is the mean that `recall@k` and its like have, under the rules of the result. Needs the hits. */
export function curvesOf(result: Pick<Result, "withMetrics">, cutoffs: readonly number[]): RunCurves {
  const unjudged = "unjudged@10";
  const wanted = {
    recall: cutoffs.map((k) => `recall@${k}`),
    groupRecall: cutoffs.map((k) => `group-recall@${k}`),
    // Some tools write levels after an underscore, and read "@0.5" so.
    precision: LEVELS.map((level) => `iprec(at=${level})`),
  };
  const curves: { -readonly [K in keyof typeof wanted]?: MeanCurve } = {};
  const scored = scoredBy(result, [...Object.values(wanted).flat(), unjudged]);
  if (scored === undefined) return {};
  for (const name of ["recall", "groupRecall", "precision"] as const) {
    const curve = curveIn(scored, wanted[name]);
    if (curve !== undefined) curves[name] = curve;
  }
  const share = scored.mean(unjudged).mean;
  return { ...curves, ...(share === undefined ? {} : { unjudged: share }) };
}

/** undefined where the rules of another tool refuse what is asked. */
function scoredBy(result: Pick<Result, "withMetrics">, metrics: readonly string[]): Result | undefined {
  try {
    return result.withMetrics(metrics);
  } catch (error) {
    if (error instanceof GoldieError && error.problem.code !== "not-kept") return undefined;
    throw error;
  }
}

function curveIn(result: Result, metrics: readonly string[]): MeanCurve | undefined {
  const means = metrics.map((metric) => result.mean(metric));
  const y = means.flatMap(({ mean }) => (mean === undefined ? [] : [mean]));
  if (y.length < means.length) return undefined;
  return {
    metric: /^[a-z-]+/.exec(metrics[0]!)![0],
    y,
    intervals: means.map(({ interval }) => interval ?? null),
    n: means.at(-1)!.counts.scored,
  };
}
