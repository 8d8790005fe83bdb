/** Between a judge of pairs and what scores them. */
import type { Problem } from "../../core/problem.ts";

/** A claim, and a text that may support it. */
export interface TextPair {
  readonly claim: string;
  readonly text: string;
  /** The statements of the text, in order. */
  readonly statements: readonly string[];
}

export interface PairScore {
  /** How far the text supports the claim, from 0 to 1. */
  readonly support: number;
  /** How far it says the opposite, from 0 to 1. */
  readonly contradiction?: number;
  /** Places of the statements that decided; where absent, those that share most words with the claim. */
  readonly by?: readonly number[];
  /** Of those that decided that it says the opposite. */
  readonly against?: readonly number[];
  /** Why this pair cannot be scored. */
  readonly problem?: Problem;
}

/** Scores a batch of pairs: one result for each, in their order. A number is the support. */
export type ScorePairs = (
  pairs: readonly TextPair[],
  signal: AbortSignal,
) => readonly (number | PairScore)[] | Promise<readonly (number | PairScore)[]>;
