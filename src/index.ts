/** The library. */
export { evaluateDerivation, printDerivation } from "./core/derivation.ts";
export { GoldieError, printProblem } from "./core/problem.ts";
export type * from "./core/types.ts";
export { BECAUSE, GUARD_CONDITIONS, RULES } from "./core/types.ts";
export { VERSION } from "./core/version.ts";
export { dialects } from "./dialects/index.ts";
export type { Bounds } from "./evaluate/bounds.ts";
export { defaultMatch, defaultMetricsFor, type GoldKind, goldKinds } from "./evaluate/default-match.ts";
export { type DiagnoseOptions, diagnoseRuns } from "./evaluate/diagnose-runs.ts";
export {
  type EvaluateOneOptions,
  type EvaluateOptions,
  type Evaluator,
  evaluate,
  evaluateOne,
  type Judgements,
  type PrepareOptions,
  prepare,
} from "./evaluate/evaluate.ts";
export {
  type FusedHit,
  type FusedRun,
  type FuseOptions,
  type FusionModel,
  type FusionOptions,
  type FusionRun,
  fuse,
} from "./evaluate/fuse.ts";
export { gradesOfGroups } from "./evaluate/grades-of-groups.ts";
export { checkMetric } from "./evaluate/laws.ts";
export {
  countReasons,
  MISS_REASONS,
  type MissCase,
  type Missed,
  type MissedHit,
  MissFinder,
  type MissReason,
  type MissRules,
  whyMissed,
} from "./evaluate/missed.ts";
export { missReasonWords, missWords } from "./evaluate/missed-words.ts";
export {
  type FusionTrial,
  type OptimizedFusion,
  type OptimizeFusionOptions,
  optimizeFusion,
} from "./evaluate/optimize-fusion.ts";
export { DEFAULT_METRICS } from "./evaluate/plan.ts";
export type { GoldFacets, GoldInput, GoldRow, GoldValue } from "./evaluate/read-gold.ts";
export type { RankingInput, RunInput, RunRow } from "./evaluate/read-run.ts";
export type { JsonScore, JsonSummary, Result, ResultJson } from "./evaluate/result.ts";
export type { Rules } from "./evaluate/rules.ts";
export { type TrainedFusion, type TrainFusionOptions, trainFusion } from "./evaluate/train-fusion.ts";
export {
  type Data,
  type Part,
  type Side,
  type WhyDifferent,
  whyDialectsDiffer,
  whyDifferent,
} from "./evaluate/why-different.ts";
export type * from "./fusion/_types.ts";
export { defineFusion, fusions, normalisations } from "./fusion/index.ts";
export {
  type Diagnosis,
  diagnosisText,
  type IdCase,
  type Listing,
  type Numbering,
  type Pattern,
  type Proposal,
  type QuickCheckOptions,
  quickCheck,
  type RunDiagnosis,
  type Shape,
} from "./match/doctor/index.ts";
export { type IdNormaliser, idNormalisers } from "./match/ids/index.ts";
export { parseIdRule } from "./match/ids/parse.ts";
export { linesToOffsets } from "./match/spans.ts";
export type { FoundText, TextIndex } from "./match/text/_types.ts";
export { findText } from "./match/text/find-text.ts";
export { createTextIndex } from "./match/text/index-texts.ts";
export { defineMetric } from "./metrics/_define.ts";
export { metrics } from "./metrics/index.ts";
