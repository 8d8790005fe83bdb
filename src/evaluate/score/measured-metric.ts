/** What a Result keeps of a metric: plain data, so that it survives JSON. */
import { type Plan, zeroOf } from "../plan/plan.ts";
import { MEAN_FIELDS, type MeanRule } from "./summarize.ts";

export interface MeasuredMetric {
  /** As it was asked for. */
  readonly key: string;
  /** The name of its mean. */
  readonly summaryKey: string;
  /** undefined: of a metric that only its name is left of. */
  readonly direction: "higher" | "lower" | undefined;
  /** Does it read judgements, which do not come from the run? */
  readonly judged: boolean;
  /** Is each of its scores 0 or 1? */
  readonly yesNo: boolean;
  /** Between which values its scores lie; absent where only its name is left. */
  readonly range?: readonly [number, number];
  readonly in: Plan["in"];
  /** The least score that passes, where a dialect has a threshold. */
  readonly pass?: number;
  readonly average: MeanRule;
  /** The value used where the rule counts 0. */
  readonly zero: number;
}

export const measuredMetric = (plan: Plan): MeasuredMetric => ({
  key: plan.key,
  summaryKey: plan.summaryKey,
  direction: plan.metric.direction,
  range: plan.metric.range,
  judged: plan.metric.kind === "judged",
  yesNo: plan.metric.values === "yes-no",
  in: plan.in,
  ...(plan.pass === undefined ? {} : { pass: plan.pass }),
  average: Object.fromEntries(
    MEAN_FIELDS.flatMap((field) =>
      plan.average[field] === undefined ? [] : [[field, plan.average[field]] as const],
    ),
  ) as unknown as MeanRule,
  zero: zeroOf(plan),
});
