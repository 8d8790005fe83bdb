import { GoldieError } from "../core/problem.ts";
import { ProblemLog } from "../core/problem-log.ts";
import { scored, skipped, undefinedBecause } from "../core/score.ts";
import type { DocId, Judgement, Poison, Problem, QueryId, Score } from "../core/types.ts";
import { conditions, type Facts } from "./guards.ts";
import { missingQueries, Seen, unknownJudgements, unknownQueries } from "./hints.ts";
import { type Asked, type Plan, Planner, zeroOf } from "./plan.ts";
import {
  type GoldFacets,
  type GoldInput,
  type GoldValue,
  goldByQuery,
  type ReadGold,
  readGold,
} from "./read-gold.ts";
import { type ByQuery, ofObject } from "./read-input.ts";
import { emptyList, type RankingInput, type RunInput, readRanking, runByQuery } from "./read-run.ts";
import { Columns, type Poisoned, Result } from "./result.ts";
import { checkNames, type Rules } from "./rules.ts";
import { type QueryCase, QueryScorer, type ShapedByRule } from "./score-query.ts";

export type Judgements = Readonly<Record<QueryId, Judgement>> | ReadonlyMap<QueryId, Judgement>;

export interface PrepareOptions extends Asked, Rules {
  readonly gold: GoldInput;
  /** Judgements for the judged metrics, by query. A model is never called here. */
  readonly judgements?: Judgements;
}
export interface EvaluateOptions extends PrepareOptions {
  /** Not needed where all metrics read judgements only. */
  readonly run?: RunInput;
  /** The name of the run in the output. */
  readonly name?: string;
}
export interface EvaluateOneOptions extends Asked, Rules {
  readonly gold?: GoldValue;
  readonly hits?: RankingInput;
  readonly judgement?: Judgement;
}

/**
 * Scores a run against gold.
 * @example
 * evaluate({ gold: { q1: ["a", "b"] }, run: { q1: ["a", "x"] }, metrics: ["recall@5"] }).mean("recall@5").mean // 0.5
 */
export const evaluate = ({ run, name, ...options }: EvaluateOptions): Result =>
  prepare(options).evaluate(run, name);

/**
 * Scores one list.
 * @example
 * evaluateOne({ gold: ["a"], hits: ["x", "a"], metrics: ["rr"] }).rr // { status: "scored", value: 0.5 }
 */
export function evaluateOne({ gold, hits, judgement, ...asked }: EvaluateOneOptions): Record<string, Score> {
  const one = prepare({
    ...asked,
    gold: new Map([["q", gold ?? NO_GOLD]]),
    ...(judgement === undefined ? {} : { judgements: new Map([["q", judgement]]) }),
  });
  const scores = one.scores("q", hits);
  return Object.fromEntries(one.metrics.map((metric, i) => [metric, scores[i]!]));
}

const NO_GOLD: GoldFacets = { tags: {} };

/** Reads gold and metrics once, for many runs or lists. */
export const prepare = (options: PrepareOptions): Evaluator => new Evaluator(options);

export class Evaluator {
  /** The metrics, as they were asked for: the order of `scores`. */
  readonly metrics: readonly string[];
  readonly #planner: Planner;
  readonly #plans: readonly Plan[];
  readonly #gold: ByQuery<GoldValue>;
  readonly #judgements: ByQuery<Judgement>;
  readonly #asked: PrepareOptions;
  /** What was wrong with the gold as a whole, and with single lists. */
  readonly #goldProblems = new ProblemLog();
  readonly #listProblems = new ProblemLog();
  /** Gold that single lists were scored against, in the shape of every join rule. */
  readonly #known = new Map<QueryId, { readonly gold: ReadGold; readonly shaped: ShapedByRule }>();
  readonly #scorer: QueryScorer;

  constructor(options: PrepareOptions, plans?: readonly Plan[]) {
    checkNames(options);
    this.#asked = options;
    this.#planner = new Planner(options);
    this.#plans = plans ?? this.#planner.plans();
    this.metrics = this.#plans.map((plan) => plan.key);
    this.#gold = goldByQuery(options.gold, this.#goldProblems);
    const { judgements = {} } = options;
    this.#judgements =
      judgements instanceof Map ? judgements : ofObject(judgements as Readonly<Record<QueryId, Judgement>>);
    this.#scorer = new QueryScorer(this.#plans, this.#listProblems, this.#knownIds());
  }

  /** What was wrong with the input, so far. */
  get problems(): Problem[] {
    const all = new ProblemLog();
    all.merge(this.#goldProblems);
    all.merge(this.#listProblems);
    return all.list();
  }

  /** The score of one list under every metric, in the order of `metrics`. */
  scores(query: QueryId, hits?: RankingInput): Score[] {
    let known = this.#known.get(query);
    if (known === undefined) {
      known = { gold: this.#readGold(query, this.#listProblems), shaped: this.#scorer.shapes() };
      this.#known.set(query, known);
    }
    if (hits instanceof Error) return this.#plans.map(() => retrieverFailed(query, hits));
    const { gold, shaped } = known;
    const ranking = hits === undefined ? emptyList : readRanking(query, hits, this.#listProblems);
    const scores = this.#scorer.score({
      query,
      gold,
      shaped,
      ranking,
      judgement: this.#judgements.get(query),
    });
    if (hits !== undefined) return scores;
    return scores.map((score, p) =>
      this.#plans[p]!.metric.kind === "judged" || score.status === "skipped" ? score : skipped("ranking"),
    );
  }

  /** Scores a whole run. */
  evaluate(run?: RunInput, name = "run"): Result {
    const log = new ProblemLog();
    log.merge(this.#goldProblems);
    // A summary with parameters of its own is one more column that nobody sees.
    const shadows = this.#plans.flatMap((plan, p) =>
      plan.average.params === undefined
        ? []
        : [[p, { ...plan, params: { ...plan.params, ...plan.average.params } }] as const],
    );
    const plans = [...this.#plans, ...shadows.map(([, plan]) => plan)];
    const known = this.#knownIds();
    const scorer = new QueryScorer(plans, log, known);
    const judgedOnly = run === undefined && this.#plans.every((plan) => plan.metric.kind === "judged");
    const rankings = runByQuery(judgedOnly ? {} : (run as RunInput), log);
    const queries = [...this.#gold.keys()];
    const columns = new Columns(plans.length, queries.length);
    const tags = new Map<number, Readonly<Record<string, string>>>();
    const poisoned: Poisoned[] = this.#plans.map(() => ({ byQuery: new Map() }));
    const unanswerable = { queries: 0, withHits: 0 };
    const seen = new Seen();

    for (let i = 0; i < queries.length; i++) {
      const query = queries[i]!;
      const gold = this.#readGold(query, log);
      if (gold.tags !== undefined) tags.set(i, gold.tags);
      if (gold.answerable === false) unanswerable.queries++;
      const input = rankings.get(query);
      if (input instanceof Error) {
        const failure = retrieverFailed(query, input);
        log.add(failure.problem);
        for (let p = 0; p < plans.length; p++) columns.set(p, i, failure);
        continue;
      }
      const ranking = input === undefined ? emptyList : readRanking(query, input, log);
      if (gold.answerable === false && ranking.ids.length > 0) unanswerable.withHits++;
      const q: QueryCase = {
        query,
        gold,
        shaped: scorer.shapes(),
        ranking,
        judgement: this.#judgements.get(query),
      };
      const scores = scorer.score(q);
      seen.query(q, input, scorer, this.#plans, log);
      if (input === undefined) columns.missing[i] = 1;
      for (let p = 0; p < scores.length; p++) {
        const plan = plans[p]!;
        const missing = input === undefined && plan.metric.kind === "computed";
        const score = whenBlank(plan, gold, missing ? whenMissing(plan, scores[p]!) : scores[p]!);
        columns.set(p, i, score);
        const poison =
          missing && plan.average.missing === "raise"
            ? undefinedBecause("tool-raises")
            : plan.average.poison &&
              poisonOf(plan, score, input === undefined ? undefined : () => scorer.facts(q, p));
        if (poison !== undefined) poisoned[p]?.byQuery.set(i, poison);
      }
    }
    const unknown = unknownQueries(rankings, this.#gold, log);
    const extra = this.#extra(scorer, rankings, log);
    for (const [p, { average }] of this.#plans.entries())
      for (const { when, then } of average.poison ?? [])
        if ((when === "unknown-query" && unknown > 0) || (when === "no-queries" && columns.isEmpty(p)))
          poisoned[p]!.whole ??= then;
    unknownJudgements(this.#judgements, this.#gold, log);
    missingQueries(queries, columns.missing, this.#plans, log);
    seen.report(this.#plans, columns, log);
    const again = (i: number): QueryCase => {
      const query = queries[i]!;
      const input = rankings.get(query);
      const ranking =
        input === undefined || input instanceof Error
          ? emptyList
          : readRanking(query, input, new ProblemLog());
      return {
        query,
        gold: this.#readGold(query, new ProblemLog()),
        shaped: this.#scorer.shapes(),
        ranking,
        judgement: this.#judgements.get(query),
      };
    };
    return new Result({
      name,
      asked: this.#asked,
      planner: this.#planner,
      plans: this.#plans,
      queries,
      columns,
      tags,
      poisoned,
      summaries: new Map(shadows.map(([p], i) => [p, columns.columns[this.#plans.length + i]!])),
      extra,
      unknown,
      unanswerable,
      problems: log.list(),
      again: () => ({ scorer: new QueryScorer(this.#plans, new ProblemLog(), known), query: again }),
    });
  }

  /** Documents judged for any query, where a metric asks for them. */
  #knownIds(): ReadonlySet<DocId> | undefined {
    if (!this.#plans.some((plan) => plan.metric.needs.includes("known"))) return undefined;
    const ids = new Set<DocId>();
    for (const query of this.#gold.keys()) {
      const { graded, relevant, groups } = this.#readGold(query, new ProblemLog());
      for (const list of [graded?.ids, relevant, ...(groups ?? [])]) for (const id of list ?? []) ids.add(id);
    }
    return ids;
  }

  /** Values of queries that the gold lacks, for tools that average over the run. */
  #extra(scorer: QueryScorer, rankings: ByQuery<RankingInput>, log: ProblemLog): Map<number, number[]> {
    const extra = new Map(
      this.#plans.flatMap(({ average }, p) =>
        average.over === "retrieved" ? [[p, [] as number[]] as const] : [],
      ),
    );
    if (extra.size === 0) return extra;
    for (const query of rankings.keys()) {
      const input = rankings.get(query)!;
      if (this.#gold.has(query) || input instanceof Error) continue;
      const ranking = readRanking(query, input, log);
      const scores = scorer.score({
        query,
        gold: { relevant: [] },
        shaped: scorer.shapes(),
        ranking,
        judgement: undefined,
      });
      for (const [p, values] of extra) {
        const score = scores[p]!;
        if (score.status === "scored") values.push(score.value);
      }
    }
    return extra;
  }

  #readGold(query: QueryId, log: ProblemLog): ReadGold {
    const given = this.#gold.get(query);
    if (given === undefined)
      throw new GoldieError({
        code: "unknown-query",
        what: `the gold has no query ${query}`,
        fix: "add it, or leave this list out",
        at: { query },
      });
    return readGold(query, given, log);
  }
}

/** One query once more, for explanations and bounds. */
export interface QueryAgain {
  readonly scorer: QueryScorer;
  query(i: number): QueryCase;
}

const retrieverFailed = (query: QueryId, error: Error): Extract<Score, { status: "failed" }> => ({
  status: "failed",
  problem: {
    code: "retriever-failed",
    what: `query ${query}: ${error.message}`,
    fix: "see why the retriever failed, and ask again",
    at: { query },
  },
});

/** A judged query that the run lacks. */
function whenMissing(plan: Plan, score: Score): Score {
  switch (plan.average.missing) {
    case "leave-out":
    case "raise":
      return skipped("ranking");
    case "plain-zero":
      return scored(zeroOf(plan));
    case "compute":
      return score;
    default:
      // What an empty list scores, and 0 where that has no value; where 0 is the best there is, no value.
      return score.status === "undefined" &&
        score.because === "empty-ranking" &&
        plan.metric.direction === "higher"
        ? scored(zeroOf(plan))
        : score;
  }
}

/** A query whose gold holds nothing at all. */
function whenBlank(plan: Plan, { graded, relevant, groups }: ReadGold, score: Score): Score {
  const { blankGold } = plan.average;
  if (blankGold === undefined || (graded?.ids.length ?? relevant?.length ?? groups?.length ?? 0) > 0)
    return score;
  return blankGold === "zero" ? scored(zeroOf(plan)) : undefinedBecause("tool-absent");
}

/** What one bad query makes of the whole. Of a query that the run lacks nothing was given, so there is only its score. */
function poisonOf(plan: Plan, score: Score, facts: (() => Facts) | undefined): Score | undefined {
  const holds = (when: Poison): boolean => {
    if (score.status === "undefined" && score.because === when) return true;
    return (
      facts !== undefined &&
      Object.hasOwn(conditions, when) &&
      conditions[when as keyof typeof conditions](facts())
    );
  };
  return plan.average.poison?.find(({ when }) => holds(when))?.then;
}
