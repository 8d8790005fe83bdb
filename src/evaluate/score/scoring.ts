/** A run on its way through the metrics, query by query: what comes in, in any order, becomes cells and counts. */

import type { DocId, QueryId } from "../../core/ids.ts";
import type { Judgement } from "../../core/judgement.ts";
import { GoldieError, type Problem } from "../../core/problem.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import type { JudgedRanking } from "../../core/ranking.ts";
import type { Score } from "../../core/score.ts";
import { undefinedBecause } from "../../core/score.ts";
import { VERSION } from "../../core/version.ts";
import { ofRun } from "../input/problems.ts";
import { type GoldValue, type ReadGold, readGold } from "../input/read-gold.ts";
import type { ByQuery } from "../input/read-input.ts";
import { emptyList, type RankingInput, readRanking } from "../input/read-run.ts";
import { rankingToJoin } from "../join/mapping-ranking.ts";
import { type AskedMetrics, depthOf, type Plan, Planner } from "../plan/plan.ts";
import type { Rules } from "../plan/rules.ts";
import { TopScores } from "../silence/top-scores.ts";
import { missingQueries, RunWatcher, unknownJudgements, unknownQueries } from "./_run-problems.ts";
import { poisonOf, whenBlank, whenMissing } from "./_settle.ts";
import type { CellSource, CellsMade, CountedQuery } from "./cells.ts";
import { goldHash } from "./gold-hash.ts";
import type { LeakedDocument } from "./leaks.ts";
import { measuredMetric } from "./measured-metric.ts";
import { MetricNames } from "./metric-names.ts";
import { scoreProblem } from "./problems.ts";
import { goldOf, rememberingLast } from "./query-again.ts";
import { type Poisoned, Result } from "./result.ts";
import { rulesInForce } from "./rules-in-force.ts";
import { ScoreColumns } from "./score-columns.ts";
import { type QueryCase, QueryScorer } from "./score-query.ts";

interface ScoringParts {
  readonly name: string;
  readonly asked: AskedMetrics & Rules;
  readonly planner: Planner;
  readonly plans: readonly Plan[];
  readonly gold: ByQuery<GoldValue>;
  readonly judgements: ByQuery<Judgement>;
  /** Documents judged for any query, where a metric asks for them. */
  readonly known: ReadonlySet<DocId> | undefined;
  /** What was wrong with the gold as a whole. */
  readonly problems: ProblemLog;
  readonly columns: ((plans: number, queries: number) => ScoreColumns) | undefined;
}

export class Scoring implements CellSource {
  /** The queries of the gold, in its order. */
  readonly queries: readonly QueryId[];
  readonly log: ProblemLog = new ProblemLog();
  /** Hears of each query's ranking as the first metric reads it. It is overwritten by the next one. */
  onRanking: ((query: QueryId, ranking: JudgedRanking | undefined) => void) | undefined;
  readonly #columns: ScoreColumns;
  /** Queries of the run that the gold has. */
  #known = 0;
  /** Unanswerable queries that the run has hits for. */
  #unanswered = 0;
  readonly #poisoned: readonly Poisoned[];
  readonly #seen: RunWatcher = new RunWatcher();
  readonly #parts: ScoringParts;
  /** Including hidden columns: a summary with its own parameters needs an extra one. */
  readonly #plans: readonly Plan[];
  readonly #shadows: readonly number[];
  /** By plan: 1 if the score of a list is its cell, independent of other queries. */
  readonly #asScored: Uint8Array;
  readonly #scorer: QueryScorer;
  /** By query: 1 where it was added. */
  readonly #added: Uint8Array;
  readonly #tags = new Map<number, Readonly<Record<string, string>>>();
  #unanswerable = 0;
  #unanswerableFailed = 0;
  /** Other tools know no forbidden documents: a dialect says nothing of them. */
  readonly #tellsLeaks: boolean;
  #forbidding = 0;
  /** Absent where no query is unanswerable, or no metric reads a ranking. */
  readonly #topScores: TopScores | undefined;
  readonly #leaked = new Map<number, readonly LeakedDocument[]>();
  #unknown = 0;
  #firstUnknown: QueryId | undefined;
  readonly #extra: Map<number, number[]>;

  constructor(parts: ScoringParts) {
    this.#parts = parts;
    const { plans } = parts;
    this.log.merge(parts.problems);
    this.#shadows = plans.flatMap((plan, p) => (plan.average.params === undefined ? [] : [p]));
    this.#plans = scoredPlans(plans);
    this.#asScored = Uint8Array.from(this.#plans, ({ average: { blankGold, poison } }) =>
      blankGold === undefined && poison === undefined ? 1 : 0,
    );
    this.#scorer = new QueryScorer(this.#plans, this.log, parts.known);
    this.#tellsLeaks = parts.planner.isTextbook && this.#scorer.readsRankings;
    const ranked = plans.find(({ metric }) => metric.kind === "computed");
    if (ranked !== undefined && hasUnanswerable(parts.gold)) this.#topScores = new TopScores(ranked.join);
    this.queries = [...parts.gold.keys()];
    const make = parts.columns ?? ((metrics, queries) => new ScoreColumns(metrics, queries));
    this.#columns = make(this.#plans.length, this.queries.length);
    this.#added = new Uint8Array(this.queries.length);
    this.#poisoned = plans.map(() => ({ byQuery: new Map() }));
    this.#extra = new Map(
      plans.flatMap(({ average }, p) => (average.over === "retrieved" ? [[p, [] as number[]] as const] : [])),
    );
  }

  /** Whether queries that the gold lacks are scored too. */
  get scoresUnknown(): boolean {
    return this.#extra.size > 0;
  }

  /** Was query i scored before? */
  has(i: number): boolean {
    return this.#added[i] === 1;
  }

  /** Scores query i of the gold. undefined: the run lacks it. */
  add(i: number, input: RankingInput | undefined): void {
    const { log } = this;
    const columns = this.#columns;
    const { plans } = this.#parts;
    const query = this.queries[i]!;
    this.#added[i] = 1;
    if (input !== undefined) this.#known++;
    const gold = this.#goldAt(i, log);
    if (gold.tags !== undefined) this.#tags.set(i, gold.tags);
    if (gold.answerable === false) this.#unanswerable++;
    if (input instanceof Error) {
      const failure = retrieverFailed(query, input);
      log.add(failure.problem);
      if (gold.answerable === false) this.#unanswerableFailed++;
      for (let p = 0; p < this.#plans.length; p++) columns.set(p, i, failure);
      return;
    }
    const ranking = input === undefined ? emptyList : rankingToJoin(query, input, log);
    if (gold.answerable === false && ranking.length > 0) this.#unanswered++;
    const q: QueryCase = {
      query,
      gold,
      shaped: this.#scorer.shapes(),
      ranking,
      judgement: this.#parts.judgements.get(query),
    };
    const scores = this.#scorer.score(q);
    this.#seen.query(q, input, this.#scorer, this.#parts.plans, log);
    if (gold.forbidden !== undefined && this.#tellsLeaks) this.#leaks(i, q);
    if (input === undefined) columns.missing[i] = 1;
    this.#topScores?.add(ranking, gold.answerable !== false);
    this.onRanking?.(query, this.#scorer.ranking(q, 0));
    for (let p = 0; p < scores.length; p++) {
      const settled = input !== undefined && this.#asScored[p] === 1;
      const score = settled ? scores[p]! : this.#settled(p, i, q, scores[p]!, input === undefined);
      columns.set(p, i, score);
      // Judge failures are only reported here.
      if (score.status === "failed" && plans[p]?.metric.kind === "judged") log.add(score.problem);
    }
  }

  /** Scores query i of the gold from what was counted elsewhere. */
  addCounted(i: number, counted: CountedQuery): void {
    const { log } = this;
    const query = this.queries[i]!;
    this.#added[i] = 1;
    this.#known++;
    const gold = this.#goldAt(i, log);
    if (gold.tags !== undefined) this.#tags.set(i, gold.tags);
    if (gold.answerable === false) this.#unanswerable++;
    if (gold.answerable === false && counted.length > 0) this.#unanswered++;
    const q: QueryCase = {
      query,
      gold,
      shaped: this.#scorer.shapes(),
      ranking: emptyList,
      judgement: this.#parts.judgements.get(query),
    };
    this.#seen.gold(q, this.#parts.plans, log);
    if (gold.forbidden !== undefined && this.#tellsLeaks) this.#forbidding++;
    this.#topScores?.addTop(counted.topScore, counted.length, gold.answerable !== false);
    this.#scorer.scoreBy(q, counted.score).forEach((score, p) => {
      this.#columns.set(p, i, this.#asScored[p] === 1 ? score : this.#settled(p, i, q, score, false));
    });
    const wanted = q.shaped.find((shape) => shape !== undefined)?.listed.length ?? 0;
    this.#seen.counted(counted, wanted);
  }

  get name(): string {
    return this.#parts.name;
  }

  /** Queries of the run that the gold lacks, counted elsewhere. */
  countUnknown(queries: number, first: QueryId): void {
    this.#unknown += queries;
    this.#firstUnknown ??= first;
  }

  /** Whether so little was found that ids may be written differently on both sides: then some hits are worth a look. */
  get looksUnmatched(): boolean {
    return this.#seen.looksUnmatched;
  }

  /** The first hits of query i, for that look. */
  addSample(i: number, ids: readonly DocId[]): void {
    this.#seen.sample(this.queries[i]!, this.#goldAt(i, new ProblemLog()), { ...emptyList, ids });
  }

  #leaks(i: number, q: QueryCase): void {
    this.#forbidding++;
    const leaked = this.#scorer.leaks(q, depthOf(this.#parts.plans));
    if (leaked.length > 0) this.#leaked.set(i, leaked);
  }

  /** A cell that is not for its query's score alone to decide. */
  #settled(p: number, i: number, q: QueryCase, given: Score, lacked: boolean): Score {
    const plan = this.#plans[p]!;
    const missing = lacked && plan.metric.kind === "computed";
    const score = whenBlank(plan, q.gold, missing ? whenMissing(plan, given) : given);
    const poison =
      missing && plan.average.missing === "raise"
        ? undefinedBecause("tool-raises")
        : plan.average.poison && poisonOf(plan, score, lacked ? undefined : () => this.#scorer.facts(q, p));
    if (poison !== undefined) this.#poisoned[p]?.byQuery.set(i, poison);
    return score;
  }

  /** What was scored so far. Tags, forbidden documents and answerable queries are not among it: gold that is read by threads has none. */
  cells(): CellsMade {
    const queries: number[] = [];
    for (let i = 0; i < this.#added.length; i++) if (this.#added[i] === 1) queries.push(i);
    return {
      queries,
      cells: [...this.#columns.withoutValue()].filter(([, i]) => this.has(i)),
      poisoned: this.#poisoned.flatMap(({ byQuery }, p) =>
        [...byQuery].map(([i, score]) => [p, i, score] as const),
      ),
      seen: this.#seen.state,
      log: this.log.toJSON(),
    };
  }

  merge({ queries, cells, poisoned, seen, log }: CellsMade): void {
    for (const i of queries) this.#added[i] = 1;
    this.#known += queries.length;
    for (const [p, i, score] of cells) this.#columns.set(p, i, score);
    for (const [p, i, score] of poisoned) this.#poisoned[p]?.byQuery.set(i, score);
    this.#seen.merge(seen);
    this.log.merge(ProblemLog.of(log));
  }

  #goldAt(i: number, log: ProblemLog): ReadGold {
    const { gold } = this.#parts;
    const query = this.queries[i]!;
    return gold.at === undefined ? goldOf(gold, query, log) : readGold(query, gold.at(i), log);
  }

  /** A query of the run that the gold lacks; tools that average over the run count it. */
  addUnknown(query: QueryId, input: () => RankingInput): void {
    this.#unknown++;
    this.#firstUnknown ??= query;
    if (this.#extra.size === 0) return;
    const given = input();
    if (given instanceof Error) return;
    const scores = this.#scorer.score({
      query,
      gold: { relevant: [] },
      shaped: this.#scorer.shapes(),
      ranking: rankingToJoin(query, given, this.log),
      judgement: undefined,
    });
    for (const [p, values] of this.#extra) {
      const score = scores[p]!;
      if (score.status === "scored") values.push(score.value);
    }
  }

  /**
   * What the run lacks is added, and all is summed up. `again`: a query's ranking once more, for explanations and bounds.
   * `located`: gives Problems their place in a file.
   */
  finish(
    again: (query: QueryId) => RankingInput | undefined,
    located?: (problem: Problem) => Problem,
  ): Result {
    const { plans, gold, judgements, name, asked, planner, known } = this.#parts;
    const { queries, log } = this;
    const columns = this.#columns;
    const poisoned = this.#poisoned;
    for (let i = 0; i < queries.length; i++) if (this.#added[i] === 0) this.add(i, undefined);
    unknownQueries(this.#unknown, this.#firstUnknown, this.#known, log);
    for (const [p, { average }] of plans.entries())
      for (const { when, then } of average.poison ?? [])
        if ((when === "unknown-query" && this.#unknown > 0) || (when === "no-queries" && columns.isEmpty(p)))
          poisoned[p]!.whole ??= then;
    unknownJudgements(judgements, gold, log);
    missingQueries(queries, columns.missing, plans, log);
    this.#seen.report(plans, columns, log, located !== undefined);
    // In gold order, not in run order.
    const tags = new Map([...this.#tags].sort(([a], [b]) => a - b));
    const queryAgain = (i: number): QueryCase => {
      const query = queries[i]!;
      const input = again(query);
      const ranking =
        input === undefined || input instanceof Error
          ? emptyList
          : readRanking(query, input, new ProblemLog());
      return {
        query,
        gold: goldOf(gold, query, new ProblemLog()),
        shaped: this.#scorer.shapes(),
        ranking,
        judgement: judgements.get(query),
      };
    };
    const metrics = plans.map(measuredMetric);
    const abstention = this.#topScores?.end(asked);
    return new Result({
      goldie: VERSION,
      name,
      metrics,
      names: new MetricNames(metrics, asked, () => planner, plans),
      rules: () => rulesInForce(planner, plans, asked),
      cells: {
        queries,
        columns,
        tags,
        poisoned,
        summaries: new Map(this.#shadows.map((p, i) => [p, plans.length + i])),
        extra: this.#extra,
      },
      unknown: this.#unknown,
      ...(abstention === undefined ? {} : { abstention }),
      forbidden: {
        queries: this.#forbidding,
        k: depthOf(plans),
        leaked: new Map([...this.#leaked].sort(([a], [b]) => a - b).map(([i, list]) => [queries[i]!, list])),
      },
      unanswerable: {
        queries: this.#unanswerable,
        withHits: this.#unanswered,
        ...(this.#unanswerableFailed === 0 ? {} : { failed: this.#unanswerableFailed }),
      },
      problems: log.list(located),
      gold,
      goldHash: (i) => goldHash(this.#goldAt(i, new ProblemLog())),
      again: () => ({
        plans,
        scorer: new QueryScorer(plans, new ProblemLog(), known),
        query: rememberingLast(queryAgain),
        failed: (i) => again(queries[i]!) instanceof Error,
        lacks: (i) => again(queries[i]!) === undefined,
      }),
      rescored: (metrics) => {
        const other = { ...asked, metrics };
        const { k: _, ...withoutK } = other;
        const planned = new Planner(planner.isTextbook ? withoutK : other);
        const scoring = new Scoring({
          ...this.#parts,
          asked: other,
          planner: planned,
          plans: planned.plans(),
          columns: undefined,
        });
        queries.forEach((query, i) => {
          const input = again(query);
          if (input !== undefined) scoring.add(i, input);
        });
        return scoring.finish(again);
      },
    });
  }
}

/** The plans of all columns: a summary with parameters of its own needs one more. */
export const scoredPlans = (plans: readonly Plan[]): readonly Plan[] => [
  ...plans,
  ...plans
    .filter(({ average }) => average.params !== undefined)
    .map((plan) => ({ ...plan, params: { ...plan.params, ...plan.average.params } })),
];

/** Gold of a large file is a table of grades, which has no such queries. */
function hasUnanswerable(gold: ByQuery<GoldValue>): boolean {
  if (gold.at !== undefined) return false;
  for (const query of gold.keys())
    if ((gold.get(query) as { readonly answerable?: unknown } | undefined)?.answerable === false) return true;
  return false;
}

export const retrieverFailed = (query: QueryId, error: Error): Extract<Score, { status: "failed" }> => ({
  status: "failed",
  problem:
    error instanceof GoldieError
      ? { ...error.problem, at: { ...error.problem.at, ...ofRun(query).at } }
      : scoreProblem("retriever-failed/query", { message: error.message }, ofRun(query)),
});
