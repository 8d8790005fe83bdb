/** What a metric is. */
import type { Derivation } from "./derivation.ts";
import type { Form, NoForm } from "./form.ts";
import type { JudgedContexts } from "./judgement.ts";
import type { ParamsOf, Specs } from "./params.ts";
import type { JudgedRanking } from "./ranking.ts";
import type { MatchRule } from "./rules.ts";
import type { Facet, Score } from "./score.ts";

/** What the property checks may assume of a metric with its documented parameters. */
export type Law =
  /** Hits below the first k do not matter. */
  | "ignores-below-k"
  /** Swapping a hit with a better one below it never lowers the score. */
  | "monotone"
  /** The ideal order of all judged documents scores the top of the range. */
  | "top-when-ideal"
  /** Renaming ids does not matter when no scores tie. */
  | "rename-safe"
  /** The order in which the gold lists its groups does not matter. */
  | "group-order-safe";

/** What labels of documents do to a score, as far as bounds over labels yet to be given may rely on it. */
export interface LabelEffect {
  /** binary: it only matters whether a document is relevant. graded: the grades matter. */
  readonly grades: "binary" | "graded";
  /**
   * As long as the gold as a whole keeps the same grades:
   * sum: each hit adds gain(grade) × weight(rank), over a total that grows with the gains of the gold and depends on
   * nothing else.
   * up: a relevant document further up, or in the list at all, never lowers the score.
   */
  readonly moves: "sum" | "up";
}

/** The order in which whyDifferent switches rules. */
export const RULES = [
  "match",
  "unit",
  "duplicates",
  "order",
  "precision",
  "k",
  "level",
  "gain",
  "discount",
  "ideal",
  "denominator",
  "average",
  "rounding",
] as const;

export type Rule = (typeof RULES)[number];

interface MetricBase<S extends Specs> {
  readonly id: string;
  /** Other names; one may carry parameters: { "f2": "f(beta=2)" } is written "f2=f(beta=2)". */
  readonly aliases?: readonly string[];
  readonly title: string;
  readonly definition: string;
  readonly formula: string;
  readonly steps: readonly string[];
  readonly cite: string;
  readonly params: S;
  /** The parameter that "@10" sets. */
  readonly at?: keyof S & string;
  readonly needs: readonly Facet[];
  readonly direction: "higher" | "lower";
  readonly range: readonly [number, number];
  /** When the best and the worst score happen, in words. */
  readonly best: string;
  readonly worst: string;
  /** geometric: the scores are natural logarithms. */
  readonly aggregate: "mean" | "sum" | "geometric";
  /** yes-no: every query scores 0 or 1, so the mean is a share. */
  readonly values?: "yes-no";
  readonly laws: readonly Law[];
}

export interface ComputedMetric<S extends Specs = Specs> extends MetricBase<S> {
  readonly kind: "computed";
  /** How it matches where the rules in force match ids: text metrics read texts. */
  readonly match?: MatchRule;
  /** undefined: nothing is promised. */
  labels?(params: ParamsOf<S>): LabelEffect | undefined;
  /** Its formula for engines that aggregate where the rows are. Absent: it needs the hits themselves. */
  pushDown?(params: ParamsOf<S>): Form | NoForm;
  compute(r: JudgedRanking, params: ParamsOf<S>): Score;
  explain(r: JudgedRanking, params: ParamsOf<S>): Derivation;
}

export interface JudgedMetric<S extends Specs = Specs> extends MetricBase<S> {
  readonly kind: "judged";
  compute(j: JudgedContexts, params: ParamsOf<S>): Score;
  explain(j: JudgedContexts, params: ParamsOf<S>): Derivation;
}

export type Metric = ComputedMetric | JudgedMetric;
