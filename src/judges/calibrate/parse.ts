import type { Problem } from "../../core/problem.ts";
import { GoldieError } from "../../core/problem.ts";
import type { Calibration } from "./calibrate.ts";
import { calibrateProblem } from "./problems.ts";

/** A calibration from a file, or a GoldieError that says what is wrong with it. */
export function parseCalibration(value: unknown, at: NonNullable<Problem["at"]> = {}): Calibration {
  const fail = (problem: Problem): never => {
    throw new GoldieError(problem);
  };
  const shown = (found: unknown): string => String(JSON.stringify(found));
  const fields = (typeof value === "object" && value !== null ? value : {}) as Partial<
    Record<string, unknown>
  >;
  if (fields["format"] !== "goldie-calibration@1")
    fail(
      fields["format"] === undefined
        ? calibrateProblem("bad-calibration/no-format", {}, { at })
        : calibrateProblem("bad-calibration/unknown-format", { found: shown(fields["format"]) }, { at }),
    );
  const { confidence, partial, parts, metrics } = fields;
  if (typeof confidence !== "number" || !(confidence > 0 && confidence < 1))
    fail(calibrateProblem("bad-calibration/confidence", { found: shown(confidence) }, { at }));
  if (partial !== "no" && partial !== "yes") fail(calibrateProblem("bad-calibration/partial", {}, { at }));
  if (!Array.isArray(parts) || !Array.isArray(metrics) || !metrics.every(isMetric))
    fail(calibrateProblem("bad-calibration/metrics", {}, { at }));
  return value as Calibration;
}

/** What `correct` reads. */
function isMetric(one: unknown): boolean {
  const { metric, labelled } = (one ?? {}) as Partial<Record<string, unknown>>;
  return (
    typeof metric === "string" &&
    typeof labelled === "object" &&
    labelled !== null &&
    Object.values(labelled).every(
      (pair) => Array.isArray(pair) && pair.length === 2 && pair.every((x) => Number.isFinite(x)),
    )
  );
}
