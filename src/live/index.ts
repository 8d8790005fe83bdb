/** Live runs: ask retrievers, time them, score what they return. */

export type { Answer, Answered, AnswerStage, Unanswered } from "../core/answer.ts";
export type * from "../core/retriever.ts";
export type { LiveFacts, WhatIfMeans } from "../evaluate/answers/facts.ts";
export type { AnswerTiming } from "../evaluate/answers/timing.ts";
export type { BestSetting } from "../evaluate/select/best.ts";
export type { FrontierPlace } from "../evaluate/select/frontier.ts";
export type { Selection, SelectOptions } from "../evaluate/select/selection.ts";
export type { SelectionRule } from "../evaluate/select/strategies.ts";
export type { Funnel, FunnelStage } from "../evaluate/why/funnel.ts";
export type { LoopTimes } from "./_crowd.ts";
export type { KnownDocument } from "./_documents.ts";
export { type AnswerCache, type FileAnswerCache, openAnswerCache } from "./cache.ts";
export type { LiveEvent } from "./events.ts";
export {
  type AnswerKeeper,
  type AnswersByRetriever,
  type LiveOptions,
  type LiveResult,
  type LiveRun,
  type QuerySelection,
  run,
  type UnopenedRetriever,
} from "./run.ts";
