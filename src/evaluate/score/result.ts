import type { Derivation } from "../../core/derivation.ts";
import type { DocId, QueryId } from "../../core/ids.ts";
import { compareIds } from "../../core/ids.ts";
import type { Problem } from "../../core/problem.ts";
import type { JudgedRanking } from "../../core/ranking.ts";
import type { AverageRule } from "../../core/rules.ts";
import type { Score, Summary } from "../../core/score.ts";
import { shown } from "../../core/shown.ts";
import type { Abstention } from "../silence/abstention.ts";
import type { RunMisses } from "../why/missed.ts";
import { type PlacedItem, placesIn } from "../why/placed-items.ts";
import { missesOf } from "../why/result-misses.ts";
import { listsOf, type RunLists } from "../why/run-lists.ts";
import { INSPECT, inspected } from "./_inspected.ts";
import { type Bounds, boundsOf, noBounds, type UnjudgedScores, unjudgedAsRelevant } from "./bounds.ts";
import { meanInterval } from "./interval.ts";
import type { Leaks } from "./leaks.ts";
import type { MeasuredMetric } from "./measured-metric.ts";
import type { MetricNames } from "./metric-names.ts";
import { scoreProblem } from "./problems.ts";
import type { QueryAgain } from "./query-again.ts";
import { type ResultJson, resultJson, type UnanswerableQueries } from "./result-json.ts";
import type { ScoreColumns } from "./score-columns.ts";
import { summarize } from "./summarize.ts";

/** What one bad query, or the run as a whole, makes of a metric's mean. */
export interface Poisoned {
  readonly byQuery: Map<number, Score>;
  whole?: Score;
}

/** The scores of single queries, and what means are made from besides. */
export interface ResultCells {
  /** In the order of the gold. */
  readonly queries: readonly QueryId[];
  readonly columns: ScoreColumns;
  readonly tags: ReadonlyMap<number, Readonly<Record<string, string>>>;
  readonly poisoned: readonly Poisoned[];
  /** By metric: the column of its summary, where that is not the one of its rows. */
  readonly summaries: ReadonlyMap<number, number>;
  /** By metric: values of queries that the gold lacks, where the tool counts them. */
  readonly extra: ReadonlyMap<number, readonly number[]>;
}

/** What is left of a result whose scores of single queries were not kept. */
export interface MeansOnly {
  readonly missing: readonly QueryId[];
  /** By the name of the mean. */
  readonly means: ReadonlyMap<string, Summary>;
}

export interface ResultParts {
  /** The version that scored it. */
  readonly goldie: string;
  readonly name: string;
  readonly metrics: readonly MeasuredMetric[];
  readonly names: MetricNames;
  readonly rules: () => Readonly<Record<string, unknown>>;
  readonly cells: ResultCells | MeansOnly;
  /** Queries of the run that the gold lacks. */
  readonly unknown: number;
  readonly unanswerable: UnanswerableQueries;
  readonly forbidden: Leaks;
  readonly abstention?: Abstention;
  readonly problems: readonly Problem[];
  /** The gold as it was given: runs that were scored against the same one share it. */
  readonly gold?: object;
  /** What the gold of query i says, as a hash; absent where that is not known. */
  readonly goldHash?: (i: number) => string | undefined;
  /** Gold and hits once more; absent where they were not kept. */
  readonly again?: () => QueryAgain;
  /** The same with other metrics; absent where the hits were not kept. */
  readonly rescored?: (metrics: readonly string[]) => Result;
}

/** Every score of a run, as columns, with means that carry their counts. */
export class Result {
  readonly name: string;
  /** As they were asked for. */
  readonly metrics: readonly string[];
  readonly problems: readonly Problem[];
  /** The version of Goldie that scored it. */
  readonly version: string;
  /** Unanswerable queries, and how many of them the run returned hits for. */
  readonly unanswerable: UnanswerableQueries;
  /** Queries with forbidden documents, and those of them that came back. Nothing under a dialect. */
  readonly forbidden: Leaks;
  /** What a threshold on the top score would do for unanswerable queries; undefined where the gold has none. */
  readonly abstention: Abstention | undefined;
  readonly #parts: ResultParts;
  /** By metric, once it was asked for. */
  readonly #overAll: Summary[] = [];
  #queryAt: Map<QueryId, number> | undefined;
  #sorted: readonly number[] | undefined;
  #goldHashes: ReadonlyMap<QueryId, string> | undefined;
  /** By metric. */
  #unjudged: readonly (UnjudgedScores | undefined)[] | undefined;
  #explaining: QueryAgain | undefined;

  constructor(parts: ResultParts) {
    this.#parts = parts;
    this.name = parts.name;
    this.metrics = parts.metrics.map(({ key }) => key);
    this.problems = parts.problems;
    this.version = parts.goldie;
    this.unanswerable = parts.unanswerable;
    this.forbidden = parts.forbidden;
    this.abstention = parts.abstention;
  }

  /** In the order of the gold. */
  get queries(): readonly QueryId[] {
    return this.#cells.queries;
  }

  /** Are there scores of single queries? Where JSON holds means only, there are none. */
  get hasRows(): boolean {
    return !("means" in this.#parts.cells);
  }

  /** By query, a hash of what its gold says; empty where that is not known. Two that are equal stand for the same gold. */
  goldHashes(): ReadonlyMap<QueryId, string> {
    const { goldHash } = this.#parts;
    this.#goldHashes ??= new Map(
      this.queries.flatMap((query, i) => {
        const hash = goldHash?.(i);
        return hash === undefined ? [] : [[query, hash] as const];
      }),
    );
    return this.#goldHashes;
  }

  /** Were both scored against the same gold, in one go? */
  sharesGold(other: object): boolean {
    const { gold } = this.#parts;
    return gold !== undefined && other instanceof Result && other.#parts.gold === gold;
  }

  /** One cell. Any spelling of the metric will do. */
  score(query: QueryId, metric: string): Score {
    const { columns } = this.#cells;
    return columns.get(this.#metric(metric), this.#query(query));
  }

  /** Queries of the gold that the run lacks. */
  get missing(): readonly QueryId[] {
    const { cells } = this.#parts;
    if ("means" in cells) return cells.missing;
    return cells.queries.filter((_, i) => cells.columns.missing[i] === 1);
  }

  /** The metrics that have a value by query: tools show a few in their summary only. */
  get rowMetrics(): readonly string[] {
    return this.#parts.metrics.filter((one) => one.in !== "summary").map(({ key }) => key);
  }

  /** Is a higher or a lower value of this metric better? */
  direction(metric: string): "higher" | "lower" {
    const { direction } = this.#parts.metrics[this.#metric(metric)]!;
    if (direction === undefined) throw scoreProblem.error("not-kept/rows", {});
    return direction;
  }

  /** A metric as this result spells it. */
  keyOf(metric: string): string {
    return this.#parts.metrics[this.#metric(metric)]!.key;
  }

  /** What the mean of a metric is called; some tools have other names for it. */
  meanName(metric: string): string {
    return this.#parts.metrics[this.#metric(metric)]!.summaryKey;
  }

  /** Between which values the scores of a metric lie; undefined where the result does not know. */
  range(metric: string): readonly [number, number] | undefined {
    return this.#parts.metrics[this.#metric(metric)]!.range;
  }

  /** Is every score of this metric 0 or 1, so that its mean is a share? */
  yesNo(metric: string): boolean {
    return this.#parts.metrics[this.#metric(metric)]!.yesNo;
  }

  /** How the scores of single queries become one number. */
  aggregate(metric: string): AverageRule["as"] {
    return this.#parts.metrics[this.#metric(metric)]!.average.as;
  }

  /** A column: values by query (0 where there is none) and states (0 scored, 1 undefined, 2 skipped, 3 failed). */
  column(metric: string): { readonly values: Float64Array; readonly states: Uint8Array } {
    const { values, states } = this.#cells.columns.columns[this.#metric(metric)]!;
    return { values, states };
  }

  /** The mean with its counts; under a dialect, the tool's own aggregate. `queries`: of these alone. */
  mean(metric: string, queries?: readonly QueryId[]): Summary {
    return this.#summary(
      this.#metric(metric),
      queries?.map((query) => this.#query(query)),
    );
  }

  /** The same result under another name. */
  named(name: string): Result {
    return new Result({ ...this.#parts, name });
  }

  summary(): Summary[] {
    return this.#summaries();
  }

  /** The means of the queries that share a value of a tag. Queries without the tag are left out. */
  slices(tag: string): Map<string, Summary[]> {
    const byValue = new Map<string, number[]>();
    for (const [query, value] of this.tagged(tag)) {
      const i = this.#query(query);
      const list = byValue.get(value);
      if (list === undefined) byValue.set(value, [i]);
      else list.push(i);
    }
    return new Map([...byValue].map(([value, at]) => [value, this.#summaries(at)]));
  }

  /** By query, its value of a tag. Queries without the tag are left out. */
  tagged(tag: string): Map<QueryId, string> {
    const found = new Map<QueryId, string>();
    for (const [i, own] of this.#cells.tags) {
      const value = Object.hasOwn(own, tag) ? own[tag] : undefined;
      if (value !== undefined) found.set(this.queries[i]!, value);
    }
    if (found.size > 0) return found;
    const names = this.tags();
    if (!names.includes(tag)) throw scoreProblem.error("unknown-tag", { tag, names });
    return found;
  }

  /** The tags that the gold's queries carry. */
  tags(): string[] {
    const names = new Set<string>();
    for (const own of this.#cells.tags.values()) for (const name of Object.keys(own)) names.add(name);
    return [...names];
  }

  /** Did the score reach the dialect's threshold? undefined where there is no score or no threshold. */
  passed(query: QueryId, metric: string): boolean | undefined {
    const score = this.score(query, metric);
    const { pass } = this.#parts.metrics[this.#metric(metric)]!;
    return score.status === "scored" && pass !== undefined ? score.value >= pass : undefined;
  }

  /** How a score came about; the Score itself where there is nothing to derive. Reads the gold and run that were given. */
  explain(query: QueryId, metric: string): Derivation | Score {
    const { columns } = this.#cells;
    const [p, i] = [this.#metric(metric), this.#query(query)];
    const again = this.#again;
    const score = columns.get(p, i);
    // What was not computed has no derivation: a failure, and a query that the run lacks.
    if (score.status === "failed" || score.status === "skipped" || columns.missing[i] === 1) return score;
    // A derivation holds nothing of the scorer, so that one will do for all.
    this.#explaining ??= again();
    const { scorer, query: caseOf } = this.#explaining;
    return scorer.explain(caseOf(i), p);
  }

  /**
   * What is missing from the top k hits of each query, and why, and which forbidden documents are among them. Default k:
   * the largest cut-off of the metrics, or 10. Reads the gold and run again.
   */
  missed(k?: number): RunMisses {
    if (k !== undefined && !(Number.isInteger(k) && k > 0))
      throw scoreProblem.error("bad-cutoff/missed", { found: shown(k) });
    return missesOf(this.name, this.queries, this.#again(), k);
  }

  /**
   * By query, its hits as the rules match them, and where each thing to find is among them; k as in `missed`. Reads the gold and run that were given.
   */
  places(k?: number): {
    readonly ids: (query: QueryId) => readonly DocId[];
    readonly items: (query: QueryId) => readonly PlacedItem[];
  } {
    const { ids, items } = placesIn(this.#again(), k);
    return { ids: (query) => ids(this.#query(query)), items: (query) => items(this.#query(query), query) };
  }

  /** By query, its gold and its hits beside each other; k as in `missed`. Reads the gold and run that were given. */
  lists(k?: number): RunLists {
    return listsOf(this.#again(), (query) => this.#query(query), k);
  }

  /** The same run by other metrics, under the same rules. Reads the gold and run that were given. */
  withMetrics(metrics: readonly string[]): Result {
    const { rescored } = this.#parts;
    if (rescored === undefined) throw scoreProblem.error("not-kept/hits", {});
    return rescored(metrics);
  }

  /** The n queries with the worst scores of a metric, worst first; of the first metric if none is named. Queries without a score are left out. */
  worst(
    n = 5,
    metric: string | undefined = this.rowMetrics[0],
  ): { readonly query: QueryId; readonly value: number }[] {
    if (metric === undefined) return [];
    const { values, states } = this.column(metric);
    const sign = this.direction(metric) === "higher" ? 1 : -1;
    return [...values.keys()]
      .filter((i) => states[i] === 0)
      .sort((a, b) => sign * (values[a]! - values[b]!) || a - b)
      .slice(0, n)
      .map((i) => ({ query: this.queries[i]!, value: values[i]! }));
  }

  /** A query's ranking as the metric reads it, after the join; undefined where the gold cannot tell. */
  ranking(query: QueryId, metric: string): JudgedRanking | undefined {
    const [p, i] = [this.#metric(metric), this.#query(query)];
    const again = this.#again();
    return again.scorer.ranking(again.query(i), p);
  }

  /** What the mean would be if unjudged hits were relevant, and between which values ties leave it. Reads the gold and run that were given. */
  bounds(metric: string): Bounds {
    const p = this.#metric(metric);
    const { queries, columns } = this.#cells;
    return boundsOf(p, queries.length, this.#again(), columns, this.#poisoned(p));
  }

  /** Scores by query as if unjudged hits were relevant, and how many of them the metric looks at. Reads the gold and run that were given. */
  ifUnjudgedRelevant(metric: string): UnjudgedScores {
    const { queries, columns } = this.#cells;
    const p = this.#metric(metric);
    const again = this.#again();
    this.#unjudged ??= unjudgedAsRelevant(queries.length, again, columns);
    const found = this.#unjudged[p];
    if (found === undefined) throw noBounds(again.plans[p]!);
    return found;
  }

  /** All rules in effect; `byMetric` if a metric has its own rules; `metrics`: each one in Goldie's terms. */
  get rules(): Readonly<Record<string, unknown>> {
    return this.#parts.rules();
  }

  /** Everything as plain data, which `readResult` makes a Result of again. */
  toJSON(): ResultJson {
    return resultJson(this.#parts, this.#cells, this.summary(), this.goldHashes());
  }

  /** As `console.log` shows it in Node: the name, the means, and the counts that are not 0. */
  [INSPECT](): string {
    return inspected(this.name, this.summary());
  }

  get #cells(): ResultCells {
    const { cells } = this.#parts;
    if ("means" in cells) throw scoreProblem.error("not-kept/rows", {});
    return cells;
  }

  get #again(): () => QueryAgain {
    const { again } = this.#parts;
    if (again === undefined) throw scoreProblem.error("not-kept/hits", {});
    return again;
  }

  #summaries(at?: readonly number[]): Summary[] {
    return this.#parts.metrics.flatMap((one, p) => (one.in === "rows" ? [] : [this.#summary(p, at)]));
  }

  #summary(p: number, at?: readonly number[]): Summary {
    // Over all queries it is asked for again and again, and a column can be long.
    if (at !== undefined) return this.#summarized(p, at);
    this.#overAll[p] ??= this.#summarized(p);
    return this.#overAll[p];
  }

  #summarized(p: number, at?: readonly number[]): Summary {
    const { metrics, unknown, cells } = this.#parts;
    const { summaryKey: metric, average, judged, zero } = metrics[p]!;
    if ("means" in cells) {
      const mean = cells.means.get(metric);
      if (mean === undefined) throw scoreProblem.error("not-kept/rows", {});
      return mean;
    }
    const { columns, summaries, extra } = cells;
    const poisoned = this.#poisoned(p, at);
    const column = columns.columns[summaries.get(p) ?? p]!;
    const others = at === undefined ? extra.get(p) : undefined;
    const aggregate = summarize(
      column,
      average,
      // Judgements do not come from the run.
      judged ? new Uint8Array(columns.missing.length) : columns.missing,
      at === undefined ? unknown : 0,
      at,
      poisoned,
      others,
      zero,
      average.sorted ? this.#byId() : undefined,
    );
    // No query could be scored; that differs from a mean over no queries, for which tools have their own value.
    if (poisoned === undefined && columns.isBlocked(p, at))
      return {
        metric,
        mean: undefined,
        because: columns.mostFailed(p, at) ? "failed" : "nothing-to-judge",
        counts: aggregate.counts,
      };
    // Without a tool-specific value, the cells give the reason for the missing mean.
    const silent = aggregate.because === "nothing-to-judge";
    const because = !silent ? undefined : columns.mostFailed(p, at) ? "failed" : columns.commonReason(p, at);
    const interval =
      poisoned !== undefined || (others?.length ?? 0) > 0
        ? undefined
        : meanInterval(column, average, metrics[p]!, aggregate.counts, at);
    return {
      metric,
      ...aggregate,
      ...(because === undefined ? {} : { because }),
      ...(interval === undefined ? {} : { interval }),
    };
  }

  /** The queries in the order of their ids. */
  #byId(): readonly number[] {
    this.#sorted ??= [...this.queries.keys()].sort((a, b) => compareIds(this.queries[a]!, this.queries[b]!));
    return this.#sorted;
  }

  #poisoned(p: number, at?: readonly number[]): Score | undefined {
    const { whole, byQuery } = this.#cells.poisoned[p]!;
    if (at === undefined) return whole ?? byQuery.values().next().value;
    const bad = at.find((q) => byQuery.has(q));
    return bad === undefined ? undefined : byQuery.get(bad);
  }

  #metric(name: string): number {
    return this.#parts.names.at(name);
  }

  #query(query: QueryId): number {
    this.#queryAt ??= new Map(this.queries.map((one, i) => [one, i]));
    const i = this.#queryAt.get(query);
    if (i !== undefined) return i;
    throw scoreProblem.error("unknown-query/not-in-result", {}, { at: { query } });
  }
}
