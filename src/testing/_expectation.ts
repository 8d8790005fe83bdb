/** "ndcg@10 >= 0.7" → what to compare with what. */
import { described } from "./_words.ts";
import { testingProblem } from "./problems.ts";

const COMPARISONS = {
  ">=": (a: number, b: number): boolean => a >= b,
  "<=": (a: number, b: number): boolean => a <= b,
  ">": (a: number, b: number): boolean => a > b,
  "<": (a: number, b: number): boolean => a < b,
} as const;

export interface Expectation {
  readonly metric: string;
  readonly sign: keyof typeof COMPARISONS;
  readonly value: number;
  met(mean: number): boolean;
}

/**
 * Reads an expectation.
 * @example expectationIn("recall@5 >= 0.8").met(0.85) // true
 */
export function expectationIn(text: string): Expectation {
  const [, metric = "", sign = "", number = ""] = /^([^<>]*)(>=|<=|>|<)([^<>]*)$/.exec(text) ?? [];
  const value = Number(number);
  if (metric.trim() === "" || number.trim() === "" || !Number.isFinite(value))
    throw testingProblem.error("bad-assertion/expectation", { found: described(text) });
  const compare = COMPARISONS[sign as keyof typeof COMPARISONS];
  return {
    metric: metric.trim(),
    sign: sign as keyof typeof COMPARISONS,
    value,
    met: (mean) => compare(mean, value),
  };
}
