/** An id → score mapping as it was given. Few of its ids are in the gold: those are looked up in it, and the others stay where they are. */
import type { DocId, QueryId } from "../../core/ids.ts";
import type { ProblemLog } from "../../core/problem-log.ts";
import { isPlainObject } from "../input/read-input.ts";
import { type Ranking, type RankingInput, readRanking } from "../input/read-run.ts";
import { TableRanking } from "../input/table-ranking.ts";

export class MappingRanking implements Ranking {
  readonly length: number;
  /** In the order given. */
  readonly scores: readonly number[];
  readonly mapping = true;
  readonly distinct = true;
  readonly nulls = false;
  readonly #given: ReadonlyMap<DocId, number> | Readonly<Record<DocId, number>>;
  #columns: Ranking | undefined;

  constructor(
    given: ReadonlyMap<DocId, number> | Readonly<Record<DocId, number>>,
    scores: readonly number[],
  ) {
    this.#given = given;
    this.scores = scores;
    this.length = scores.length;
  }

  scoreOf(id: DocId): number | undefined {
    const given = this.#given;
    if (given instanceof Map) return given.get(id);
    return Object.hasOwn(given, id) ? (given as Readonly<Record<DocId, number>>)[id] : undefined;
  }

  get ids(): readonly (DocId | null)[] {
    return this.columns.ids;
  }

  /** The same as columns. */
  get columns(): Ranking {
    if (this.#columns === undefined) {
      const { length, scores, mapping, distinct, nulls } = this;
      const ids = this.#given instanceof Map ? [...this.#given.keys()] : Object.keys(this.#given);
      this.#columns = { length, ids, scores, mapping, distinct, nulls };
    }
    return this.#columns;
  }
}

/** A ranking that will be joined: a mapping without anything odd in it as it is, all others as columns. */
export function rankingToJoin(query: QueryId, given: RankingInput, log: ProblemLog): Ranking {
  // Rows of a file are read already.
  if (given instanceof TableRanking) return given;
  if (given instanceof Map) {
    for (const id of given.keys()) if (typeof id !== "string") return readRanking(query, given, log);
    const scores = [...given.values()];
    return allFinite(scores) ? new MappingRanking(given, scores) : readRanking(query, given, log);
  }
  if (Array.isArray(given) || !isPlainObject(given)) return readRanking(query, given, log);
  const scores = Object.values(given);
  return allFinite(scores)
    ? new MappingRanking(given as Readonly<Record<DocId, number>>, scores)
    : readRanking(query, given, log);
}

function allFinite(values: readonly unknown[]): values is readonly number[] {
  for (let i = 0; i < values.length; i++) {
    const x = values[i];
    // NaN - NaN and Infinity - Infinity are NaN.
    if (typeof x !== "number" || x - x !== 0) return false;
  }
  return true;
}
