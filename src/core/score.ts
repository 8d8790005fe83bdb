import type { Because, Facet, Problem, Score } from "./types.ts";

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
