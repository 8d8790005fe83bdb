/** What the writers of a comparison know. */
import type { QueryId } from "../../core/ids.ts";
import type { Comparison } from "../../evaluate/compare/comparison.ts";

export interface ReportedComparison {
  readonly comparison: Comparison;
  /** The words of the queries, where the gold has them. */
  readonly words?: ReadonlyMap<QueryId, string>;
}

export interface ComparisonOptions {
  /** Decimal places; default: 3. */
  readonly digits?: number;
  /** Default: 100. */
  readonly width?: number;
}

/** Makes the text of a file. */
export type ComparisonWriter = (reported: ReportedComparison, options?: ComparisonOptions) => string;
