/** The queries of two runs in the order of their difference, as columns of a chart. */
import type { CellState, QueryTable, View } from "../../view/model.ts";

export interface ComparedQuery {
  /** Its place in the table of queries. */
  readonly at: number;
  readonly a: number;
  readonly b: number;
  /** b − a. */
  readonly difference: number;
}

/** At least one run has no score, or the two have other gold. */
export interface UnscoredQuery {
  readonly at: number;
  /** By run, a and b: its score, or why there is none. */
  readonly cells: readonly [a: number | CellState["status"], b: number | CellState["status"]];
}

export interface Paired {
  /** Those that a does best first. */
  readonly compared: readonly ComparedQuery[];
  readonly unscored: readonly UnscoredQuery[];
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  /** Ties where both are 0. */
  readonly zeros: number;
}

/** May the scores of two runs for a query be compared? Not where its gold was edited between them. */
export function sameGold({ goldVersions }: QueryTable, a: number, b: number, at: number): boolean {
  const [x, y] = [goldVersions?.[a]?.[at] ?? null, goldVersions?.[b]?.[at] ?? null];
  return x === null || y === null || x === y;
}

/** Scores that differ by less are the same. */
const NOISE = 1e-9;

export function pairedOf({ queries, metrics }: View, a: number, b: number, metric: number): Paired {
  const sign = metrics[metric]?.direction === "lower" ? -1 : 1;
  const [before, after] = [queries.scores[a]?.[metric] ?? [], queries.scores[b]?.[metric] ?? []];
  const compared: ComparedQuery[] = [];
  const unscored: UnscoredQuery[] = [];
  const cell = (run: number, at: number, score: number | null | undefined): number | CellState["status"] =>
    score ?? queries.states[run]?.[metric]?.[at]?.status ?? "skipped";
  for (let at = 0; at < queries.ids.length; at++) {
    const [x, y] = [before[at], after[at]];
    if (typeof x === "number" && typeof y === "number" && sameGold(queries, a, b, at)) {
      const difference = Math.abs(y - x) <= NOISE ? 0 : y - x;
      compared.push({ at, a: x, b: y, difference });
    } else unscored.push({ at, cells: [cell(a, at, x), cell(b, at, y)] });
  }
  compared.sort((x, y) => sign * (x.difference - y.difference) || sign * (y.a - x.a) || x.at - y.at);
  unscored.sort((x, y) => rankOf(x) - rankOf(y) || x.at - y.at);
  const count = (test: (query: ComparedQuery) => boolean): number => compared.filter(test).length;
  return {
    compared,
    unscored,
    wins: count(({ difference }) => sign * difference > 0),
    losses: count(({ difference }) => sign * difference < 0),
    ties: count(({ difference }) => difference === 0),
    zeros: count((query) => query.a === 0 && query.b === 0),
  };
}

const ORDER = ["scored", "skipped", "undefined", "failed"];
const rankOf = ({ cells }: UnscoredQuery): number =>
  cells.reduce<number>((sum, cell) => 4 * sum + ORDER.indexOf(typeof cell === "number" ? "scored" : cell), 0);

/** Neighbours together, so that there are at most so many columns; their sizes differ by one at most. */
export function inColumns<T>(items: readonly T[], most: number): T[][] {
  const columns = Math.min(items.length, Math.max(1, most));
  return Array.from({ length: columns }, (_, i) =>
    items.slice(Math.floor((i * items.length) / columns), Math.floor(((i + 1) * items.length) / columns)),
  );
}

/** The part of a column that its mark fills; the rest keeps neighbours apart, where there is room. */
export const filled = (columns: number): number => (columns > 100 ? 1 : columns < 20 ? 0.95 : 0.84);

export const meanBy = <T>(items: readonly T[], value: (item: T) => number): number =>
  items.reduce((sum, item) => sum + value(item), 0) / Math.max(1, items.length);
