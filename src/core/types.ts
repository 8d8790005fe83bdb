/** The words everything else is written in. Pure data: nothing here computes. */

export type DocId = string;
export type QueryId = string;

/**
 * One retrieved item. `doc` is the parent document of a chunk; `start` and `end`, or `lines`, say where in it the chunk stands
 * (in the document of its id where it has no `doc`), as in Span.
 */
export interface Hit {
  readonly id: DocId | null;
  readonly score?: number;
  readonly text?: string;
  readonly doc?: DocId;
  readonly start?: number;
  readonly end?: number;
  readonly lines?: readonly number[];
}

/** Gold as text: survives re-chunking. */
export interface Passage {
  readonly text: string;
}

/**
 * Gold as a stretch of a source document: survives re-chunking. Characters from `start` up to `end`, counted from 0,
 * or `lines`, the first and the last, counted from 1.
 */
export type Span =
  | { readonly doc: DocId; readonly start: number; readonly end: number; readonly text?: string }
  | { readonly doc: DocId; readonly lines: readonly number[]; readonly text?: string };

/** What is known to be right for one query. A query may carry several facets at once. */
export interface Gold {
  /** A plain list, duplicates kept (some tools count them). */
  readonly relevant?: readonly DocId[];
  /** 0 = judged not relevant; absent = never judged; may grade documents that are not in `relevant`. */
  readonly grades?: ReadonlyMap<DocId, number> | Readonly<Record<DocId, number>>;
  /** AND of ORs: every group needs one of its documents. */
  readonly groups?: readonly (readonly DocId[])[];
  /** Aspects of the query: document → grade by aspect. Each aspect is a group of its own. */
  readonly subtopics?: Readonly<Record<string, Readonly<Record<DocId, number>>>>;
  /** Gold texts, in groups like `groups`. */
  readonly passages?: readonly (readonly Passage[])[];
  /** Gold spans, in groups like `groups`. */
  readonly spans?: readonly (readonly Span[])[];
  /** Reference answer, for the judged metrics. */
  readonly answer?: string;
  /** false = nothing in the corpus answers this query. */
  readonly answerable?: boolean;
  readonly tags?: Readonly<Record<string, string>>;
}

/** Group g of the gold is satisfied by the hits at `ranks[start[g]] … ranks[start[g + 1] - 1]` (from 0, ascending). */
export interface GroupCredit {
  readonly count: number;
  readonly start: Uint32Array;
  readonly ranks: Uint32Array;
  /** Judged document d belongs to the groups `docGroups[docStart[d]] … docGroups[docStart[d + 1] - 1]`. */
  readonly docs: number;
  readonly docStart: Uint32Array;
  readonly docGroups: Uint32Array;
  /** Beside docGroups: the grade of the document for that group; 1 where the gold says no more than that it belongs. */
  readonly docGrades: Float64Array;
  /** The documents by id, descending: the order in which a greedy ideal takes equals. */
  readonly docOrder: Uint32Array;
  /** By rank: the document, or -1. */
  readonly doc: Int32Array;
}

/** hit × gold text, row by row: what text metrics read instead of strings. */
export interface Overlap {
  readonly hits: number;
  readonly golds: number;
  readonly shared: Float64Array;
  readonly hitSize: Float64Array;
  readonly goldSize: Float64Array;
  readonly similarity: Float64Array;
}

/** What the hits cover of the gold spans, counted in characters or in lines; by rank. */
export interface SpanCredit {
  /** How much there is to find: text that several gold spans share counts once. */
  readonly gold: number;
  /** How long the hit is; 0 where it has no span. */
  readonly size: Float64Array;
  /** How much of the hit stands in no hit before it. */
  readonly fresh: Float64Array;
  /** How much of that is gold. */
  readonly found: Float64Array;
}

/** Ranks of hits, ascending; only the first `count` entries count. */
export interface SparseRanks {
  readonly count: number;
  readonly ranks: Uint32Array;
  /** Those of them that are relevant at the level that was asked for last: the metrics of a set ask for the same one. */
  readonly relevant: RelevantRanks;
  /** What is earned down to each of them, by the gain and discount that were asked for last. */
  readonly earned: RunningDcg;
}

/** Found out by the first metric that asks; the join for the next query makes it unknown, as all of these. */
export interface RelevantRanks {
  known: boolean;
  /** The level. */
  rel: number | undefined;
  /** How many relevant documents the gold has. */
  total: number;
  count: number;
  ranks: Uint32Array;
}
export interface RunningDcg {
  known: boolean;
  gain: Gain;
  min: number | undefined;
  /** Negative grades cost something. */
  costly: boolean;
  discount: "log2" | "jarvelin";
  /** Discounted gain of the first 0, 1, 2 … of the ranks. */
  hits: Float64Array;
  /** Of the first 0, 1, 2 … grades of the pool. */
  pool: Float64Array;
  /** The gains above 0 of the pool, best first, once somebody asked. */
  ideal: readonly number[] | undefined;
}

/**
 * One query after the join: all that a computed metric may read.
 * The arrays by rank may be longer than the ranking (they are used again for the next query): only the first `length` entries count.
 */
export interface JudgedRanking {
  /** Hits after depth and the duplicate rule. */
  readonly length: number;
  /** By rank, as judged (negative ones kept: -1 and -2 mean something); 0 where nobody judged. */
  readonly grades: Float64Array;
  /** By rank; 1 = somebody judged it for this query. */
  readonly judged: Uint8Array;
  /** By rank; 1 = in the relevant list, or, where the gold has no list, a grade above 0. */
  readonly relevant: Uint8Array;
  /** By rank; equal numbers = same id (for rules that keep duplicates). */
  readonly item: Uint32Array;
  /** Every judged grade of the query, best first. */
  readonly pool: Float64Array;
  /** Flat length of the list or groups, duplicates and alternatives counted. */
  readonly goldListed: number;
  /** Grades of the distinct relevant documents, best first; 0 where a listed one is ungraded, 1 if the gold has no grades. */
  readonly listed: Float64Array;
  /**
   * The ranks of the judged hits, where the join knows them: `grades`, `judged` and `relevant` are 0 at all others,
   * and no hit is there twice. For speed alone: a metric may pass it over. It is not enumerable, so that a changed copy
   * of the ranking does not carry it.
   */
  readonly sparse?: SparseRanks | undefined;
  /** By rank; 1 = judged for some query of the gold. */
  readonly known?: Uint8Array;
  /** Where scores decided the order and some are equal: the end of each run of equal scores. */
  readonly ties?: Uint32Array;
  readonly groups?: GroupCredit;
  readonly overlap?: Overlap;
  readonly spans?: SpanCredit;
}

/** What a judge said of one thing: true, 1, "yes" … as it said it. */
export type Verdict = boolean | number | string;

/** A model's or a person's reading of one query's contexts, as data. Raw words are kept; a VerdictRule reads them. */
export interface Judgement {
  readonly question?: string;
  readonly contexts?: readonly string[];
  readonly reference?: string;
  readonly response?: string;
  /** One per context: does it help to arrive at the reference? */
  readonly verdicts?: readonly Verdict[];
  /** One per context: does it help to arrive at the response? (the variant without a reference) */
  readonly responseVerdicts?: readonly Verdict[];
  /** The claims of the reference: is each one found in the contexts? */
  readonly claims?: readonly (Verdict | Claim)[];
  /** Per context, its statements: is each one relevant to the question? */
  readonly statements?: readonly (readonly (Verdict | Statement)[])[];
  readonly entities?: { readonly reference: readonly string[]; readonly contexts: readonly string[] };
  /** Replies of judges that rate all contexts at once, in order. */
  readonly ratings?: readonly Verdict[];
  /** The claims of the response: is each one found in the contexts? */
  readonly responseClaims?: readonly (Verdict | Claim)[];
  /** One per claim of the response: is it relevant to the question? */
  readonly responseRelevant?: readonly Verdict[];
  /** One per context, where there is no reference: does it help to answer the question? */
  readonly questionVerdicts?: readonly Verdict[];
  /** Claim of the reference × context, where a judge told them apart: 0 none of the claim, 1 a part, 2 all of it. */
  readonly support?: readonly (readonly number[])[];
  /** Parts that nobody could judge, and why: the metrics that read them are failed. */
  readonly unjudged?: Readonly<Partial<Record<Facet, Problem>>>;
}
export interface Claim {
  readonly text?: string;
  readonly verdict: Verdict;
  /** Contexts (from 0) that support it, where the judge said which. */
  readonly by?: readonly number[];
}
export interface Statement {
  readonly text?: string;
  readonly verdict: Verdict;
}

/** A Judgement after its words were read: all that a judged metric may read. A part that the judgement lacks is absent. */
export interface JudgedContexts {
  readonly verdicts?: readonly number[];
  readonly responseVerdicts?: readonly number[];
  readonly claims?: readonly number[];
  readonly statements?: readonly number[];
  readonly entities?: { readonly reference: readonly string[]; readonly contexts: readonly string[] };
  readonly ratings?: readonly number[];
  readonly responseClaims?: readonly number[];
  readonly responseRelevant?: readonly number[];
  readonly questionVerdicts?: readonly number[];
  readonly support?: readonly (readonly number[])[];
}

/** Why a formula, or the tool imitated, has no answer. A closed list. */
export const BECAUSE = [
  "no-relevant",
  "no-nonrelevant",
  "empty-ranking",
  "nothing-to-judge",
  "tool-none",
  "tool-nan",
  "tool-absent",
  "tool-raises",
] as const;
export type Because = (typeof BECAUSE)[number];

/** What a metric can need of a query's gold, ranking or judgement. A plain relevant list counts as grades (of 1). */
export type Facet =
  | "ranking"
  | "grades"
  | "groups"
  | "texts"
  | "spans"
  | "known"
  | "verdicts"
  | "responseVerdicts"
  | "claims"
  | "statements"
  | "entities"
  | "ratings"
  | "responseClaims"
  | "responseRelevant"
  | "questionVerdicts"
  | "support";

/** A value, or the exact reason why there is none. */
export type Score =
  | { readonly status: "scored"; readonly value: number }
  | { readonly status: "undefined"; readonly because: Because }
  | { readonly status: "skipped"; readonly missing: readonly Facet[] }
  | { readonly status: "failed"; readonly problem: Problem };

/** scored + undefined + skipped + failed = the queries; missing is part of scored; unknown = in the run, not in gold. */
export interface Counts {
  readonly scored: number;
  readonly undefined: number;
  readonly skipped: number;
  readonly failed: number;
  readonly missing: number;
  readonly unknown: number;
}
export interface Summary {
  readonly metric: string;
  readonly mean: number | undefined;
  /** Why there is no mean; "failed": it could not be found out for most queries, and `problems` say why. */
  readonly because?: Because | "failed";
  readonly counts: Counts;
}

/** What, why, what to do, where: data first, words made at the edge. */
export interface Problem {
  readonly code: string;
  readonly what: string;
  readonly why?: string;
  readonly fix: string;
  readonly at?: { readonly file?: string; readonly line?: number; readonly query?: QueryId };
  /** How often it was seen, where one Problem stands for many. */
  readonly count?: number;
  /** error: what was read cannot be trusted, so nothing is scored. A warning if absent. */
  readonly level?: "error";
}

/** Linear, exponential (2^grade - 1), 1 for every grade above 0, or a table grade → gain (a grade that is not in it keeps its own value). */
export type Gain = "linear" | "exp" | "binary" | ReadonlyMap<number, number>;

interface ParamBase {
  readonly doc: string;
  /** What to say of it in a sentence about two numbers that differ. */
  readonly rule?: Rule;
  /** Exists to imitate another tool; kept out of the metric's documented parameters. */
  readonly compat?: true;
}
export interface NumberParam extends ParamBase {
  readonly kind: "number" | "integer";
  readonly min?: number;
  readonly above?: number;
  readonly max?: number;
  /** Absent: the parameter is optional. */
  readonly default?: number;
}
export interface ChoiceParam<C extends string = string> extends ParamBase {
  readonly kind: "choice";
  /** value → what a metric with this value does, as the end of the sentence "it …" or, starting with "its", by itself. */
  readonly choices: Readonly<Record<C, string>>;
  readonly default: C;
}
export interface GainParam extends ParamBase {
  readonly kind: "gain";
  readonly default: Gain;
}
/** Numbers that belong together, such as the four weights of utility; written 1;-1;0;0. */
export interface ListParam extends ParamBase {
  readonly kind: "list";
  readonly default: readonly number[];
}
export type ParamSpec = NumberParam | ChoiceParam | GainParam | ListParam;
export type Specs = Readonly<Record<string, ParamSpec>>;
export type ParamValue = number | string | Gain | readonly number[] | undefined;
export type Params = Readonly<Record<string, ParamValue>>;
export type ValueOf<P extends ParamSpec> = P extends { readonly kind: "choice"; readonly choices: infer C }
  ? keyof C & string
  : P extends { readonly kind: "list" }
    ? readonly number[]
    : P extends { readonly kind: "gain" }
      ? Gain
      : P extends { readonly default: number }
        ? number
        : number | undefined;
export type ParamsOf<S extends Specs> = { readonly [K in keyof S]: ValueOf<S[K]> };

/** What the property checks may assume of a metric with its documented parameters. */
export type Law =
  /** Hits below the first k do not matter. */
  | "ignores-below-k"
  /** Swapping a hit with a better one below it never lowers the score. */
  | "monotone"
  /** The ideal order of all judged documents scores the top of the range. */
  | "top-when-ideal"
  /** Renaming ids does not matter when no scores tie. */
  | "rename-safe";

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
  readonly laws: readonly Law[];
}
export interface ComputedMetric<S extends Specs = Specs> extends MetricBase<S> {
  readonly kind: "computed";
  /** How it matches where the rules in force match ids: text metrics read texts. */
  readonly match?: MatchRule;
  compute(r: JudgedRanking, params: ParamsOf<S>): Score;
  explain(r: JudgedRanking, params: ParamsOf<S>): Derivation;
}
export interface JudgedMetric<S extends Specs = Specs> extends MetricBase<S> {
  readonly kind: "judged";
  compute(j: JudgedContexts, params: ParamsOf<S>): Score;
  explain(j: JudgedContexts, params: ParamsOf<S>): Derivation;
}
export type Metric = ComputedMetric | JudgedMetric;

/** How a score came about: an expression tree with its ranks. Evaluating it gives the score. */
export type Derivation =
  | { readonly op: "value"; readonly what: string; readonly value: number; readonly rank?: number }
  | {
      readonly op: "sum" | "mean" | "max" | "product";
      readonly what: string;
      readonly of: readonly Derivation[];
      readonly rank?: number;
    }
  | {
      /** The natural logarithm. */
      readonly op: "log";
      readonly what: string;
      readonly of: readonly [Derivation];
      readonly rank?: number;
    }
  | {
      readonly op: "ratio";
      readonly what: string;
      readonly top: Derivation;
      readonly bottom: Derivation;
      readonly rank?: number;
    }
  | { readonly op: "none"; readonly what: string; readonly because: Because };

/** A named way to write ids ("chunk-suffix"), a pattern ("s/^doc-//"), several joined by "+", or a function. */
export type IdRule = string | ((id: DocId) => DocId);

/**
 * ids: an id rule, applied to hits or to both sides. text: a named text rule over hit.text ?? hit.id and gold passages ?? ids.
 * spans: a hit matches a gold span of its document that it overlaps.
 */
export type MatchRule =
  | { readonly ids: IdRule; readonly on: "hits" | "both" }
  | {
      readonly text: string;
      /** Least similarity that counts as a match; if absent that of the rule: 0.8 for fuzzy, 1 for the others. */
      readonly at?: number;
      /** Strictly more than `at`. */
      readonly above?: boolean;
      /** The tokeniser behind `overlap`. */
      readonly tokens?: string;
      /** Ids stand for texts where there are none, in hits and gold. Otherwise a gold without passages cannot tell. */
      readonly orIds?: true;
    }
  | {
      readonly spans: "overlap";
      /** Least share of the gold span that a hit must cover by itself; if absent, any of it. */
      readonly at?: number;
    };

/** How a ranking and its gold come together. Two metrics with the same rule share one join. */
export interface JoinRule {
  readonly match: MatchRule;
  /**
   * as-given: nothing is turned into anything else. The others flatten or group, and give both a list and groups:
   * groups = groups as given, a plain list is one group; one-group; each-own-group (a duplicate is one more group); each-distinct.
   */
  readonly shape: "as-given" | "groups" | "one-group" | "each-own-group" | "each-distinct";
  readonly unit: "chunk" | "doc";
  /** blank: keeps its rank, earns nothing. */
  readonly duplicates: "first" | "keep" | "blank" | "error";
  readonly nulls: "keep" | "drop-after-depth" | "error";
  /** The empty id; drop: in hits and gold. */
  readonly blank: "keep" | "error" | "drop";
  /** ignore: the tool knows no grades; a document is in the gold or it is not. listed: only a document of the list can have one. */
  readonly grades?: "ignore" | "listed";
  /** "k": cut at the metric's k before null ids are dropped. */
  readonly depth: "all" | "k" | number;
  /** input: a list keeps its order, an id → score mapping is ordered by score; score-if-any: by score, a list without scores as given. */
  readonly order: "input" | "score" | "score-if-any" | "given";
  readonly float: 32 | 64;
  /** drop: a hit whose id is the query's own. */
  readonly self?: "keep" | "drop";
  /** Hits that nobody judged, or with a negative grade, are left out after the order is settled. */
  readonly judgedOnly?: boolean;
  /** Gold that was not retrieved, appended as candidates: all one below the last score, ever lower but positive, or negative. */
  readonly tail?: "tied" | "below" | "negative";
  /** A score of this or less counts as not retrieved: the hit keeps its rank and earns nothing. */
  readonly floor?: number;
  /** Equal scores, where scores decide the order. */
  readonly ties: "id-desc" | "id-asc" | "given" | "given-reversed";
}

export interface Rounding {
  readonly digits: number;
  /** python: the exact decimal of the double, halves to even; numpy: multiply, then halves to even. */
  readonly how: "python" | "numpy";
}

export interface AverageRule {
  /**
   * A judged query that the run lacks: scored like an empty list and 0 where that has no value; left out (skipped);
   * scored like an empty list, whatever that gives; 0 without computing; or left out, and the tool refuses to average.
   */
  readonly missing: "zero" | "leave-out" | "compute" | "plain-zero" | "raise";
  readonly undefined: "skip" | "zero";
  /** A query whose gold holds nothing at all: no row, or 0. */
  readonly blankGold?: "drop" | "zero";
  /** Queries of the run that the gold lacks count too. */
  readonly over?: "retrieved";
  /** The divisor, where it is not the number of values: the queries of the gold. */
  readonly by?: "gold";
  /** Values are added up by query id, byte by byte, as the tool sorts them; in the order of the gold if absent. */
  readonly sorted?: true;
  /** Parameters of the metric for the summary, where they differ from those of the rows. */
  readonly params?: Params;
  /** geometric: the cells are logarithms. */
  readonly as: "mean" | "sum" | "none" | "geometric" | "variance" | "p90";
  readonly sum: "plain" | "compensated" | "exact";
  readonly scale: number;
  readonly round?: Rounding;
  /** The mean of nothing. */
  readonly empty: Score;
  /** There are queries, but none has a value; like `empty` if absent. */
  readonly unscored?: Score;
  /** One bad query decides the whole. */
  readonly poison?: readonly { readonly when: Poison; readonly then: Score }[];
}

/** unknown-query: the run has a query that the gold lacks; no-queries: nothing to average; a Because: some cell has that reason. */
export type Poison = GuardCondition | Because | "unknown-query" | "no-queries";

export const GUARD_CONDITIONS = [
  "empty-ranking",
  "empty-gold",
  "empty-both",
  "no-relevant-hit",
  "one-hit",
  "negative-grade-hit",
  "blank-hit",
  "blank-hit-ascii",
  "duplicate-hit",
  "gold-hole",
  "gold-empty-id",
  "gold-one-empty-group",
  "no-contexts",
  "blank-contexts",
  "contexts-in-question",
  "empty-question",
  "empty-reference",
  "empty-response",
] as const;
export type GuardCondition = (typeof GUARD_CONDITIONS)[number];
/** What a tool says before it computes. `is`: another metric answers instead. */
export interface Guard {
  readonly when: GuardCondition;
  readonly then: Score | { readonly is: string };
}

/** How raw words become numbers. */
export interface VerdictRule {
  readonly words: "literal" | "lower" | "trim" | "letters";
  /** A word that is neither yes nor no. raise: the tool raises; fail: we cannot tell. */
  readonly unknown: "no" | "drop" | "raise" | "fail";
  /** clamp: any number but 0 is yes; exact: only 0 and 1 can be read. */
  readonly numbers: "clamp" | "raw" | "exact";
  /** exact: 0, 1 or 2 and nothing else; number: any number. */
  readonly rating: "exact" | "highest-digit" | "number";
  /** A rating that cannot be read: is left out; if it is the first, leaves nothing; or makes the score fail. */
  readonly unread: "skip" | "first-decides" | "fail";
}

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
  readonly guard?: readonly Guard[];
  readonly otherwise?: Partial<Record<Because, Score>>;
  readonly pass?: number;
  /** The least cut-off the tool takes; 1 if absent. At 0 it looks at no hit at all. */
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
