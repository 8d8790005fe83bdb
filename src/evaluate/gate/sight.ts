/** What a gate on these queries could see: the drop that shows with 80 % power. */
import { sumPlain } from "../../core/numbers.ts";
import { power, t } from "../../stats/index.ts";
import type { Result } from "../score/result.ts";
import { SCORED } from "../score/summarize.ts";

/** Two versions of a retriever score alike on most queries; this is how alike, unless earlier runs tell. */
export const CORRELATION = 0.8;
const POWER = 0.8;

export interface Sight {
  readonly metric: string;
  readonly queries: number;
  readonly mean: number;
  /** The smallest drop that shows; absent where the scores do not vary, or are too few. */
  readonly drop?: number;
}

/**
 * By metric, the drop that a gate would notice four times out of five. Differences vary less than scores: by
 * 2 × variance × (1 − correlation), which the next run will show exactly.
 */
export function sightOf(result: Result, alpha = 0.05): Sight[] {
  return result.rowMetrics.flatMap((metric) => {
    const { values, states } = result.column(metric);
    const scored = values.filter((_, i) => states[i] === SCORED);
    const n = scored.length;
    if (n === 0) return [];
    const spread = t.compute({ values: scored });
    const mean = sumPlain(scored) / n;
    const found = { metric, queries: n, mean };
    if (spread.status !== "known" || spread.value.test === undefined) return [found];
    const sd = Math.sqrt(2 * spread.value.sd ** 2 * (1 - CORRELATION));
    const shows = power.compute({ n, sd, alpha, power: POWER });
    return [shows.status === "known" ? { ...found, drop: shows.value.effect } : found];
  });
}
