/** Judges: they fill judgement records, from which the judged metrics are computed. */

export { CallError, type CallTrouble } from "../calls/call-error.ts";
export type {
  Contradiction,
  Cost,
  Flag,
  JudgeCase,
  JudgeContext,
  Judged,
  JudgedBy,
  JudgedPart,
  JudgementRecord,
  PreparedCase,
  RecordChunk,
  RecordClaim,
  RecordEntity,
  RecordStatement,
  Repeated,
  Support,
  SupportLevel,
  Unjudged,
} from "../core/judgement-record.ts";
export * from "./calibrate/index.ts";
export { type JudgeOptions, type JudgeResult, judge, judgeEach } from "./judge.ts";
export type { Judge } from "./judge-types.ts";
export { createLexicalJudge, type LexicalOptions } from "./lexical/index.ts";
export { type AiSdkOptions, createAiSdkClient } from "./model/clients/ai-sdk.ts";
export { type AnthropicOptions, createAnthropicClient } from "./model/clients/anthropic.ts";
export { createFunctionClient, type FunctionOptions, type JudgeFunction } from "./model/clients/function.ts";
export { createOpenAiClient, type OpenAiOptions } from "./model/clients/openai.ts";
export { type NamedJudge, type NameOptions, parseJudge } from "./model/from-name.ts";
export { createModelJudge, type ModelJudgeOptions, type ModelJudgeSetup } from "./model/index.ts";
export {
  claimsPrompt,
  defaultPrompts,
  type ModelPrompts,
  type PromptTemplate,
  promptHash,
  supportPrompt,
} from "./model/prompts.ts";
export type {
  BatchFormat,
  Called,
  Caller,
  JsonSchema,
  Message,
  ModelClient,
  ModelReply,
  ModelRequest,
  RateLimits,
} from "./model-types.ts";
export { createNliJudge, type NliOptions } from "./nli/index.ts";
export {
  createPairJudge,
  type PairJudge,
  type PairJudgeOptions,
  type PairThresholds,
} from "./pairs/index.ts";
export type { PairScore, ScorePairs, TextPair } from "./pairs/pair-types.ts";
export { type Prepared, prepareCase, type RecordBase } from "./prepare.ts";
export { makeRecord, parseRecord, recordLine, unjudgedRecord } from "./record.ts";
export * from "./spend/index.ts";
export { splitClaims } from "./split/claims.ts";
export { splitStatements } from "./split/statements.ts";
