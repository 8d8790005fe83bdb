import type { Derivation } from "../../core/derivation.ts";
import type { QueryId } from "../../core/ids.ts";
import { compareIds } from "../../core/ids.ts";
import { printMetric } from "../../core/metric-grammar.ts";
import type { Problem } from "../../core/problem.ts";
import type { JudgedRanking } from "../../core/ranking.ts";
import type { JoinRule, MatchRule } from "../../core/rules.ts";
import type { Score, Summary } from "../../core/score.ts";
import { VERSION } from "../../core/version.ts";
import { idRuleName } from "../../match/ids/parse.ts";
import { type Asked, type Plan, type Planner, zeroOf } from "../plan/plan.ts";
import type { Rules } from "../plan/rules.ts";
import { type Bounds, boundsOf } from "./bounds.ts";
import { scoreProblem } from "./problems.ts";
import type { ScoreColumns } from "./score-columns.ts";
import type { QueryAgain } from "./scoring.ts";
import { type Column, summarize } from "./summarize.ts";

/** What one bad query, or the run as a whole, makes of a metric's mean. */
export interface Poisoned {
  readonly byQuery: Map<number, Score>;
  whole?: Score;
}

interface ResultParts {
  readonly name: string;
  readonly asked: Asked & Rules;
  readonly planner: Planner;
  readonly plans: readonly Plan[];
  readonly queries: readonly QueryId[];
  readonly columns: ScoreColumns;
  readonly tags: ReadonlyMap<number, Readonly<Record<string, string>>>;
  readonly poisoned: readonly Poisoned[];
  /** By metric: the cells of its summary, where they are not those of its rows. */
  readonly summaries: ReadonlyMap<number, Column>;
  /** By metric: values of queries that the gold lacks, where the tool counts them. */
  readonly extra: ReadonlyMap<number, readonly number[]>;
  readonly unknown: number;
  readonly unanswerable: { readonly queries: number; readonly withHits: number };
  readonly problems: Problem[];
  readonly again: () => QueryAgain;
}

export type JsonScore = number | Exclude<Score, { status: "scored" }>;
export interface JsonSummary {
  readonly mean: number | null;
  readonly because?: string;
  readonly counts: Summary["counts"];
}
/** The shape of toJSON() and of `goldie eval --json`. */
export interface ResultJson {
  readonly goldie: string;
  readonly rules: Readonly<Record<string, unknown>>;
  readonly runs: readonly {
    readonly name: string;
    readonly summary: Readonly<Record<string, JsonSummary>>;
    readonly queries: Readonly<Record<QueryId, Readonly<Record<string, JsonScore>>>>;
    /** Queries of the gold that the run lacks. */
    readonly missing?: readonly QueryId[];
    readonly unanswerable?: { readonly queries: number; readonly withHits: number };
    readonly problems: readonly Problem[];
  }[];
}

/** Every score of a run, as columns, with means that carry their counts. */
export class Result {
  readonly name: string;
  /** In the order of the gold. */
  readonly queries: readonly QueryId[];
  /** As they were asked for. */
  readonly metrics: readonly string[];
  readonly problems: readonly Problem[];
  /** Unanswerable queries, and how many of them the run returned hits for. */
  readonly unanswerable: { readonly queries: number; readonly withHits: number };
  readonly #parts: ResultParts;
  readonly #at: Map<string, number>;
  readonly #queryAt: Map<QueryId, number>;
  #sorted: readonly number[] | undefined;

  constructor(parts: ResultParts) {
    this.#parts = parts;
    this.name = parts.name;
    this.queries = parts.queries;
    this.metrics = parts.plans.map((plan) => plan.key);
    this.problems = parts.problems;
    this.unanswerable = parts.unanswerable;
    this.#at = new Map(
      parts.plans.flatMap((plan, p) => [[plan.summaryKey, p] as const, [plan.key, p] as const]),
    );
    this.#queryAt = new Map(parts.queries.map((query, i) => [query, i]));
  }

  /** One cell. Any spelling of the metric will do. */
  score(query: QueryId, metric: string): Score {
    return this.#parts.columns.get(this.#metric(metric), this.#query(query));
  }

  /** Queries of the gold that the run lacks. */
  get missing(): readonly QueryId[] {
    return this.queries.filter((_, i) => this.#parts.columns.missing[i] === 1);
  }

  /** The metrics that have a value by query: tools show a few in their summary only. */
  get rowMetrics(): readonly string[] {
    return this.#parts.plans.filter((plan) => plan.in !== "summary").map((plan) => plan.key);
  }

  /** Is a higher or a lower value of this metric better? */
  direction(metric: string): "higher" | "lower" {
    return this.#parts.plans[this.#metric(metric)]!.metric.direction;
  }

  /** A column: values by query (0 where there is none) and states (0 scored, 1 undefined, 2 skipped, 3 failed). */
  column(metric: string): { readonly values: Float64Array; readonly states: Uint8Array } {
    const { values, states } = this.#parts.columns.columns[this.#metric(metric)]!;
    return { values, states };
  }

  /** The mean with its counts; under a dialect, the tool's own aggregate. */
  mean(metric: string): Summary {
    return this.#summary(this.#metric(metric));
  }

  summary(): Summary[] {
    return this.#parts.plans.flatMap((plan, p) => (plan.in === "rows" ? [] : [this.#summary(p)]));
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
    return new Map(
      [...byValue].map(([value, at]) => [
        value,
        this.#parts.plans.flatMap((plan, p) => (plan.in === "rows" ? [] : [this.#summary(p, at)])),
      ]),
    );
  }

  /** By query, its value of a tag. Queries without the tag are left out. */
  tagged(tag: string): Map<QueryId, string> {
    const names = this.tags();
    if (!names.includes(tag)) throw scoreProblem.error("unknown-tag", { tag, names });
    return new Map(
      [...this.#parts.tags].flatMap(([i, tags]) => {
        const value = tags[tag];
        return value === undefined ? [] : [[this.queries[i]!, value] as const];
      }),
    );
  }

  /** The tags that the gold's queries carry. */
  tags(): string[] {
    return [...new Set([...this.#parts.tags.values()].flatMap((tags) => Object.keys(tags)))];
  }

  /** Did the score reach the dialect's threshold? undefined where there is no score or no threshold. */
  passed(query: QueryId, metric: string): boolean | undefined {
    const p = this.#metric(metric);
    const score = this.#parts.columns.get(p, this.#query(query));
    const { pass } = this.#parts.plans[p]!;
    return score.status === "scored" && pass !== undefined ? score.value >= pass : undefined;
  }

  /** How a score came about; the Score itself where there is nothing to derive. Reads the gold and run that were given. */
  explain(query: QueryId, metric: string): Derivation | Score {
    const [i, p] = [this.#query(query), this.#metric(metric)];
    const { columns, again: make } = this.#parts;
    const score = columns.get(p, i);
    // What was not computed has no derivation: a failure, and a query that the run lacks.
    if (score.status === "failed" || score.status === "skipped" || columns.missing[i] === 1) return score;
    const again = make();
    return again.scorer.explain(again.query(i), p);
  }

  /** A query's ranking as the metric reads it, after the join; undefined where the gold cannot tell. */
  ranking(query: QueryId, metric: string): JudgedRanking | undefined {
    const again = this.#parts.again();
    return again.scorer.ranking(again.query(this.#query(query)), this.#metric(metric));
  }

  /** What the mean would be if unjudged hits were relevant, and between which values ties leave it. Reads the gold and run that were given. */
  bounds(metric: string): Bounds {
    const p = this.#metric(metric);
    return boundsOf(
      this.#parts.plans[p]!,
      p,
      this.queries.length,
      this.#parts.again(),
      this.#parts.columns,
      this.#poisoned(p),
    );
  }

  /** Every rule that was in force; `byMetric` where one metric has rules of its own; `metrics`: each one in our own terms. */
  get rules(): Readonly<Record<string, unknown>> {
    const { planner, plans, asked } = this.#parts;
    const base = planner.as;
    const common: Record<string, unknown> = {
      ...flat(base.join),
      missing: base.average.missing,
      undefined: base.average.undefined,
    };
    for (const field of Object.keys(common))
      if ((asked as Record<string, unknown>)[field] !== undefined)
        common[field] = field === "match" ? printed(asked.match!) : (asked as Record<string, unknown>)[field];
    const byMetric: Record<string, unknown> = {};
    for (const plan of plans) {
      const own: Record<string, unknown> = {
        ...flat(plan.join),
        missing: plan.average.missing,
        undefined: plan.average.undefined,
      };
      const differs = Object.fromEntries(
        Object.entries(own).filter(([field, x]) => JSON.stringify(x) !== JSON.stringify(common[field])),
      );
      if (plan.dialect !== base) differs.as = plan.dialect.id;
      if (plan.average.round !== undefined) differs.round = plan.average.round;
      if (plan.average.scale !== 1) differs.scale = plan.average.scale;
      if (plan.average.as !== "mean") differs.aggregate = plan.average.as;
      if (Object.keys(differs).length > 0) byMetric[plan.key] = differs;
    }
    return {
      as: base.id,
      ...(asked.options === undefined ? {} : { options: asked.options }),
      ...common,
      ...(Object.keys(byMetric).length > 0 ? { byMetric } : {}),
      metrics: Object.fromEntries(plans.map((plan) => [plan.key, printMetric(plan)])),
    };
  }

  toJSON(): ResultJson {
    const { plans, columns, queries } = this.#parts;
    const rows: Record<QueryId, Record<string, JsonScore>> = Object.create(null);
    for (let i = 0; i < queries.length; i++) {
      const row: Record<string, JsonScore> = {};
      for (let p = 0; p < plans.length; p++) {
        if (plans[p]!.in === "summary") continue;
        const score = columns.get(p, i);
        row[plans[p]!.key] = score.status === "scored" ? score.value : score;
      }
      rows[queries[i]!] = row;
    }
    const summary: Record<string, JsonSummary> = {};
    for (let p = 0; p < plans.length; p++) {
      if (plans[p]!.in === "rows") continue;
      const { mean, because, counts } = this.#summary(p);
      summary[plans[p]!.summaryKey] = {
        mean: mean ?? null,
        ...(because === undefined ? {} : { because }),
        counts,
      };
    }
    return {
      goldie: VERSION,
      rules: this.rules,
      runs: [
        {
          name: this.name,
          summary,
          queries: rows,
          ...(this.missing.length > 0 ? { missing: this.missing } : {}),
          ...(this.unanswerable.queries > 0 ? { unanswerable: this.unanswerable } : {}),
          problems: this.problems,
        },
      ],
    };
  }

  #summary(p: number, at?: readonly number[]): Summary {
    const { plans, columns, unknown, summaries, extra } = this.#parts;
    const plan = plans[p]!;
    const aggregate = summarize(
      summaries.get(p) ?? columns.columns[p]!,
      plan.average,
      // What a judge said does not come from the run.
      plan.metric.kind === "judged" ? new Uint8Array(columns.missing.length) : columns.missing,
      at === undefined ? unknown : 0,
      at,
      this.#poisoned(p, at),
      at === undefined ? extra.get(p) : undefined,
      zeroOf(plan),
      plan.average.sorted ? this.#byId() : undefined,
    );
    // Nothing could be found out: that is no mean of nothing, for which tools have words of their own.
    if (this.#poisoned(p, at) === undefined && columns.isBlocked(p, at))
      return {
        metric: plan.summaryKey,
        mean: undefined,
        because: columns.mostFailed(p, at) ? "failed" : "nothing-to-judge",
        counts: aggregate.counts,
      };
    // Where no tool has a word of its own for it, the cells say why there is no mean.
    const silent = aggregate.because === "nothing-to-judge";
    const because = !silent ? undefined : columns.mostFailed(p, at) ? "failed" : columns.commonReason(p, at);
    return { metric: plan.summaryKey, ...aggregate, ...(because === undefined ? {} : { because }) };
  }

  /** The queries in the order of their ids. */
  #byId(): readonly number[] {
    this.#sorted ??= [...this.queries.keys()].sort((a, b) => compareIds(this.queries[a]!, this.queries[b]!));
    return this.#sorted;
  }

  #poisoned(p: number, at?: readonly number[]): Score | undefined {
    const { whole, byQuery } = this.#parts.poisoned[p]!;
    if (at === undefined) return whole ?? byQuery.values().next().value;
    const bad = at.find((q) => byQuery.has(q));
    return bad === undefined ? undefined : byQuery.get(bad);
  }

  #metric(name: string): number {
    const known = this.#at.get(name);
    if (known !== undefined) return known;
    for (const { canonical } of this.#parts.planner.parse(name)) {
      const p = this.#parts.plans.findIndex((plan) => plan.canonical === canonical);
      if (p >= 0) {
        this.#at.set(name, p);
        return p;
      }
    }
    throw scoreProblem.error("metric-not-asked", { metric: name, names: this.metrics });
  }

  #query(query: QueryId): number {
    const i = this.#queryAt.get(query);
    if (i !== undefined) return i;
    throw scoreProblem.error("unknown-query/not-in-result", {}, { at: { query } });
  }
}

const flat = ({ match, ...rest }: JoinRule): Record<string, unknown> => ({ match: printed(match), ...rest });

/** JSON has no functions. */
const printed = (match: MatchRule): MatchRule =>
  "ids" in match ? { ...match, ids: idRuleName(match.ids) } : match;
