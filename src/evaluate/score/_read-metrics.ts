/** What JSON says of the metrics of a result: how their names are read, and how they are averaged. */

import type { Metric } from "../../core/metric.ts";
import type { Specs } from "../../core/params.ts";
import { GoldieError } from "../../core/problem.ts";
import type { Summary } from "../../core/score.ts";
import type { Plan, Planner } from "../plan/plan.ts";
import {
  isObject,
  listAt,
  notAResult,
  numberAt,
  objectAt,
  optionalObject,
  scoreAt,
  textAt,
  type UnreadObject,
} from "./_json-shape.ts";
import { type MeasuredMetric, measuredMetric } from "./measured-metric.ts";
import type { Spelling } from "./metric-names.ts";
import { scoreProblem } from "./problems.ts";
import { USUAL } from "./result-json.ts";
import { MEAN_FIELDS, type MeanRule } from "./summarize.ts";

export function spellingBy({ k }: UnreadObject): Pick<Spelling, "k"> {
  if (k === undefined) return {};
  return { k: Array.isArray(k) ? k.map((one) => numberAt(one, "reading.k")) : numberAt(k, "reading.k") };
}

/** Metrics of one's own by their names: what computes them is not in JSON. */
export const definedBy = ({ define }: UnreadObject): readonly Metric[] =>
  (define === undefined ? [] : listAt(define, "reading.define")).map((one, i) => {
    const place = `reading.define[${i}]`;
    const given = objectAt(one, place);
    const id = textAt(given["id"], `${place}.id`);
    const params = Object.entries(objectAt(given["params"], `${place}.params`)).map(([name, spec]) => [
      name,
      isObject(spec) && spec["kind"] === "gain" && Array.isArray(spec["default"])
        ? { ...spec, default: new Map(spec["default"] as [number, number][]) }
        : spec,
    ]);
    const notKept = (): never => {
      throw scoreProblem.error("not-kept/hits", {});
    };
    return {
      ...(given as { aliases?: string[]; at?: string }),
      id,
      kind: given["kind"] === "judged" ? "judged" : "computed",
      params: Object.fromEntries(params) as Specs,
      title: id,
      definition: id,
      formula: id,
      steps: [id],
      cite: id,
      needs: [],
      direction: "higher",
      range: [0, 1],
      best: id,
      worst: id,
      aggregate: "mean",
      laws: [],
      compute: notKept,
      explain: notKept,
    } satisfies Metric;
  });

/** The metrics of a result with all its cells. */
export function measuredBy(keys: readonly string[], reading: UnreadObject): MeasuredMetric[] {
  const base =
    reading["averaging"] === undefined ? USUAL : meanRule(reading["averaging"], {}, "reading.averaging");
  const own = optionalObject(reading["metrics"], "reading.metrics");
  return keys.map((key) => {
    const place = `reading.metrics[${JSON.stringify(key)}]`;
    const one = Object.hasOwn(own, key) ? objectAt(own[key], place) : {};
    const { summary = key, direction = "higher", in: shown = "both", pass, zero = 0, average } = one;
    return {
      key,
      summaryKey: textAt(summary, `${place}.summary`),
      direction: oneOf<"higher" | "lower">(direction, ["higher", "lower"], `${place}.direction`),
      judged: one["judged"] === true,
      yesNo: one["values"] === "yes-no",
      range: rangeAt(one["range"], `${place}.range`),
      in: oneOf(shown, ["both", "rows", "summary"], `${place}.in`),
      ...(pass === undefined ? {} : { pass: numberAt(pass, `${place}.pass`) }),
      zero: numberAt(zero, `${place}.zero`),
      average: average === undefined ? base : meanRule(average, base, `${place}.average`),
    };
  });
}

/** null: no bound on that side. */
function rangeAt(value: unknown, place: string): readonly [number, number] {
  if (value === undefined) return [0, 1];
  const ends = listAt(value, place);
  if (ends.length !== 2) return notAResult(place, "two numbers");
  const [low, high] = ends.map((end, i) => (end === null ? undefined : numberAt(end, `${place}[${i}]`)));
  return [low ?? Number.NEGATIVE_INFINITY, high ?? Number.POSITIVE_INFINITY];
}

/** The metrics of a result that has means only: JSON says nothing of them, so that their names have to. */
export function plannedMetrics(
  keys: readonly string[],
  planner: () => Planner,
  means: ReadonlyMap<string, Summary>,
): MeasuredMetric[] {
  return keys.map((key) => {
    const plan = planOf(key, planner);
    if (plan !== undefined) return measuredMetric(plan);
    const shown = means.has(key) ? "both" : "rows";
    return {
      key,
      summaryKey: key,
      direction: undefined,
      judged: false,
      yesNo: false,
      in: shown,
      zero: 0,
      average: USUAL,
    };
  });
}

/** undefined: a custom metric, or one of another version. */
function planOf(key: string, planner: () => Planner): Plan | undefined {
  try {
    return planner()
      .parse(key)
      .find((plan) => plan.key === key);
  } catch (error) {
    if (error instanceof GoldieError) return undefined;
    throw error;
  }
}

function meanRule(value: unknown, base: Partial<MeanRule>, place: string): MeanRule {
  const given = objectAt(value, place);
  const merged: Record<string, unknown> = { ...base };
  for (const field of MEAN_FIELDS)
    if (given[field] === null) delete merged[field];
    else if (given[field] !== undefined) merged[field] = given[field];
  oneOf(merged["undefined"], ["skip", "zero"], `${place}.undefined`);
  oneOf(merged["as"], ["mean", "sum", "none", "geometric", "variance", "p90"], `${place}.as`);
  oneOf(merged["sum"], ["plain", "compensated", "exact"], `${place}.sum`);
  numberAt(merged["scale"], `${place}.scale`);
  scoreAt(merged["empty"], `${place}.empty`);
  if (merged["unscored"] !== undefined) scoreAt(merged["unscored"], `${place}.unscored`);
  if (merged["by"] !== undefined) oneOf(merged["by"], ["gold"], `${place}.by`);
  if (merged["round"] !== undefined) {
    const round = objectAt(merged["round"], `${place}.round`);
    numberAt(round["digits"], `${place}.round.digits`);
    oneOf(round["how"], ["python", "numpy"], `${place}.round.how`);
  }
  return merged as unknown as MeanRule;
}

const oneOf = <const T extends string>(value: unknown, names: readonly T[], place: string): T =>
  (names as readonly unknown[]).includes(value)
    ? (value as T)
    : notAResult(place, `one of ${names.join(", ")}`);
