/** Checks that gold and run ids match, and suggests a rule if not. */
export type { IdCase } from "./count.ts";
export { diagnose } from "./diagnose.ts";
export { FINE, type QuickCheckOptions, quickCheck } from "./quick-check.ts";
export type { Pattern, Shape } from "./shape.ts";
export type {
  Diagnosis,
  DoctorInput,
  DoctorRun,
  Listing,
  Numbering,
  Proposal,
  RunDiagnosis,
} from "./types.ts";
export { diagnosisText } from "./words.ts";
