import type { Problem } from "./problem.ts";

/** Why a formula, or the tool imitated, has no answer. A closed list. */
export const BECAUSE = [
  "no-relevant",
  "no-nonrelevant",
  "empty-ranking",
  "nothing-to-judge",
  "tool-none",
  "tool-nan",
  "tool-absent",
  "tool-raises",
] as const;

export type Because = (typeof BECAUSE)[number];

/** What a metric can need of a query's gold, ranking or judgement. A plain relevant list counts as grades (of 1). */
export type Facet =
  | "ranking"
  | "grades"
  | "groups"
  | "hops"
  | "forbidden"
  | "texts"
  | "spans"
  | "known"
  | "verdicts"
  | "responseVerdicts"
  | "claims"
  | "statements"
  | "entities"
  | "ratings"
  | "responseClaims"
  | "responseRelevant"
  | "questionVerdicts"
  | "support";

/** A value, or the exact reason why there is none. */
export type Score =
  | { readonly status: "scored"; readonly value: number }
  | { readonly status: "undefined"; readonly because: Because }
  | { readonly status: "skipped"; readonly missing: readonly Facet[] }
  | { readonly status: "failed"; readonly problem: Problem };

/** scored + undefined + skipped + failed = the queries; missing is part of scored; unknown = in the run, not in gold. */
export interface Counts {
  readonly scored: number;
  readonly undefined: number;
  readonly skipped: number;
  readonly failed: number;
  readonly missing: number;
  readonly unknown: number;
}

export interface Summary {
  readonly metric: string;
  readonly mean: number | undefined;
  /** Why there is no mean; "failed": most queries could not be scored, and `problems` say why. */
  readonly because?: Because | "failed";
  readonly counts: Counts;
  /** 95 % confidence interval of the mean; absent if it is not a plain mean of the scored queries, or if fewer than two are scored. */
  readonly interval?: readonly [low: number, high: number];
}

export const scored = (value: number): Score => ({ status: "scored", value });
export const undefinedBecause = (because: Because): Score => ({ status: "undefined", because });
export const skipped = (...missing: Facet[]): Score => ({ status: "skipped", missing });
export const failed = (problem: Problem): Score => ({ status: "failed", problem });

// Scores are immutable, so the common ones are shared.
export const zero: Score = scored(0);
export const one: Score = scored(1);
export const noRelevant: Score = undefinedBecause("no-relevant");
export const noNonrelevant: Score = undefinedBecause("no-nonrelevant");
export const emptyRanking: Score = undefinedBecause("empty-ranking");
export const nothingToJudge: Score = undefinedBecause("nothing-to-judge");
