import type { Problem } from "../../core/problem.ts";
import { GoldieError } from "../../core/problem.ts";
import type { Calibration } from "./calibrate.ts";

/** A calibration from a file, or a GoldieError that says what is wrong with it. */
export function parseCalibration(value: unknown, at: NonNullable<Problem["at"]> = {}): Calibration {
  const fail = (what: string): never => {
    throw new GoldieError({
      code: "bad-calibration",
      what,
      fix: "give the file that `goldie calibrate` wrote",
      at,
    });
  };
  const fields = (typeof value === "object" && value !== null ? value : {}) as Partial<
    Record<string, unknown>
  >;
  if (fields["format"] !== "goldie-calibration@1")
    fail(
      fields["format"] === undefined
        ? "this is no calibration: it has no format"
        : `the format ${JSON.stringify(fields["format"])} is not known`,
    );
  const { confidence, partial, parts, metrics } = fields;
  if (typeof confidence !== "number" || !(confidence > 0 && confidence < 1))
    fail(`the confidence of a calibration cannot be ${JSON.stringify(confidence)}`);
  if (partial !== "no" && partial !== "yes")
    fail("the calibration does not say what partial support is worth");
  if (!Array.isArray(parts) || !Array.isArray(metrics) || !metrics.every(isMetric))
    fail("the calibration has no list of metrics with their labelled queries");
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
