import type { Result } from "../evaluate/score/result.ts";

/** What a report reads of a Result: by its shape, so that a Result of another copy of the library will do. */
export type Reported = Pick<
  Result,
  | "name"
  | "queries"
  | "rowMetrics"
  | "summary"
  | "slices"
  | "tagged"
  | "score"
  | "column"
  | "direction"
  | "missing"
  | "unanswerable"
  | "problems"
  | "rules"
  | "toJSON"
>;

export interface ReportOptions {
  /** The scores of single queries too. */
  readonly perQuery: boolean;
  /** A tag: the means of the queries that share a value of it, too. */
  readonly by?: string;
  /** Columns of the terminal; 100 if absent. */
  readonly width?: number;
  /** May the text hold escape sequences? Only where somebody looks at it. */
  readonly colour?: boolean;
}

/** Results as the text of a file. The same results give the same bytes. */
export interface Report {
  readonly id: string;
  /** One sentence: what is in it, and for whom. */
  readonly about: string;
  /** Without the dot. */
  readonly extensions: readonly string[];
  /** With the newline at the end. */
  write(results: readonly Reported[], options: ReportOptions): string;
}
