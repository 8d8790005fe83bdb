/** What a comparison says, as plain data that survives JSON. */
import type { QueryId } from "../../core/ids.ts";
import type { MissedWhy } from "../../core/missed.ts";
import type { Problem } from "../../core/problem.ts";

/** Queries that both systems have, but one of them without a score. */
export interface LeftOut {
  readonly undefined: number;
  readonly skipped: number;
  readonly failed: number;
}

/** The scores of two systems on the queries that both have a score for. */
export interface PairedScores {
  readonly metric: string;
  readonly direction: "higher" | "lower";
  /** Is every score 0 or 1? */
  readonly yesNo: boolean;
  /** In the order of the first system; `a` and `b` go with them. */
  readonly queries: readonly QueryId[];
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly leftOut: LeftOut;
}

/**
 * How b differs from a.
 * noise: could be noise. same: no query differs. too-few: fewer than two pairs, so nothing can be tested.
 */
export type VerdictCall = "better" | "worse" | "noise" | "same" | "too-few";

/** few-queries: fewer than 50. few-differences: fewer than 6 queries differ, where intervals are too narrow. */
export type VerdictWarning = "few-queries" | "few-differences";

/** One metric of two systems: b against a, over the n queries that both have a score for. */
export interface MetricVerdict {
  readonly metric: string;
  readonly direction: "higher" | "lower";
  readonly n: number;
  readonly leftOut: LeftOut;
  /** Absent where n is 0, as is the difference. */
  readonly means?: readonly [a: number, b: number];
  /** Mean of b less mean of a. */
  readonly difference?: number;
  /** Of the difference, for this comparison alone: not adjusted for the others. */
  readonly interval?: readonly [low: number, high: number];
  /** Where p comes from: paired t; the sign test for yes/no metrics, and where all queries differ by the same amount. */
  readonly test?: "t" | "sign";
  readonly p?: number;
  /** Sign-flip (randomisation) p, beside the other; absent where it was not asked for. */
  readonly flipP?: number;
  /** Adjusted for all metrics and pairs that were compared together; the call is made by it. */
  readonly adjustedP?: number;
  /** Queries on which b is better, the same, worse. */
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  /** d: mean difference in standard deviations of the differences (Cohen's dz). delta: Cliff's, of b against a. */
  readonly effect?: { readonly d?: number; readonly delta: number };
  /** Smallest difference that this many queries show with 80 % power, by the test that decides. */
  readonly detectable?: number;
  /** Queries needed to show a difference of this size with 80 % power. */
  readonly needed?: number;
  readonly call: VerdictCall;
  readonly warnings: readonly VerdictWarning[];
}

/** How the gold of the second system differs from that of the first. */
export interface GoldChanges {
  readonly added: readonly QueryId[];
  readonly removed: readonly QueryId[];
  /** Left out of the comparison. */
  readonly edited: readonly QueryId[];
  /** Queries with the same gold on both sides. */
  readonly shared: number;
}

/** One thing to find (a document, a group, a passage, a span), and where it was before and after. */
export interface MovedItem {
  readonly item: readonly string[];
  /** Ranks from 1; absent where it was not retrieved. */
  readonly before?: number;
  readonly after?: number;
  /** Why b misses it among the first k hits, where a had it among them. */
  readonly missed?: MissedWhy;
}

export interface MovedQuery {
  readonly query: QueryId;
  readonly metric: string;
  readonly a: number;
  readonly b: number;
  /** b − a. */
  readonly difference: number;
  /** Absent where the hits were not kept. */
  readonly items?: readonly MovedItem[];
}

/** The queries that share a value of a tag. Its verdicts are without `detectable` and `needed`. */
export interface ComparedSlice {
  readonly value: string;
  readonly verdicts: readonly MetricVerdict[];
}

/** A metric if the unjudged hits of both systems counted as relevant. */
export interface UnjudgedMetric {
  readonly metric: string;
  /** Unjudged hits that the metric looks at. */
  readonly hits: readonly [a: number, b: number];
  readonly ifRelevant: MetricVerdict;
  /** Is the call the same either way? */
  readonly holds: boolean;
}

export interface ComparedPair {
  readonly a: string;
  readonly b: string;
  readonly verdicts: readonly MetricVerdict[];
  /** Queries that only one of them has. */
  readonly onlyA: readonly QueryId[];
  readonly onlyB: readonly QueryId[];
  /** Absent where it is not known what the gold was. */
  readonly gold?: GoldChanges;
  /** How alike the lists themselves are (mean RBO, p 0.9), over n queries; absent where the hits were not kept. */
  readonly lists?: { readonly rbo: number; readonly n: number };
  /** The queries whose first metric changed most, worst first. */
  readonly moved: readonly MovedQuery[];
  readonly slices?: readonly ComparedSlice[];
  /** Metrics with unjudged hits; absent where the hits were not kept. */
  readonly unjudged?: readonly UnjudgedMetric[];
}

/** Where the adjusted p-values come from: Holm's step-down, or joint sign flips over all metrics and pairs. */
export type Correction = "holm" | "max-t";

/** Tukey's HSD by the studentized range, or by dealing out each query's scores anew. */
export type TukeyMethod = "tukey" | "randomised-tukey";

/** One metric of three or more systems, over the n queries that all of them have a score for. Systems by their place. */
export interface SeveralSystems {
  readonly metric: string;
  readonly n: number;
  readonly means: readonly number[];
  /** Does any system differ? Two-way analysis of variance (systems and queries). */
  readonly anova?: { readonly f: number; readonly p: number };
  /** Where p, intervals and letters come from. */
  readonly method: TukeyMethod;
  /** Every two systems: b − a with simultaneous intervals and p-values, for this metric alone. */
  readonly pairs: readonly {
    readonly a: number;
    readonly b: number;
    readonly difference: number;
    readonly interval: readonly [low: number, high: number];
    readonly p?: number;
  }[];
  /** By system, the letters (`letterOf`) of those it is really better than, as ranx prints them: "a" is the first system. */
  readonly letters: readonly string[];
}

export interface Comparison {
  readonly schema: 1;
  /** That of the intervals and of the calls, such as 0.95. */
  readonly confidence: number;
  readonly correction: Correction;
  readonly systems: readonly string[];
  readonly baseline: string;
  /** The tag that slices were made by. */
  readonly by?: string;
  /** The baseline against each of the others, in their order. */
  readonly pairs: readonly ComparedPair[];
  /** With three or more systems, by metric. */
  readonly several?: readonly SeveralSystems[];
  /** Caveats for reading it. */
  readonly problems: readonly Problem[];
}
