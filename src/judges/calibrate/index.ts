/** How far a judge can be trusted. */

export type { CorrectedMean } from "../../evaluate/score/corrected-mean.ts";
export type { Agreement } from "./_agreement.ts";
export {
  type Calibrated,
  type CalibratedMetric,
  type CalibrateOptions,
  type Calibration,
  calibrate,
  type Disagreement,
} from "./calibrate.ts";
export type { Cell, Part } from "./cells.ts";
export { type CompareJudgesOptions, compareJudges, type JudgesCompared } from "./compare.ts";
export { correct, correctRecords, otherJudge } from "./correct.ts";
export type { Estimate } from "./estimate.ts";
export { type LabelRow, type LabelsRead, readLabels } from "./labels.ts";
export { parseCalibration } from "./parse.ts";
export type { PartReport } from "./part.ts";
export { type PositionBias, type PositionBiasOptions, positionBias } from "./position.ts";
export { createRepeatedJudge } from "./repeat.ts";
