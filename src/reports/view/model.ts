/**
 * What a page shows, as plain data that survives JSON. The HTML report and the dashboard read nothing else: what is not in
 * here is on no page. Made from the report model by `viewOf` and `queryViewOf`.
 */
import type { DocId, QueryId } from "../../core/ids.ts";
import type { MetricVerdict, MovedQuery } from "../../evaluate/compare/comparison.ts";
import type { StoredFacts } from "../model.ts";

/** A page about one run, or several side by side. */
export interface View {
  readonly schema: 1;
  /** The version of Goldie that made it. */
  readonly goldie: string;
  readonly title: string;
  /** The first is the baseline. */
  readonly runs: readonly RunView[];
  /** The first is the headline metric. */
  readonly metrics: readonly MetricView[];
  readonly queries: QueryTable;
  /** The baseline against each of the others; empty for one run. */
  readonly pairs: readonly PairView[];
  /** By tag; empty where the gold has no tags. */
  readonly slices: readonly SliceView[];
  /** Mean recall at each cut-off, by run; absent where the hits were not kept. */
  readonly recall?: CurveView;
  /** The same for queries with gold in groups, where others have single documents; of groups alone, `recall` is it. */
  readonly groupRecall?: CurveView;
  /** Interpolated precision at 11 levels of recall, by run; absent where the hits were not kept. */
  readonly precisionRecall?: CurveView;
  /** Of several live settings: which no other beats. */
  readonly frontier?: FrontierView;
  readonly gate?: GateView;
  readonly judging?: JudgingView;
  /** Sentences about the scores. */
  readonly notes: readonly string[];
  readonly problems: readonly ShownProblem[];
  /** How the scores were made, name and value, for the end of the page. */
  readonly rules: readonly (readonly [name: string, value: string])[];
}

export interface MetricView {
  /** As it was asked for: "recall@5". */
  readonly name: string;
  /** One sentence. */
  readonly about?: string;
  readonly direction: "higher" | "lower";
  readonly yesNo: boolean;
  /** Absent where it has no upper end. */
  readonly range?: readonly [low: number, high: number];
  /** Its cut-off. */
  readonly k?: number;
}

export interface RunView {
  readonly name: string;
  readonly about?: string;
  readonly file?: string;
  /** By metric, in the order of `View.metrics`. */
  readonly means: readonly MeanView[];
  /** Why relevant items were missed; absent where that is not known. */
  readonly missed?: MissedView;
  readonly latency?: LatencyView;
  readonly funnel?: FunnelView;
  /** Share of unjudged hits among the first 10, where the gold has judgements of documents that are not relevant. */
  readonly unjudged?: number;
  /** Of a stored run. */
  readonly stored?: StoredFacts;
}

export interface MeanView {
  /** Null where there is no mean; `because` says why. */
  readonly mean: number | null;
  readonly because?: string;
  readonly interval?: readonly [low: number, high: number];
  readonly counts: {
    readonly scored: number;
    readonly undefined: number;
    readonly skipped: number;
    readonly failed: number;
    readonly missing: number;
    readonly unknown: number;
  };
  /** The same, corrected with human labels. */
  readonly corrected?: { readonly mean: number; readonly interval?: readonly [low: number, high: number] };
}

export interface MissedView {
  readonly k: number;
  /** Things to find. */
  readonly wanted: number;
  readonly found: number;
  /** Most frequent first, in words. */
  readonly reasons: readonly { readonly reason: string; readonly words: string; readonly count: number }[];
}

export interface LatencyView {
  readonly n: number;
  readonly mean: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly throughput?: number;
  /** Answers, empty lists and failures. */
  readonly answered: number;
  readonly empty: number;
  readonly failed: number;
  readonly cost?: number;
}

export interface FunnelView {
  readonly k: number;
  readonly queries: number;
  readonly wanted: number;
  readonly stages: readonly {
    readonly name: string;
    readonly source: boolean;
    readonly queries: number;
    readonly hits: number;
    readonly recall: number;
    readonly recallAtK: number;
    readonly lost: number;
    readonly lostAtK: number;
    readonly gainedAtK: number;
  }[];
  /** The recall of a perfect reranker. */
  readonly ceiling: number;
  /** "without reranked", "in the best order": means by metric. */
  readonly whatIf: readonly { readonly words: string; readonly means: Readonly<Record<string, number>> }[];
}

/** Every query, by column: the table, the plots and the matrix are made of it. Columns go with `ids`. */
export interface QueryTable {
  readonly ids: readonly QueryId[];
  /** The words of the query; null where the gold has none. Empty where it has none for any. */
  readonly words: readonly (string | null)[];
  readonly tags: Readonly<Record<string, readonly (string | null)[]>>;
  /** `scores[run][metric][query]`; null where there is no score, and then `states` says why. */
  readonly scores: readonly (readonly (readonly (number | null)[])[])[];
  /** The cells without a score: `states[run][metric]`, from the place of the query to the reason. */
  readonly states: readonly (readonly Readonly<Record<number, CellState>>[])[];
  /** `firstRelevant[run][query]`: rank from 1; 0: none retrieved; null: nothing to find, or not known. */
  readonly firstRelevant: readonly (readonly (number | null)[])[];
  /**
   * Which gold a score was made with, `goldVersions[run][query]`: scores of a query are comparable where the numbers
   * are the same; null: not known, or the run lacks the query. Absent where all runs have the same gold.
   */
  readonly goldVersions?: readonly (readonly (number | null)[])[];
  /** Forbidden documents among the first 10 hits, `leaks[run][query]`; empty where the gold forbids nothing. */
  readonly leaks: readonly (readonly number[])[];
}

export interface CellState {
  readonly status: "undefined" | "skipped" | "failed";
  /** "no relevant document", in words. */
  readonly words: string;
}

/** Two runs compared, on the queries that both have a score for. */
export interface PairView {
  /** Places in `View.runs`. */
  readonly a: number;
  readonly b: number;
  /** That of the intervals and calls, also by slice: 0.95. */
  readonly confidence: number;
  /** In the order of `View.metrics`; null where the metric could not be compared. */
  readonly verdicts: readonly (MetricVerdict | null)[];
  /** By metric, the sentence: "ndcg@10 +0.012 (95 % −0.004 to +0.028): could be noise. …" Null as above. */
  readonly sentences: readonly (string | null)[];
  /** What qualifies all of them: queries of one side only, edited gold, unjudged hits. */
  readonly caveats: readonly string[];
  readonly moved: readonly MovedQuery[];
  /** How alike the lists are: mean RBO. */
  readonly rbo?: { readonly mean: number; readonly n: number };
}

export interface SliceView {
  readonly tag: string;
  readonly values: readonly {
    readonly value: string;
    readonly queries: number;
    /** `means[run][metric]`. */
    readonly means: readonly (readonly MeanView[])[];
    /** `verdicts[pair][metric]`, in the order of `View.pairs`; null where it could not be compared. */
    readonly verdicts: readonly (readonly (MetricVerdict | null)[])[];
  }[];
}

/** One line for each run. */
export interface CurveView {
  /** "recall", "group-recall", "iprec": each point is the mean of this metric at its x. */
  readonly metric?: string;
  /** What stands on the x axis: cut-offs, or levels of recall. */
  readonly x: readonly number[];
  /** In the order of `View.runs`; null where a run has none. */
  readonly lines: readonly (CurveLine | null)[];
}
export interface CurveLine {
  readonly y: readonly number[];
  /** 95 % intervals by point; null where a point has none (all scores are the same). Absent where no point has one. */
  readonly low?: readonly (number | null)[];
  readonly high?: readonly (number | null)[];
  readonly n: number;
}

export interface FrontierView {
  readonly metric: string;
  readonly best: string;
  /** Other runs that may be as good, in words, and the warning of many comparisons. */
  readonly remarks: readonly string[];
  readonly places: readonly {
    readonly name: string;
    readonly quality: number;
    /** p50, in milliseconds. */
    readonly latency?: number;
    readonly cost?: number;
    /** No other beats it. */
    readonly onFrontier: boolean;
  }[];
}

export interface GateView {
  readonly outcome: "pass" | "fail" | "undecided" | "failed-cells";
  readonly headline: string;
  readonly rules: readonly {
    readonly rule: string;
    readonly outcome: "pass" | "fail" | "undecided" | "failed-cells";
    readonly words: string;
  }[];
}

export interface JudgingView {
  readonly by: readonly string[];
  readonly limits: readonly string[];
  readonly cost?: string;
}

export interface ShownProblem {
  readonly level: "error" | "warning" | "note";
  readonly code: string;
  readonly what: string;
  readonly fix?: string;
  readonly at?: string;
  readonly count?: number;
}

/** One query of a View: its gold, its lists, and how its scores were made. */
export interface QueryView {
  readonly id: QueryId;
  readonly question?: string;
  readonly tags: Readonly<Record<string, string>>;
  /** The reference answer. */
  readonly answer?: string;
  /** Nothing in the corpus answers it. */
  readonly unanswerable?: true;
  /** What had to be found. */
  readonly gold: readonly GoldItemView[];
  readonly forbidden: readonly ForbiddenView[];
  /** In the order of `View.runs`; null where the run has no list and no failure, or the hits were not kept. */
  readonly lists: readonly (ListView | null)[];
  /** `scores[run][metric]`. */
  readonly scores: readonly (readonly ScoreView[])[];
  /** Judged claims, by run; null where nothing was judged. */
  readonly judged: readonly (JudgedView | null)[];
}

/** A document, or a group of which any will do; a passage or a span where the gold has those. */
export interface GoldItemView {
  readonly ids: readonly string[];
  readonly kind: "document" | "group" | "passage" | "span";
  readonly grade?: number;
  readonly title?: string;
  /** The beginning of its text. */
  readonly text?: string;
  /** In the order of `View.runs`. */
  readonly places: readonly {
    /** From 1, also beyond the hits that are shown; absent where it was not retrieved. */
    readonly rank?: number;
    /** The hit that is it. */
    readonly hit?: DocId;
    /** Why it is not among the first k: "below k (rank 14)". */
    readonly missed?: string;
  }[];
}

export interface ForbiddenView {
  readonly id: DocId;
  /** By run: its rank; absent where it did not come back. */
  readonly ranks: readonly (number | null)[];
}

export interface ListView {
  /** The first hits; `length` says how many there are. */
  readonly hits: readonly HitView[];
  readonly length: number;
  /** Among the hits shown. */
  readonly unjudged: number;
  /** The retriever failed, in words; then there are no hits. */
  readonly failed?: string;
  readonly ms?: number;
}

export interface HitView {
  /** From 1, as the metrics count; 0: it does not count, because it is repeated or left out by the rules. */
  readonly rank: number;
  readonly id: DocId | null;
  readonly doc?: DocId;
  /** What the rules match it by, where that is not its id: hits of two lists that share it are the same. */
  readonly same?: string;
  readonly title?: string;
  readonly snippet?: Snippet;
  readonly score?: number;
  readonly grade?: number;
  /** repeated: its document came before, so it does not count. */
  readonly state: "relevant" | "not-relevant" | "unjudged" | "forbidden" | "repeated";
}

/** A piece of a text around what matches, with the matches marked. */
export interface Snippet {
  readonly text: string;
  /** There is more text before, after. */
  readonly cut: readonly [before: boolean, after: boolean];
  /** From and to, in order, apart from each other. word: of the query. gold: what the gold asks for. */
  readonly marks: readonly (readonly [from: number, to: number, kind: "word" | "gold"])[];
}

export interface ScoreView {
  readonly value: number | null;
  /** Why there is none. */
  readonly state?: CellState;
  /** How it was made; absent where that is not known. */
  readonly derivation?: DerivationView;
}

/** A line of a derivation, with the lines it is made of. */
export interface DerivationView {
  readonly words: string;
  readonly value: number | null;
  readonly parts: readonly DerivationView[];
}

export interface JudgedView {
  readonly judge: string;
  /** What was answered; `response` has its claims. */
  readonly answered?: string;
  readonly chunks: readonly { readonly id?: DocId; readonly text: string }[];
  readonly reference?: readonly ClaimView[];
  readonly response?: readonly ClaimView[];
  /** Sides whose claims, or some of them, have no verdict. */
  readonly unjudged?: readonly ("reference" | "response")[];
  readonly flags: readonly string[];
}
export interface ClaimView {
  readonly id: string;
  readonly text: string;
  readonly support: readonly {
    /** From 0. */
    readonly chunk: number;
    readonly level: "full" | "partial";
    /** The sentences that show it. */
    readonly evidence: readonly string[];
  }[];
  readonly relevant?: boolean;
}
