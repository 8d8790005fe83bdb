/** The result of a command as one value. Commands make it and writers render it; rendered output is never parsed. */
import type { DocId, QueryId } from "../core/ids.ts";
import type { Cost, JudgedBy, JudgementRecord } from "../core/judgement-record.ts";
import type { Problem } from "../core/problem.ts";
import type { MatchRule } from "../core/rules.ts";
import type { LiveFacts } from "../evaluate/answers/facts.ts";
import type { Comparison } from "../evaluate/compare/comparison.ts";
import type { CorrectedMean } from "../evaluate/score/corrected-mean.ts";
import type { Result } from "../evaluate/score/result.ts";
import type { Selection } from "../evaluate/select/selection.ts";
import type { RunMisses } from "../evaluate/why/missed.ts";
import type { ReportedGate } from "./gate/model.ts";

/** What a report reads of a Result: by its shape, so that a Result of another copy of the library will do. */
export type Reported = Pick<
  Result,
  | "name"
  | "version"
  | "queries"
  | "metrics"
  | "hasRows"
  | "rowMetrics"
  | "mean"
  | "summary"
  | "slices"
  | "tags"
  | "tagged"
  | "score"
  | "column"
  | "direction"
  | "yesNo"
  | "aggregate"
  | "meanName"
  | "goldHashes"
  | "sharesGold"
  | "missing"
  | "unanswerable"
  | "forbidden"
  | "abstention"
  | "problems"
  | "rules"
  | "toJSON"
  | "keyOf"
  | "range"
  | "explain"
  | "missed"
  | "places"
  | "lists"
  | "withMetrics"
  | "ifUnjudgedRelevant"
>;

/** What was found out about some runs. What else there will be to tell of a run, or of several together, gets a field here. */
export interface Report {
  readonly runs: readonly RunReport[];
  /** Who judged, and what that cost. */
  readonly judging?: Judging;
  /** Of several live retrievers: the best, and which of them no other beats. */
  readonly selection?: Selection;
  /** Of several runs: the baseline against each of the others. */
  readonly comparison?: Comparison;
  readonly gate?: ReportedGate;
  /** Problems with the files and with the command as a whole; those of a run are in its result. */
  readonly problems?: readonly Problem[];
  /** Remarks about the scores, one sentence each. */
  readonly notes?: readonly string[];
}

/** One run. Only its scores are always there. */
export interface RunReport {
  readonly result: Reported;
  /** The format of the run's file. */
  readonly format?: string;
  /** What the file calls its run. */
  readonly tag?: string;
  /** How gold was found in the hits; absent where nothing was looked for in them. */
  readonly matched?: MatchRule;
  /** What is not among the first hits, and why. */
  readonly missed?: RunMisses;
  readonly judged?: RunJudgement;
  readonly corrected?: CorrectedMeans;
  /** By query the grades of its first hits, as trec_eval shows them. */
  readonly relstrings?: ReadonlyMap<QueryId, string>;
  readonly texts?: TextSource;
  /** How a live retriever answered. */
  readonly live?: LiveFacts;
  /** The words of the queries, where the gold has them. */
  readonly words?: ReadonlyMap<QueryId, string>;
  readonly file?: string;
  /** Milliseconds by query. */
  readonly timings?: ReadonlyMap<QueryId, number>;
  /** Of a run in the store. */
  readonly stored?: StoredFacts;
}

/** What the store knows of a run. */
export interface StoredFacts {
  readonly id: string;
  readonly created: string;
  readonly note?: string;
  readonly commit?: string;
  readonly state: string;
}

/** The judgements of a run's cases. */
export interface RunJudgement {
  readonly records: readonly JudgementRecord[];
  /** How far the judge's word goes, in words. */
  readonly limits: readonly string[];
  /** Whose claims the metrics read; only those are reported. */
  readonly sides: readonly ClaimSide[];
}
export type ClaimSide = "reference" | "response";

/** Means as labels of people correct them, by metric. */
export interface CorrectedMeans {
  /** That of the intervals, such as 0.95. */
  readonly confidence: number;
  readonly metrics: ReadonlyMap<string, CorrectedMean>;
}

export interface Judging {
  readonly by: readonly JudgedBy[];
  readonly limits: readonly string[];
  /** Runs were judged on the way to their scores: so many hits of each query. */
  readonly hits?: number;
  /** Absent where the judgements were there before. */
  readonly cost?: Cost;
  /** Where replies of a model are kept. */
  readonly store?: string;
}

/** A hit as people see it. */
export interface ShownHit {
  readonly id: DocId | null;
  /** The document that it is a part of. */
  readonly doc?: DocId;
  readonly text?: string;
}

/**
 * Texts of a run, fetched for the queries that are shown; nothing is copied for the others.
 * Absent where the run was scored as it passed by. Why something was missed is in `RunReport.missed`.
 */
export interface TextSource {
  /** The words of a query. */
  query(id: QueryId): string | undefined;
  /** A query's hits, best first; none where the query is not in the run. */
  hits(query: QueryId): readonly ShownHit[];
  /** The text of a document, also of one that was not retrieved. */
  document(id: DocId): string | undefined;
  /** Its title, where the corpus has titles. */
  title?(id: DocId): string | undefined;
}

/** The tags that slices are made by. */
export const tagsOf = (by: ReportOptions["by"] = []): readonly string[] =>
  typeof by === "string" ? [by] : [...new Set(by)];

/** A report of scores alone. */
export const reportOf = (results: readonly Reported[]): Report => ({
  runs: results.map((result) => ({ result })),
});

export interface ReportOptions {
  /** The scores of single queries too. */
  readonly perQuery: boolean;
  /** A tag: the means of the queries that share a value of it, too. */
  readonly by?: string | readonly string[];
  /** Each thing that was missed; in a table without it only how many. */
  readonly missed?: boolean;
  /** In a table: what the scores do not say, too. How gold was matched, what was missed, what the judge said. */
  readonly remarks?: boolean;
  /** Remarks without the limits of a judge. */
  readonly quiet?: boolean;
  /** Decimal places of a table (default: 3, and more where two means would look the same). */
  readonly digits?: number;
  /** Columns of the terminal (default: 100). */
  readonly width?: number;
  /** Whether the text may contain escape sequences (only on a terminal). */
  readonly colour?: boolean;
}

/** Makes the text of a file. The same report gives the same bytes. */
export interface ReportWriter {
  readonly id: string;
  /** One sentence: what is in it, and for whom. */
  readonly about: string;
  /** Without the dot. */
  readonly extensions: readonly string[];
  /** With the newline at the end. Results stand for a report of scores alone. */
  write(report: Report | readonly Reported[], options: ReportOptions): string;
  /** The same in pieces, for texts of millions of lines. What cannot be written throws before the first piece. */
  pieces?(report: Report | readonly Reported[], options: ReportOptions): Iterable<string>;
}
