/** What a statistic is: numbers in, a value or the reason why there is none out. Pure; what is drawn comes from a Random. */
import type { Random } from "../core/random.ts";

/** Why there is no value, and how to say it. */
export const REASONS = {
  "no-data": "there is nothing to count",
  "too-few": "there are too few to tell how much they vary",
  "one-class": "everything has the same label, so agreement by chance is certain",
  "no-spread": "the values do not vary, which says nothing about how sure they are",
  unstable: "too many draws have no value",
  "all-ties": "no pair differs",
  "no-effect": "an effect of 0 cannot be detected, however many queries there are",
  "out-of-reach": "it would take more than a billion queries",
} as const;
export type Reason = keyof typeof REASONS;

export type Stat<T = number> =
  | { readonly status: "known"; readonly value: T }
  | { readonly status: "undefined"; readonly because: Reason };

export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface Statistic<Input = never, Value = unknown> {
  readonly id: string;
  readonly title: string;
  readonly definition: string;
  readonly formula: string;
  readonly cite: string;
  /** Values lie in it; absent where they have no bounds, or are not one number. */
  readonly range?: readonly [number, number];
  /** It draws: the same seed gives the same value, another seed another one. */
  readonly draws?: true;
  /** Refuses with a Problem what makes no sense; what makes sense but has no value is undefined. */
  compute(input: Input, random: Random): Stat<Value>;
}
