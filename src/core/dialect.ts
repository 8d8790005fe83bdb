/** How another tool would have computed it, as data. */
import type { Gold } from "./gold.ts";
import type { DocId } from "./ids.ts";
import type { Judgement } from "./judgement.ts";
import type { Params } from "./params.ts";
import type { Hit } from "./ranking.ts";
import type { AverageRule, Guard, JoinRule, QrelsRule, Rounding, VerdictRule } from "./rules.ts";
import type { Because, Score } from "./score.ts";

/** What a dialect, one of its metrics or an option may set. A field replaces the whole value. */
export interface Patch {
  readonly join?: Partial<JoinRule>;
  readonly average?: Partial<AverageRule>;
  readonly guard?: readonly Guard[];
  readonly otherwise?: Partial<Record<Because, Score>>;
  readonly verdicts?: Partial<VerdictRule>;
  /** The score from which the tool says "passed". */
  readonly pass?: number;
  /** A score below this is printed as 0. */
  readonly zeroBelow?: number;
  /** Values of the metric's parameters; those it does not have are passed over. */
  readonly params?: Params;
  /** How each cell is rounded. */
  readonly round?: Rounding;
}

export interface DialectMetric extends Patch {
  /** As the tool spells it; "{k}" stands for the cut-off. */
  readonly name: string;
  /** The name of its aggregate, where it differs. */
  readonly summary?: string;
  /** One of our metrics with parameters: "ndcg(gain=exp,ideal=shorter)". */
  readonly is: string;
  /** Default cut-offs; absent: the metric has no k. */
  readonly k?: readonly number[];
  /** Default values of another parameter that the name shows: { at: [0, 0.1] } for "iprec_at_recall_{at.2}". */
  readonly vary?: Readonly<Record<string, readonly number[]>>;
  /** Parameters that the tool writes in parentheses: its name → ours, or value → what it changes. */
  readonly takes?: Readonly<Record<string, string | Readonly<Record<string, Patch>>>>;
  /** Those of them that must be given: without them the name is not this metric. */
  readonly requires?: readonly string[];
  /** Where the tool shows it; both by default. */
  readonly in?: "rows" | "summary";
}

/** How another tool would have computed it: parameter values of our metrics, plus rules. Plain data: it survives JSON. */
export interface Dialect {
  readonly id: string;
  readonly tool: string;
  readonly version: string;
  readonly cite: string;
  readonly about: string;
  readonly join: JoinRule;
  readonly average: AverageRule;
  readonly verdicts: VerdictRule;
  readonly qrels?: QrelsRule;
  readonly guard?: readonly Guard[];
  readonly otherwise?: Partial<Record<Because, Score>>;
  readonly pass?: number;
  /** The smallest cut-off the tool accepts (default: 1). At 0 it looks at no hits. */
  readonly leastCutoff?: 0 | 1;
  /** Defaults of the parameters of all its metrics. */
  readonly params?: Params;
  /** Between a name and its parameters the tool also writes this: trec_eval's "P.5,10" is P_5 and P_10. */
  readonly separator?: { readonly written: string; readonly means: string };
  /** Named sets; the first is the default. */
  readonly metrics: Readonly<Record<string, readonly DialectMetric[]>>;
  /**
   * Named patches, merged in the order dialect, metric, option.
   * A name may hold a place: "-l {rel}" is asked for as "-l 2" and sets that parameter, "-M {depth}" the depth of the join.
   */
  readonly options?: Readonly<Record<string, Option>>;
  /** In words: how and why this is not the textbook number. Each with a minimal case that shows it. */
  readonly differs: readonly Difference[];
  /** Metrics of the tool that are not reproduced here. `own`: the one of ours that answers the same question, where there is one. */
  readonly notReproduced?: readonly { readonly name: string; readonly own?: string }[];
  /** Accidents of the tool's plumbing that are not imitated: what happens there, and what is done here. */
  readonly chosen?: readonly ChosenDifference[];
}

/** A named patch; `metrics` patches single ones by their name. */
export interface Option extends Patch {
  readonly about: string;
  readonly metrics?: Readonly<Record<string, Patch>>;
}

export interface Difference {
  readonly says: string;
  readonly case: {
    readonly gold: Gold;
    readonly hits: readonly (Hit | DocId)[];
    readonly judgement?: Judgement;
  };
  /** Options of the dialect that are on. */
  readonly options?: readonly string[];
  /** The values are means (over this one query), not scores. */
  readonly mean?: true;
  /** The dialect's metric and ours, and what each gives. */
  readonly metric: string;
  readonly value: number | Because;
  readonly textbook: string;
  readonly textbookValue: number | Because | "failed";
}

export interface ChosenDifference {
  readonly id: string;
  readonly tool: string;
  readonly goldie: string;
}
