/** A rule of the gate as people write it, in a config or in code. */

/** Queries of the gold by their tags: all of them have to match. */
export type Where = Readonly<Record<string, string>>;

/**
 * A rule as people write it: `min`, `max` or `notWorseThan` beside a metric, or `must` with the metric as its value.
 * @example { metric: "recall@5", min: 0.8 }
 * @example { metric: "ndcg@10", notWorseThan: "baseline", margin: 0.02 }
 * @example { must: "hit@5", where: { critical: "yes" } }
 */
export interface GateRuleInput {
  readonly metric?: string;
  readonly min?: number;
  readonly max?: number;
  readonly notWorseThan?: "baseline";
  /** A drop of up to this much is accepted. */
  readonly margin?: number;
  /** Every query has to reach the best value of this metric, or `min` of it. */
  readonly must?: string;
  readonly where?: Where;
}
