/** Where the cells of a run go: what a reader of files, its threads and other engines write into. */
import type { QueryId } from "../../core/ids.ts";
import type { LogJson, ProblemLog } from "../../core/problem-log.ts";
import type { Score } from "../../core/score.ts";
import type { RankingInput } from "../input/read-run.ts";
import type { ShapedGold } from "../join/shape-gold.ts";
import type { RunSeen } from "./_run-problems.ts";

export interface CellSink {
  /** The queries of the gold, in its order: cells are numbered by them. */
  readonly queries: readonly QueryId[];
  /** Whether queries that the gold lacks are scored too. */
  readonly scoresUnknown: boolean;
  /** Has query i its cells? */
  has(i: number): boolean;
  /** Scores a ranking of query i. */
  add(i: number, ranking: RankingInput): void;
  /** A query of the run that the gold lacks. The ranking is asked for only where such queries are scored. */
  addUnknown(query: QueryId, ranking: () => RankingInput): void;
  /** Scores query i from what was counted where its hits are. */
  addCounted(i: number, counted: CountedQuery): void;
  /** Cells that were made elsewhere, of queries that this sink does not have. */
  merge(cells: CellsMade): void;
}

/** A query whose hits stayed where they are: what was counted there. None of them is forbidden. */
export interface CountedQuery {
  /** How many hits it has. */
  readonly length: number;
  /** How many of them the gold names, and how many relevant documents are among them. */
  readonly judged: number;
  readonly found: number;
  readonly topScore: number | undefined;
  /** The score that the formula of a plan gives; plans are numbered as `scoredPlans` has them. */
  score(p: number, gold: ShapedGold): Score;
}

/** Cells as plain data, for another thread. */
export interface CellsMade {
  /** The queries that have their cells. */
  readonly queries: readonly number[];
  /** By metric and query. Values may stand in memory that both sides share; then these are the cells without a value. */
  readonly cells: readonly MetricCell[];
  /** Cells that decide a whole mean. */
  readonly poisoned: readonly MetricCell[];
  /** What the look at whole runs has seen. */
  readonly seen: RunSeen;
  readonly log: LogJson;
}
type MetricCell = readonly [metric: number, query: number, score: Score];

/** A sink that can also say what it has, and what was wrong. */
export interface CellSource extends CellSink {
  readonly log: ProblemLog;
  cells(): CellsMade;
}
