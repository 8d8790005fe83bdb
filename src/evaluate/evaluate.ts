import type { DocId, QueryId } from "../core/ids.ts";
import type { Judgement } from "../core/judgement.ts";
import type { JudgementRecord } from "../core/judgement-record.ts";
import type { Problem } from "../core/problem.ts";
import { ProblemLog } from "../core/problem-log.ts";
import type { Score } from "../core/score.ts";
import { skipped } from "../core/score.ts";
import {
  type GoldFacets,
  type GoldInput,
  type GoldValue,
  goldByQuery,
  type ReadGold,
} from "./input/read-gold.ts";
import { type ByQuery, ofObject } from "./input/read-input.ts";
import { emptyList, type RankingInput, type RunInput, runByQuery } from "./input/read-run.ts";
import { isRecord, judgementOf } from "./input/record-judgement.ts";
import { rankingToJoin } from "./join/mapping-ranking.ts";
import { type AskedMetrics, type Plan, Planner } from "./plan/plan.ts";
import { checkNames, type Rules } from "./plan/rules.ts";
import { goldOf } from "./score/query-again.ts";
import type { Result } from "./score/result.ts";
import type { ScoreColumns } from "./score/score-columns.ts";
import { QueryScorer, type ShapedByRule } from "./score/score-query.ts";
import { retrieverFailed, Scoring } from "./score/scoring.ts";

/** By query: records of a judge, or judgements as another tool or a person gives them. */
export type Judgements =
  | Readonly<Record<QueryId, Judgement | JudgementRecord>>
  | ReadonlyMap<QueryId, Judgement | JudgementRecord>;

export interface PrepareOptions extends AskedMetrics, Rules {
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
export interface EvaluateOneOptions extends AskedMetrics, Rules {
  readonly gold?: GoldValue;
  readonly hits?: RankingInput;
  readonly judgement?: Judgement | JudgementRecord;
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

/** Queries between two pauses. */
const STEP = 1_000;

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
    this.#judgements = readJudgements(options.judgements ?? {});
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
    const ranking = hits === undefined ? emptyList : rankingToJoin(query, hits, this.#listProblems);
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

  /** Scores a whole run. `located`: gives Problems their place, where the run came from a file. */
  evaluate(run?: RunInput, name = "run", located?: (problem: Problem) => Problem): Result {
    const steps = this.inSteps(run, name, located);
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    return step.value;
  }

  /** The same with pauses, for those who must hear signals between them. */
  *inSteps(run?: RunInput, name = "run", located?: (problem: Problem) => Problem): Generator<void, Result> {
    const scoring = this.start(name);
    const judgedOnly = run === undefined && this.#plans.every((plan) => plan.metric.kind === "judged");
    const rankings = runByQuery(judgedOnly ? {} : (run as RunInput), scoring.log);
    yield;
    const { queries } = scoring;
    for (let i = 0; i < queries.length; i++) {
      scoring.add(i, rankings.get(queries[i]!));
      if (i % STEP === STEP - 1) yield;
    }
    for (const query of rankings.keys())
      if (!this.#gold.has(query)) scoring.addUnknown(query, () => rankings.get(query)!);
    yield;
    return scoring.finish((query) => rankings.get(query), located);
  }

  /** Scores a run query by query, as they come. `columns`: where the cells go, if not into memory of its own. */
  start(name: string, columns?: (plans: number, queries: number) => ScoreColumns): Scoring {
    return new Scoring({
      name,
      asked: this.#asked,
      planner: this.#planner,
      plans: this.#plans,
      gold: this.#gold,
      judgements: this.#judgements,
      known: this.#knownIds(),
      problems: this.#goldProblems,
      columns,
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

  #readGold(query: QueryId, log: ProblemLog): ReadGold {
    return goldOf(this.#gold, query, log);
  }
}

/** Records are read when their query comes. */
function readJudgements(given: Judgements): ByQuery<Judgement> {
  const all: ByQuery<Judgement | JudgementRecord> =
    given instanceof Map ? given : ofObject(given as Readonly<Record<QueryId, Judgement | JudgementRecord>>);
  return {
    get(query) {
      const one = all.get(query);
      return one !== undefined && isRecord(one) ? judgementOf(one) : (one as Judgement | undefined);
    },
    has: (query) => all.has(query),
    keys: () => all.keys(),
  };
}
