/** The library. */

export * from "./core/config.ts";
export { defineMetric } from "./core/define-metric.ts";
export { type Derivation, evaluateDerivation, printDerivation } from "./core/derivation.ts";
export type * from "./core/dialect.ts";
export {
  DOCUMENT_IDS,
  type DocumentIdField,
  type DocumentLike,
  documentHits,
  documentIdField,
  type FoundDocument,
} from "./core/documents.ts";
export type * from "./core/fusion.ts";
export type * from "./core/gate-rule.ts";
export type * from "./core/gold.ts";
export type { DocId, QueryId } from "./core/ids.ts";
export type * from "./core/judgement.ts";
export type * from "./core/metric.ts";
export { RULES } from "./core/metric.ts";
export { MISS_REASONS, type Missed, type MissReason, missReasonWords, missWords } from "./core/missed.ts";
export type {
  ChoiceParam,
  Gain,
  GainParam,
  ListParam,
  NumberParam,
  ParamSpec,
  Params,
  ParamsOf,
  ParamValue,
  Specs,
  ValueOf,
} from "./core/params.ts";
export {
  GoldieError,
  type Problem,
  type ProblemFields,
  type ProblemPlace,
  printProblem,
} from "./core/problem.ts";
export type * from "./core/ranking.ts";
export type * from "./core/retriever.ts";
export type * from "./core/rules.ts";
export { GUARD_CONDITIONS } from "./core/rules.ts";
export { BECAUSE, type Because, type Counts, type Facet, type Score, type Summary } from "./core/score.ts";
export { VERSION } from "./core/version.ts";
export { dialects } from "./dialects/index.ts";
export { type ComparedResult, type CompareOptions, compare } from "./evaluate/compare/compare.ts";
export type * from "./evaluate/compare/comparison.ts";
export { defaultMatch, defaultMetricsFor, type GoldKind, goldKinds } from "./evaluate/default-match.ts";
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
} from "./evaluate/fuse/fuse.ts";
export {
  type FusionTrial,
  type OptimizedFusion,
  type OptimizeFusionOptions,
  optimizeFusion,
} from "./evaluate/fuse/optimize-fusion.ts";
export { type TrainedFusion, type TrainFusionOptions, trainFusion } from "./evaluate/fuse/train-fusion.ts";
export { type BaselineGate, baselineGate, baselineText, readBaseline } from "./evaluate/gate/baseline.ts";
export {
  type GateOptions,
  type GateReport,
  gate,
  type RuleOutcome,
  type RuleReport,
} from "./evaluate/gate/gate.ts";
export type { GateRule, RuleSource } from "./evaluate/gate/rules.ts";
export type { GoldFacets, GoldInput, GoldRow, GoldValue } from "./evaluate/input/read-gold.ts";
export type { RankingInput, RunInput, RunRow } from "./evaluate/input/read-run.ts";
export { checkMetric } from "./evaluate/laws/laws.ts";
export { gradesOfGroups } from "./evaluate/plan/grades-of-groups.ts";
export { DEFAULT_METRICS } from "./evaluate/plan/plan.ts";
export type { Rules } from "./evaluate/plan/rules.ts";
export type { Bounds } from "./evaluate/score/bounds.ts";
export type { LeakedDocument, Leaks } from "./evaluate/score/leaks.ts";
export { readResult, readResults } from "./evaluate/score/read-result.ts";
export type { Result } from "./evaluate/score/result.ts";
export type { JsonScore, JsonSummary, ResultJson, RunJson } from "./evaluate/score/result-json.ts";
export {
  type Abstention,
  type AbstentionCurve,
  type AbstentionOptions,
  type AbstentionPoint,
  type AbstentionRefusal,
  type AbstentionScores,
  abstention,
} from "./evaluate/silence/abstention.ts";
export { type DiagnoseOptions, diagnoseRuns } from "./evaluate/why/diagnose-runs.ts";
export {
  countReasons,
  type MissCase,
  type MissedHit,
  MissFinder,
  type MissRules,
  type RunMisses,
  whyMissed,
} from "./evaluate/why/missed.ts";
export {
  type Data,
  type WhyDifferent,
  type WhyPart as Part,
  type WhySide as Side,
  whyDialectsDiffer,
  whyDifferent,
} from "./evaluate/why/why-different.ts";
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
export { findText } from "./match/text/find-text.ts";
export { createTextIndex } from "./match/text/index-texts.ts";
export type { FoundText, TextIndex } from "./match/text/types.ts";
export { metrics } from "./metrics/index.ts";
