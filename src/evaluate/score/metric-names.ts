/** Metrics of a result by any spelling of their names. */

import type { AskedMetrics, Plan, Planner } from "../plan/plan.ts";
import type { MeasuredMetric } from "./measured-metric.ts";
import { scoreProblem } from "./problems.ts";

/** What decides how names are read, beside the dialect and its options. */
export type Spelling = Pick<AskedMetrics, "k" | "define" | "metrics">;

export class MetricNames {
  readonly spelling: Spelling;
  readonly #metrics: readonly MeasuredMetric[];
  readonly #planner: () => Planner;
  readonly #at: Map<string, number>;
  #canonical: readonly (string | undefined)[] | undefined;

  /** `planner` is asked for when a name is not one of the metrics' own. Without `plans` those are made from the names. */
  constructor(
    metrics: readonly MeasuredMetric[],
    spelling: Spelling,
    planner: () => Planner,
    plans?: readonly Plan[],
  ) {
    this.spelling = spelling;
    this.#metrics = metrics;
    this.#planner = planner;
    this.#at = new Map(
      metrics.flatMap(({ key, summaryKey }, p) => [[summaryKey, p] as const, [key, p] as const]),
    );
    this.#canonical = plans?.map(({ canonical }) => canonical);
  }

  /** The place of a metric among those of the result. */
  at(name: string): number {
    const known = this.#at.get(name);
    if (known !== undefined) return known;
    const planner = this.#planner();
    this.#canonical ??= this.#metrics.map(
      ({ key }) => planner.parse(key).find((plan) => plan.key === key)?.canonical,
    );
    for (const { canonical } of planner.parse(name)) {
      const p = this.#canonical.indexOf(canonical);
      if (p >= 0) {
        this.#at.set(name, p);
        return p;
      }
    }
    throw scoreProblem.error("metric-not-asked", {
      metric: name,
      names: this.#metrics.map(({ key }) => key),
    });
  }
}
