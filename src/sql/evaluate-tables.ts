/** Scores runs that stay in their database: the engine counts, and what the counts mean is worked out here. */
import { compareIds, type QueryId } from "../core/ids.ts";
import type { Problem } from "../core/problem.ts";
import { ProblemLog } from "../core/problem-log.ts";
import type { JoinRule } from "../core/rules.ts";
import { Evaluator, type PrepareOptions } from "../evaluate/evaluate.ts";
import { goldByQuery, type ReadGold, readGold } from "../evaluate/input/read-gold.ts";
import type { RankingInput } from "../evaluate/input/read-run.ts";
import { type ShapedGold, shapeGold } from "../evaluate/join/shape-gold.ts";
import { type Plan, Planner } from "../evaluate/plan/plan.ts";
import type { Result } from "../evaluate/score/result.ts";
import { type Scoring, scoredPlans } from "../evaluate/score/scoring.ts";
import { countIn } from "./_count-in.ts";
import { ordersByScore, readsRank } from "./_order.ts";
import { beyondGrades } from "./beyond-grades.ts";
import { compile, type SqlText } from "./compile.ts";
import { CountedRows, type FaultyQueries } from "./counted-rows.ts";
import type { SqlDialect } from "./dialect.ts";
import type { GivenRows, SqlEngine, SqlEstimate, SqlQueryOptions, SqlValue } from "./engine.ts";
import { faultError, saidIn, sourceName } from "./faults.ts";
import { countHits, type FetchedList, fetchHits, giveQueries, unknownQueries } from "./fetch-hits.ts";
import { refuseUnordered } from "./fetch-query.ts";
import { judgmentsOf, ToldGold } from "./gold-facts.ts";
import { goldRows } from "./gold-rows.ts";
import { inlineGold } from "./inline-gold.ts";
import { type GoldRelation, type HitTable, type Lowered, lower } from "./lower.ts";
import { type Fault, lowerFaults } from "./lower-faults.ts";
import { lowerGoldCheck } from "./lower-gold-check.ts";
import type { WantedQueries } from "./lower-hits.ts";
import { planTables, type RulePlan } from "./plan-tables.ts";
import { sqlProblem } from "./problems.ts";
import type { PushRefusal } from "./push-down.ts";
import { type Stamped, stamped } from "./stamp.ts";
import { wellFormed } from "./well-formed.ts";

export interface TablesOptions extends Omit<PrepareOptions, "judgements">, SqlQueryOptions {
  readonly engine: SqlEngine;
  /** Where the hits are, and in which columns. Several tables or files are scored together. */
  readonly hits: readonly HitTable[];
  /**
   * The gold, where the engine has it too: then it is read there instead of being sent along, unless it says more than
   * grades can, such as forbidden documents.
   */
  readonly goldTable?: Extract<GoldRelation, { kind: "grades" }> | undefined;
  /** Fetch the hits of the judged queries and score them here. */
  readonly pull?: boolean | undefined;
  /** Gives Problems of a run their place. */
  readonly located?: ((problem: Problem, run: string) => Problem) | undefined;
}

export interface EvaluatedTables {
  /** One for each run, by name. */
  readonly results: readonly Result[];
  /** What the engine was asked. */
  readonly statements: readonly SqlText[];
}

/**
 * Scores tables in their engine.
 * @example
 * const { results } = await evaluateTables({ engine, hits: [table], gold, metrics: ["ndcg@10"] });
 */
export async function evaluateTables(options: TablesOptions): Promise<EvaluatedTables> {
  const evaluation = new TablesEvaluation(options);
  const { refused } = evaluation.plan;
  evaluation.refuseUnordered();
  if (options.pull === true) return evaluation.pulled();
  if (refused.length > 0) throw await evaluation.refusal(refused);
  return evaluation.counted();
}

/** What statements are made of: no engine has to be there. */
export type StatementOptions = Omit<TablesOptions, "engine" | "pull" | keyof SqlQueryOptions>;

/**
 * The statements that `evaluateTables` would run, with a mark by which their rows are known again. Gold that is sent
 * along is a part of them, and what a table of gold holds is among their rows.
 */
export const statementsFor = (options: StatementOptions, dialect: SqlDialect): SqlText[] =>
  new TablesEvaluation(options, dialect).stamped().map(({ statement }) => compile(statement, dialect));

/** What the rows of a statement are checked against. */
export interface GoldOfRows {
  readonly queries: { has(query: QueryId): boolean };
  /** Where the statement read the gold from a table. */
  readonly told?: { readonly gold: ToldGold; readonly table: string };
}

/** Results from the rows of these statements. `rowsOf` gives those of one, in the order of its columns. */
export const resultsOfRows = (
  options: StatementOptions,
  dialect: SqlDialect,
  rowsOf: (statement: Stamped, at: number, count: number, gold: GoldOfRows) => Iterable<readonly SqlValue[]>,
): Result[] => new TablesEvaluation(options, dialect).ofRows(rowsOf);

/** What the engine would read for each statement, as it says itself. */
export async function estimateTables(options: TablesOptions): Promise<SqlEstimate[]> {
  const evaluation = new TablesEvaluation(options);
  const { refused } = evaluation.plan;
  if (refused.length > 0) throw await evaluation.refusal(refused);
  return evaluation.estimated();
}

function notPushedDown(refused: readonly PushRefusal[], more: { rows?: number; printed?: true } = {}) {
  const reasons = refused.map(({ metric, rule, why }) => `${rule ?? metric}: ${why}`);
  return sqlProblem.error(
    "not-pushed-down",
    {
      metrics: refused.map(({ metric }) => metric),
      reasons: [...new Set(reasons)],
      ...(refused.every(({ rule }) => rule !== undefined)
        ? { rules: [...new Set(refused.map(({ rule }) => rule!))] }
        : {}),
      ...(refused.some(({ goldFile }) => goldFile === true) ? { goldFile: true as const } : {}),
      ...more,
    },
    { level: "error" },
  );
}

class TablesEvaluation {
  readonly #options: Omit<TablesOptions, "engine"> & { readonly engine?: SqlEngine };
  readonly #dialect: SqlDialect;
  readonly #gold: ReadonlyMap<QueryId, ReadGold>;
  /** What a table of the gold would not say. */
  readonly #beyond: ReturnType<typeof beyondGrades>;
  readonly #evaluator: Evaluator;
  readonly #index: ReadonlyMap<QueryId, number>;
  readonly #scorings = new Map<string, Scoring>();
  readonly plan: ReturnType<typeof planTables>;
  readonly #plans: readonly Plan[];
  readonly #scoresUnknown: boolean;
  readonly #readsRanks: boolean;
  /** Failures after which a statement was run once more. */
  readonly #retried: Problem[] = [];
  /** Hits that were fetched, while they are few. */
  #kept: Map<string, RankingInput> | undefined = new Map();

  constructor(options: TablesOptions | StatementOptions, dialect?: SqlDialect) {
    const { engine, hits, goldTable, pull, located, signal, onProgress, onRetry, ...asked } =
      options as TablesOptions;
    const log = new ProblemLog();
    const gold = goldByQuery(asked.gold, log);
    this.#gold = new Map([...gold.keys()].map((query) => [query, readGold(query, gold.get(query)!, log)]));
    this.#beyond = goldTable === undefined ? undefined : beyondGrades(this.#gold);
    this.#options = {
      ...options,
      // Statements that somebody else runs are printed before the gold is known.
      goldTable: this.#beyond === undefined || engine === undefined ? goldTable : undefined,
      onRetry: (problem) => {
        this.#retried.push(problem);
        (options as TablesOptions).onRetry?.(problem);
      },
    };
    this.#dialect = dialect ?? (options as TablesOptions).engine.dialect;
    for (const column of ["score", "rank"] as const)
      if (new Set(hits.map((table) => table[column] !== undefined)).size > 1)
        throw sqlProblem.error("mixed-tables", { column }, { level: "error" });
    this.#evaluator = new Evaluator(asked);
    this.#index = new Map([...this.#gold.keys()].map((query, i) => [query, i]));
    const facets = [...this.#gold.values()];
    const plans = scoredPlans(new Planner(asked).plans());
    this.#plans = plans;
    this.#scoresUnknown = plans.some(({ average }) => average.over === "retrieved");
    this.#readsRanks = plans.some(({ join }) => readsRank(join, ordersByScore(join, hits)));
    this.plan = planTables(
      plans,
      {
        rank: hits.every(({ rank }) => rank !== undefined),
        score: hits.every(({ score }) => score !== undefined),
        goldInPlace: this.#options.goldTable !== undefined,
        single: this.#dialect.single !== undefined,
      },
      // A table of grades says nothing else.
      this.#options.goldTable !== undefined
        ? { forbidden: false, unanswerable: false }
        : {
            forbidden: facets.some(({ forbidden }) => forbidden !== undefined),
            unanswerable: facets.some(({ answerable }) => answerable === false),
          },
    );
    // A run that is one table is there even where the table is empty.
    for (const { run, problems = [] } of hits) {
      if (!("name" in run)) continue;
      const { log } = this.#scoring(run.name);
      for (const problem of problems) log.add(problem);
    }
  }

  get #engine(): SqlEngine {
    return this.#options.engine!;
  }

  refuseUnordered(): void {
    refuseUnordered(this.#plans, this.#options.hits);
  }

  #scoring(run: string): Scoring {
    let scoring = this.#scorings.get(run);
    if (scoring === undefined) {
      scoring = this.#evaluator.start(run);
      this.#scorings.set(run, scoring);
    }
    return scoring;
  }

  *#shapes(rule: JoinRule): Generator<readonly [QueryId, ShapedGold]> {
    for (const [query, gold] of this.#gold) yield [query, shapeGold(gold, rule)];
  }

  #countedRows(engine: string): CountedRows {
    return new CountedRows(this.plan.rules.length, this.#index, engine, (run) => this.#scoring(run));
  }

  /** Every metric from what the engine counted. */
  async counted(): Promise<EvaluatedTables> {
    const { hits } = this.#options;
    await this.#checkGold();
    const statements: SqlText[] = [];
    const rows = this.#countedRows(this.#engine.id);
    for (const rule of this.plan.rules) {
      const lowered = lower(hits, await this.#goldTable(rule), rule.rule, rule.asked);
      const statement = compile(lowered.statement, this.#engine.dialect);
      statements.push(statement);
      await this.#read(statement, lowered, rule, rows);
    }
    if (rows.faulty !== undefined) throw await this.#refusedRows(rows.faulty);
    rows.end();
    await this.#pullSome(rows);
    await this.#lookAtIds(rows);
    return { results: this.#results(), statements };
  }

  async estimated(): Promise<SqlEstimate[]> {
    const found: SqlEstimate[] = [];
    for (const rule of this.plan.rules) {
      const { statement } = lower(this.#options.hits, await this.#goldTable(rule), rule.rule, rule.asked);
      found.push(await this.#engine.estimate(compile(statement, this.#engine.dialect), this.#options));
    }
    return found;
  }

  stamped(): Stamped[] {
    const { hits, goldTable } = this.#options;
    if (this.plan.refused.length > 0) throw notPushedDown(this.plan.refused, { printed: true });
    if (this.#beyond !== undefined && goldTable !== undefined)
      throw sqlProblem.error(
        "bad-counted-rows/beyond-grades",
        { table: sourceName(goldTable.source), ...this.#beyond },
        { level: "error" },
      );
    const relation = (rule: RulePlan): GoldRelation =>
      goldTable ?? { kind: "given", source: inlineGold(this.#goldRows(rule), this.#dialect) };
    return this.plan.rules.map((one) =>
      stamped(lower(hits, relation(one), one.rule, one.asked), goldTable !== undefined),
    );
  }

  /** The same from rows that were counted elsewhere. */
  ofRows(rowsOf: Parameters<typeof resultsOfRows>[2]): Result[] {
    const rows = this.#countedRows(this.#dialect.id);
    this.stamped().forEach((statement, i, { length }) => {
      const read = rows.reader(statement, this.plan.rules[i]!);
      for (const row of rowsOf(statement, i, length, this.#goldOfRows(this.plan.rules[i]!))) read(row);
    });
    const { faulty } = rows;
    if (faulty !== undefined)
      throw sqlProblem.error("bad-counted-rows/faults", {
        count: faulty.queries,
        ...(faulty.first === undefined ? {} : { query: faulty.first }),
      });
    rows.end();
    const leaks = [...rows.leaking.values()].flatMap((queries) => [...queries]);
    if (leaks.length > 0)
      throw sqlProblem.error("bad-counted-rows/leaks", { count: leaks.length, query: leaks[0]! });
    return this.#results();
  }

  #goldOfRows({ rule }: RulePlan): GoldOfRows {
    const { goldTable } = this.#options;
    const queries = this.#index;
    if (goldTable === undefined) return { queries };
    return { queries, told: { gold: new ToldGold(this.#shapes(rule)), table: sourceName(goldTable.source) } };
  }

  async #goldTable(rule: RulePlan): Promise<GoldRelation> {
    const { goldTable } = this.#options;
    if (goldTable !== undefined) return goldTable;
    return { kind: "given", source: await this.#engine.give(this.#goldRows(rule), this.#options) };
  }

  #goldRows({ rule, asked }: RulePlan): GivenRows {
    const { columns, rows } = goldRows(() => this.#shapes(rule), asked);
    return { columns, rows: wellFormed(rows) };
  }

  async #read(statement: SqlText, lowered: Lowered, rule: RulePlan, rows: CountedRows): Promise<void> {
    const read = rows.reader(lowered, rule);
    for await (const batch of this.#engine.query(statement, this.#options))
      for (const row of batch) read(row);
  }

  /** Which rows cannot be used, and how many. */
  async #refusedRows({ rule, queries, first }: FaultyQueries): Promise<Error> {
    const { hits } = this.#options;
    const { steps, columns } = lowerFaults(hits, rule);
    const statement = compile({ steps, columns }, this.#engine.dialect);
    for await (const batch of this.#engine.query(statement, this.#options))
      for (const row of batch)
        for (const [i, name] of columns.entries()) {
          if (i % 2 === 1) continue;
          const count = countIn(row[i], "rows that cannot be used", this.#engine.id);
          const query = row[i + 1] ?? undefined;
          if (count > 0)
            return faultError(name as Fault, hits, count, query === undefined ? undefined : String(query));
        }
    return faultError("same_rank", hits, queries, first);
  }

  /** Queries with forbidden hits: which they are, only the hits can say. */
  async #pullSome({ leaking }: CountedRows): Promise<void> {
    if (leaking.size === 0) return;
    for await (const { run, query, ranking } of this.#fetch(leaking.values()))
      if (leaking.get(run)?.has(query) === true) this.#scoring(run).add(this.#index.get(query)!, ranking);
  }

  /** Where next to nothing is found, the first hits of some queries tell whether ids are written differently. */
  async #lookAtIds({ some }: CountedRows): Promise<void> {
    const odd = new Map(
      [...this.#scorings].filter(([run, scoring]) => scoring.looksUnmatched && some.has(run)),
    );
    if (odd.size === 0) return;
    for await (const { run, query, ranking } of this.#fetch([...odd.keys()].map((run) => some.get(run)!)))
      odd.get(run)?.addSample(this.#index.get(query)!, ranking.ids as readonly string[]);
  }

  /** The hits of these queries, of every run. */
  async *#fetch(queries: Iterable<ReadonlySet<QueryId>>): AsyncGenerator<FetchedList> {
    const all = new Set([...queries].flatMap((some) => [...some]));
    const wanted = await giveQueries(this.#engine, all, this.#options);
    yield* fetchHits(this.#engine, this.#options.hits, wanted, this.#readsRanks, this.#options);
  }

  /** The queries of the gold, from its table where it has one. */
  async #wanted(): Promise<WantedQueries> {
    const { goldTable } = this.#options;
    if (goldTable !== undefined) return { source: goldTable.source, query: goldTable.query };
    return giveQueries(this.#engine, this.#gold.keys(), this.#options);
  }

  /** Throws where the table holds another gold than the one that scores are worked out from. */
  async #checkGold(): Promise<void> {
    const { goldTable } = this.#options;
    if (goldTable === undefined) return;
    // A query without grades has no judgments.
    const grades = [...this.#gold.values()].flatMap(({ graded }) =>
      graded === undefined ? [] : graded.grades,
    );
    const [judgments, relevant] = [grades.length, grades.filter((grade) => grade > 0).length];
    const words = (all: number, good: number) => `${judgmentsOf(all)}, ${good} of them relevant`;
    const statement = compile(lowerGoldCheck(goldTable), this.#engine.dialect);
    let row: readonly SqlValue[] = [];
    for await (const rows of this.#engine.query(statement, this.#options)) for (const one of rows) row = one;
    const all = countIn(row[0], "judgments", this.#engine.id);
    const good = countIn(row[1], "relevant judgments", this.#engine.id);
    if (all !== judgments || good !== relevant)
      throw sqlProblem.error(
        "gold-differs",
        {
          table: sourceName(goldTable.source),
          found: words(all, good),
          wanted: words(judgments, relevant),
        },
        { level: "error" },
      );
  }

  /** Every metric from the hits themselves. */
  async pulled(): Promise<EvaluatedTables> {
    const { hits } = this.#options;
    const wanted = await this.#wanted();
    const some = this.#scoresUnknown ? undefined : wanted;
    let room = KEPT_HITS;
    for await (const { run, query, ranking } of fetchHits(
      this.#engine,
      hits,
      some,
      this.#readsRanks,
      this.#options,
    )) {
      const at = this.#index.get(query);
      if (at === undefined) {
        this.#scoring(run).addUnknown(query, () => ranking);
        continue;
      }
      this.#scoring(run).add(at, ranking);
      room -= ranking.length;
      if (room < 0) this.#kept = undefined;
      this.#kept?.set(listKey(run, query), ranking);
    }
    if (!this.#scoresUnknown)
      for (const [run, { count, first }] of await unknownQueries(this.#engine, hits, wanted, this.#options))
        this.#scoring(run).countUnknown(count, first);
    return { results: this.#results(), statements: [] };
  }

  async refusal(refused: readonly PushRefusal[]): Promise<Error> {
    // That their number cannot be told does not matter: the reason does.
    const rows = await this.#wanted()
      .then((wanted) => countHits(this.#engine, this.#options.hits, wanted, this.#options))
      .catch(() => undefined);
    return notPushedDown(refused, rows === undefined ? {} : { rows });
  }

  #results(): Result[] {
    const { hits, located } = this.#options;
    if (this.#scorings.size === 0)
      throw sqlProblem.error("empty-run", { table: hits.map(({ source }) => sourceName(source)).join(", ") });
    for (const scoring of this.#scorings.values())
      for (const problem of this.#retried)
        scoring.log.add(sqlProblem("retried", { engine: this.#engine.id, message: saidIn(problem) }));
    return [...this.#scorings]
      .sort(([a], [b]) => compareIds(a, b))
      .map(([run, scoring]) =>
        scoring.finish(
          (query) => {
            if (this.#kept !== undefined && this.#options.pull === true)
              return this.#kept.get(listKey(run, query));
            throw sqlProblem.error("not-kept/tables", {}, { at: { query } });
          },
          located === undefined ? undefined : (problem) => located(problem, run),
        ),
      );
  }
}

/** Hits that were fetched and are kept for explanations, as many as are kept of files. */
const KEPT_HITS = 2_000_000;
const listKey = (run: string, query: QueryId): string => JSON.stringify([run, query]);
