/** The mean that a judge gives, corrected by what a calibration knows of the judge. */

import type { QueryId } from "../../core/ids.ts";
import type { JudgedBy, JudgementRecord } from "../../core/judgement-record.ts";
import type { Problem } from "../../core/problem.ts";
import type { CorrectedMean } from "../../evaluate/score/corrected-mean.ts";
import { ppi } from "../../stats/index.ts";
import { scaleOf } from "./_levels.ts";
import { METRICS, recordValue } from "./_values.ts";
import type { CalibratedMetric, Calibration } from "./calibrate.ts";
import { calibrateProblem } from "./problems.ts";

/**
 * The corrected mean of one metric, from the judge's value for each query. It holds where the labelled queries are like those
 * judged here: drawn from them at random, and judged by the same judge.
 * @example correct(calibration, "context-recall", new Map([["q1", 0.5], ["q2", 1]]))
 */
export function correct(
  calibration: Calibration,
  metric: string,
  values: ReadonlyMap<QueryId, number>,
): CorrectedMean {
  const known = calibration.metrics.find((one) => one.metric === metric);
  if (known === undefined) return { status: "undefined", because: "no-data" };
  return correctBy(known, values, calibration.confidence);
}

export function correctBy(
  { labelled }: Pick<CalibratedMetric, "labelled">,
  values: ReadonlyMap<QueryId, number>,
  confidence: number,
): CorrectedMean {
  const rows = Object.entries(labelled);
  const got = ppi.compute({
    human: rows.map(([, [human]]) => human),
    judge: rows.map(([, [, judge]]) => judge),
    all: [...values.values()],
    // The same query with another retriever's contexts is another observation: its value is another one, too, if it matters.
    shared: rows.filter(([id, [, judge]]) => values.get(id) === judge).length,
    confidence,
  });
  if (got.status === "undefined") return got;
  // No metric here leaves 0 and 1, so that no mean of them does.
  const clip = (x: number): number => Math.min(1, Math.max(0, x));
  const { value, low, high, judge, weight } = got.value;
  return {
    status: "known",
    value: clip(value),
    low: clip(low),
    high: clip(high),
    judge,
    weight,
    labelled: rows.length,
    judged: values.size,
  };
}

/** Every metric that the calibration knows, from records. */
export function correctRecords(
  calibration: Calibration,
  records: Iterable<JudgementRecord>,
): { readonly metrics: ReadonlyMap<string, CorrectedMean>; readonly problems: readonly Problem[] } {
  const list = [...records];
  const { yes } = scaleOf(true, calibration.partial);
  const metrics = new Map<string, CorrectedMean>();
  for (const judged of METRICS) {
    if (!calibration.metrics.some(({ metric }) => metric === judged.metric)) continue;
    const values = new Map<QueryId, number>();
    for (const record of list) {
      const value = recordValue(record, judged, yes);
      if (value !== undefined) values.set(record.id, value);
    }
    metrics.set(judged.metric, correct(calibration, judged.metric, values));
  }
  const problem = list.map(({ judge }) => otherJudge(calibration, judge)).find((one) => one !== undefined);
  return { metrics, problems: problem === undefined ? [] : [problem] };
}

/** A calibration says something about the judge that it was made with, and no other. */
export function otherJudge({ judge }: Calibration, by: JudgedBy): Problem | undefined {
  if (judge === undefined || sameJudge(judge, by)) return undefined;
  return calibrateProblem("calibration-of-another-judge", { found: nameOf(by), wanted: nameOf(judge) });
}

const sorted = (settings: JudgedBy["settings"]): unknown => Object.entries(settings ?? {}).sort();
const identity = ({ name, version, prompts, settings, repeats }: JudgedBy): string =>
  JSON.stringify([name, version, prompts ?? null, sorted(settings), repeats ?? 1]);
export const sameJudge = (a: JudgedBy, b: JudgedBy): boolean => identity(a) === identity(b);
const nameOf = ({ name, version, prompts }: JudgedBy): string =>
  `${name}@${version}${prompts === undefined ? "" : ` (prompts ${prompts.slice(0, 8)})`}`;
