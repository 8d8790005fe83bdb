/** Means with their counts and intervals. */
import type { Counts, Summary } from "../../core/score.ts";
import type { CorrectedMeans, Reported } from "../model.ts";
import { noMean } from "../words.ts";
import type { MeanView } from "./model.ts";

const NO_COUNTS: Counts = { scored: 0, undefined: 0, skipped: 0, failed: 0, missing: 0, unknown: 0 };

/** The queries that a mean is of. */
export type MeanOf = Pick<Reported, "hasRows" | "queries" | "score">;

/** `metric`: as the result spells it; undefined where it was not asked for. */
export function meanView(
  summary: Summary | undefined,
  metric: string | undefined,
  result: MeanOf,
  corrected?: CorrectedMeans,
): MeanView {
  if (summary === undefined || metric === undefined)
    return { mean: null, because: "this run was not scored by it", counts: NO_COUNTS };
  const { mean, interval, counts } = summary;
  const known = corrected?.metrics.get(metric);
  return {
    mean: mean ?? null,
    ...(mean === undefined ? { because: whyNone(summary, result) } : {}),
    ...(interval === undefined ? {} : { interval }),
    counts,
    ...(known?.status === "known"
      ? { corrected: { mean: known.value, interval: [known.low, known.high] as const } }
      : {}),
  };
}

function whyNone(summary: Summary, result: MeanOf): string {
  if (!result.hasRows) return "there is no mean";
  return noMean(summary, result).replace(/^no mean: /, "");
}
