import { GoldieError } from "../core/problem.ts";
import { skipped, zero } from "../core/score.ts";
import type { Judgement, Problem, QueryId, Score } from "../core/types.ts";
import { conditions } from "./guards.ts";
import { type Asked, type Plan, Planner, type Rules } from "./plan.ts";
import { ProblemLog } from "./problem-log.ts";
import { type GoldInput, type GoldValue, goldByQuery, type ReadGold, readGold } from "./read-gold.ts";
import {
  emptyList,
  lostOrder,
  type Ranking,
  type RankingInput,
  type RunByQuery,
  type RunInput,
  readRanking,
  runByQuery,
} from "./read-run.ts";
import { Columns, Result } from "./result.ts";
import { type QueryCase, QueryScorer, type ShapedByRule } from "./score-query.ts";

export type Judgements = Readonly<Record<QueryId, Judgement>> | ReadonlyMap<QueryId, Judgement>;

export interface PrepareOptions extends Asked, Rules {
  readonly gold: GoldInput;
  /** Judgements for the judged metrics, by query. A model is never called here. */
  readonly judgements?: Judgements;
}
export interface EvaluateOptions extends PrepareOptions {
  readonly run: RunInput;
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
export const evaluate = (options: EvaluateOptions): Result =>
  prepare(options).evaluate(options.run, options.name);

/**
 * Scores one list.
 * @example
 * evaluateOne({ gold: ["a"], hits: ["x", "a"], metrics: ["rr"] }).rr // { status: "scored", value: 0.5 }
 */
export function evaluateOne({ gold, hits, judgement, ...asked }: EvaluateOneOptions): Record<string, Score> {
  const one = prepare({
    ...asked,
    gold: new Map([["q", gold ?? {}]]),
    ...(judgement === undefined ? {} : { judgements: new Map([["q", judgement]]) }),
  });
  const scores = one.scores("q", hits ?? []);
  return Object.fromEntries(one.metrics.map((metric, i) => [metric, scores[i]!]));
}

/** Reads gold and metrics once, for many runs or lists. */
export const prepare = (options: PrepareOptions): Evaluator => new Evaluator(options);

export class Evaluator {
  /** The metrics, as they were asked for: the order of `scores`. */
  readonly metrics: readonly string[];
  readonly #planner: Planner;
  readonly #plans: readonly Plan[];
  readonly #gold: ReturnType<typeof goldByQuery>;
  readonly #judgements: Judgements;
  readonly #asked: PrepareOptions;
  readonly #problems = new ProblemLog();
  /** Gold that single lists were scored against, in the shape of every join rule. */
  readonly #shaped = new Map<QueryId, { gold: ReadGold; shaped: ShapedByRule }>();
  readonly #scorer: QueryScorer;

  constructor(options: PrepareOptions, plans?: readonly Plan[]) {
    this.#asked = options;
    this.#planner = new Planner(options);
    this.#plans = plans ?? this.#planner.plans();
    this.metrics = this.#plans.map((plan) => plan.key);
    this.#gold = goldByQuery(options.gold, this.#problems);
    this.#judgements = options.judgements ?? {};
    this.#scorer = new QueryScorer(this.#plans, this.#problems);
  }

  /** What was wrong with the input, so far. */
  get problems(): Problem[] {
    return this.#problems.list();
  }

  /** The score of one list under every metric, in the order of `metrics`. */
  scores(query: QueryId, hits: RankingInput): Score[] {
    let known = this.#shaped.get(query);
    if (known === undefined) {
      const given =
        this.#gold instanceof Map ? this.#gold.get(query) : (this.#gold as Record<string, GoldValue>)[query];
      if (given === undefined)
        throw new GoldieError({
          code: "unknown-query",
          what: `the gold has no query ${query}`,
          fix: "add it, or leave this list out",
          at: { query },
        });
      known = { gold: readGold(query, given), shaped: this.#scorer.shapes() };
      this.#shaped.set(query, known);
    }
    if (hits instanceof Error) return this.#plans.map(() => retrieverFailed(query, hits));
    const ranking = readRanking(query, hits, this.#problems);
    return this.#scorer.score({
      query,
      gold: known.gold,
      shaped: known.shaped,
      ranking,
      judgement: this.#judgement(query),
    });
  }

  /** Scores a whole run. */
  evaluate(run: RunInput, name = "run"): Result {
    const log = new ProblemLog();
    for (const problem of this.#problems.list()) log.add(problem);
    const scorer = new QueryScorer(this.#plans, log);
    const rankings = runByQuery(run, log);
    const gold = this.#gold;
    const queries = gold instanceof Map ? [...gold.keys()] : Object.keys(gold);
    const columns = new Columns(this.#plans.length, queries.length);
    const tags = new Map<number, Readonly<Record<string, string>>>();
    const poisoned: (Score | undefined)[] = this.#plans.map(() => undefined);
    const seen = { known: 0, hits: false, matched: false };
    const unanswerable = { queries: 0, withHits: 0 };
    const given = (query: QueryId): GoldValue =>
      gold instanceof Map ? gold.get(query)! : (gold as Record<string, GoldValue>)[query]!;

    for (let i = 0; i < queries.length; i++) {
      const query = queries[i]!;
      const read = readGold(query, given(query));
      if (read.tags !== undefined) tags.set(i, read.tags);
      checkGroups(query, read, log);
      const input = rankings.get(query);
      if (input !== undefined) seen.known++;
      if (input instanceof Error) {
        for (let p = 0; p < this.#plans.length; p++) columns.set(p, i, retrieverFailed(query, input));
        continue;
      }
      const ranking = input === undefined ? emptyList : this.#read(query, input, log);
      if (read.answerable === false) {
        unanswerable.queries++;
        if (ranking.ids.length > 0) unanswerable.withHits++;
      }
      const q: QueryCase = {
        query,
        gold: read,
        shaped: scorer.shapes(),
        ranking,
        judgement: this.#judgement(query),
      };
      const scores = scorer.score(q);
      if (ranking.ids.length > 0) {
        seen.hits = true;
        seen.matched ||= scorer.anyJudged();
      }
      for (let p = 0; p < scores.length; p++) {
        const plan = this.#plans[p]!;
        const score =
          input === undefined && plan.metric.kind === "computed" ? whenMissing(plan, scores[p]!) : scores[p]!;
        columns.set(p, i, score);
        if (plan.average.poison !== undefined && input !== undefined)
          for (const { when, then } of plan.average.poison)
            if (conditions[when](scorer.facts(q, p))) poisoned[p] ??= then;
      }
      if (input === undefined) columns.missing[i] = 1;
    }
    this.#hintGroups(columns, log);
    const unknown = this.#unknown(rankings, seen.known, queries.length, log);
    if (seen.hits && !seen.matched) log.add(nothingMatches(queries, given, rankings));
    const again = (): QueryAgain => ({
      scorer: new QueryScorer(this.#plans, new ProblemLog()),
      query: (i) => {
        const query = queries[i]!;
        const input = rankings.get(query);
        const quiet = new ProblemLog();
        const read = readGold(query, given(query));
        const shaped = new QueryScorer(this.#plans, quiet).shapes();
        const ranking =
          input === undefined || input instanceof Error ? emptyList : readRanking(query, input, quiet);
        return { query, gold: read, shaped, ranking, judgement: this.#judgement(query) };
      },
    });
    return new Result({
      name,
      asked: this.#asked,
      planner: this.#planner,
      plans: this.#plans,
      queries,
      columns,
      tags,
      poisoned,
      unknown,
      unanswerable,
      problems: log.list(),
      again,
    });
  }

  #read(query: QueryId, input: RankingInput, log: ProblemLog): Ranking {
    const ranking = readRanking(query, input, log);
    const { join } = this.#plans[0]!;
    const byGiven =
      join.order === "given" ||
      (ranking.scores !== undefined && (join.ties === "given" || join.ties === "given-reversed"));
    if (byGiven && lostOrder(ranking, input))
      log.add({
        code: "lost-order",
        what: `ranking of query ${query}: its ids look like whole numbers, and a plain object puts those first, in ascending order`,
        why: "the order in which they were written is lost, and here it matters",
        fix: "pass a Map, or a list of ids or hits",
        at: { query },
      });
    return ranking;
  }

  /** Metrics over documents cannot read groups: say which one can. */
  #hintGroups(columns: Columns, log: ProblemLog): void {
    const names: string[] = [];
    let queries = 0;
    for (const [p, plan] of this.#plans.entries()) {
      const skippedHere = columns.countSkipped(p, "grades");
      if (skippedHere === 0) continue;
      names.push(plan.key);
      queries = Math.max(queries, skippedHere);
    }
    if (queries > 0)
      log.add({
        code: "no-grades",
        what: `${queries} ${queries === 1 ? "query has" : "queries have"} no relevant list and no grades, so ${names.join(", ")} skipped ${queries === 1 ? "it" : "them"}`,
        why: "gold in groups says which documents stand in for one another, not how many are relevant",
        fix: "ask for group-recall, group-rr, group-ap, group-ndcg or all-groups beside them, or give grades too",
      });
  }

  #judgement(query: QueryId): Judgement | undefined {
    const j = this.#judgements;
    return j instanceof Map
      ? j.get(query)
      : Object.hasOwn(j, query)
        ? (j as Record<QueryId, Judgement>)[query]
        : undefined;
  }

  /** Queries of the run that the gold does not have. */
  #unknown(rankings: RunByQuery, known: number, queries: number, log: ProblemLog): number {
    const gold = this.#gold;
    const has = (query: QueryId) => (gold instanceof Map ? gold.has(query) : Object.hasOwn(gold, query));
    let unknown = 0;
    let first: QueryId | undefined;
    for (const query of rankings.keys())
      if (!has(query)) {
        unknown++;
        first ??= query;
      }
    if (unknown > 0)
      log.add({
        code: "unknown-query",
        what: `${unknown} of the run's queries are not in the gold, the first is ${first}; they were left out`,
        fix:
          known === 0 && queries > 0
            ? "no query is in both: check that the query ids are the same"
            : "add gold for them, or leave them out of the run",
      });
    return unknown;
  }
}

/** One query once more, for explanations and bounds. */
export interface QueryAgain {
  readonly scorer: QueryScorer;
  query(i: number): QueryCase;
}

const retrieverFailed = (query: QueryId, error: Error): Score => ({
  status: "failed",
  problem: {
    code: "retriever-failed",
    what: `query ${query}: ${error.message}`,
    fix: "see why the retriever failed, and ask again",
    at: { query },
  },
});

/** A judged query that the run lacks: what an empty list scores, and 0 where that has no value. */
function whenMissing(plan: Plan, score: Score): Score {
  if (plan.average.missing === "leave-out") return skipped("ranking");
  return score.status === "undefined" && score.because === "empty-ranking" ? zero : score;
}

function checkGroups(query: QueryId, gold: ReadGold, log: ProblemLog): void {
  if (gold.groups === undefined) return;
  for (const group of gold.groups)
    if (group.length === 0)
      log.add({
        code: "empty-group",
        what: `gold of query ${query} has an empty group, which nothing can satisfy`,
        fix: "remove it",
        at: { query },
      });
}

function nothingMatches(
  queries: readonly QueryId[],
  given: (query: QueryId) => GoldValue,
  rankings: RunByQuery,
): Problem {
  const like = (): string => {
    for (const query of queries) {
      const input = rankings.get(query);
      if (input === undefined || input instanceof Error) continue;
      const { ids } = readRanking(query, input, new ProblemLog());
      const { relevant, graded, groups } = readGold(query, given(query));
      const gold = relevant?.[0] ?? graded?.ids[0] ?? groups?.[0]?.[0];
      if (ids[0] !== undefined && gold !== undefined)
        return `; gold ids look like ${JSON.stringify(gold)}, hits like ${JSON.stringify(ids[0])}`;
    }
    return "";
  };
  return {
    code: "nothing-matches",
    what: `no hit of any query is in its gold${like()}`,
    why: "a table of zeros usually means that ids are written differently on the two sides",
    fix: "write ids the same way on both sides, or choose a match rule",
  };
}
