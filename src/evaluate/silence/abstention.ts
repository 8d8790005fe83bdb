/** Staying silent below a score: what that gains on unanswerable queries, and what it costs on the others. */

/** If only queries whose top hit has at least this score are answered: how many are silent. */
export interface AbstentionPoint {
  readonly score: number;
  /** Unanswerable queries without an answer. */
  readonly silenced: number;
  /** Answerable queries without an answer. */
  readonly lost: number;
}

export interface AbstentionCurve {
  readonly unanswerable: number;
  readonly answerable: number;
  /**
   * Area under the share silenced against the share lost: the chance that an unanswerable query has a lower top score than
   * an answerable one, equal scores counted half. 1: a threshold separates them; 0.5: the scores say nothing.
   */
  readonly area: number;
  /** The largest share of answerable queries that the threshold may lose. */
  readonly maxLost: number;
  /** The threshold that silences the most within `maxLost`, and loses the fewest of those; absent if none silences any. */
  readonly threshold?: AbstentionPoint;
  /** Every top score of a query, ascending. */
  readonly curve: readonly AbstentionPoint[];
}

export const ABSTENTION_REFUSALS = [
  "not-comparable",
  "no-scores",
  "not-descending",
  "no-unanswerable",
  "no-answerable",
] as const;
/** Why there is no curve. */
export type AbstentionRefusal = (typeof ABSTENTION_REFUSALS)[number];
export type Abstention = AbstentionCurve | { readonly refused: AbstentionRefusal };

export interface AbstentionScores {
  /** The score of each query's top hit, higher is better; undefined: the query has no hits, so it is silent anyway. */
  readonly unanswerable: readonly (number | undefined)[];
  readonly answerable: readonly (number | undefined)[];
}
export interface AbstentionOptions {
  /** The largest share of answerable queries to lose; default: 0.05. */
  readonly maxLost?: number;
  /** false: a score of one query says nothing about another query. */
  readonly comparableScores?: boolean;
}

/**
 * The abstention curve of a run over the threshold on the score of the top hit.
 * @example
 * abstention({ unanswerable: [1, 2], answerable: [2, 3] }, { maxLost: 0 })
 *   // { area: 0.875, threshold: { score: 2, silenced: 1, lost: 0 }, … }
 */
export function abstention(
  { unanswerable, answerable }: AbstentionScores,
  { maxLost = 0.05, comparableScores = true }: AbstentionOptions = {},
): Abstention {
  if (!comparableScores) return { refused: "not-comparable" };
  if (unanswerable.length === 0) return { refused: "no-unanswerable" };
  if (answerable.length === 0) return { refused: "no-answerable" };
  const scores = [...new Set([...unanswerable, ...answerable])].filter((score) => score !== undefined);
  if (scores.length === 0) return { refused: "no-scores" };
  scores.sort((a, b) => a - b);
  const [below, lostBelow] = [countsBelow(unanswerable, scores), countsBelow(answerable, scores)];
  const curve = scores.map((score, i) => ({ score, silenced: below[i]!, lost: lostBelow[i]! }));
  const threshold = bestOf(curve, maxLost * answerable.length);
  return {
    unanswerable: unanswerable.length,
    answerable: answerable.length,
    area: areaOf([...below, unanswerable.length], [...lostBelow, answerable.length]),
    maxLost,
    ...(threshold === undefined ? {} : { threshold }),
    curve,
  };
}

/** Queries without hits are silent without a threshold, so the first point is what it is compared with. */
function bestOf(curve: readonly AbstentionPoint[], mostLost: number): AbstentionPoint | undefined {
  let best = curve[0]!;
  for (const point of curve) if (point.lost <= mostLost && point.silenced > best.silenced) best = point;
  return best === curve[0] ? undefined : best;
}

/** For each of the ascending scores: how many values are lower, or absent. */
function countsBelow(values: readonly (number | undefined)[], scores: readonly number[]): number[] {
  const sorted = values.map((value) => value ?? Number.NEGATIVE_INFINITY).sort((a, b) => a - b);
  let count = 0;
  return scores.map((score) => {
    while (count < sorted.length && sorted[count]! < score) count++;
    return count;
  });
}

/** Trapezoids between the points: queries with equal scores fall silent together, on a straight line. */
function areaOf(silenced: readonly number[], lost: readonly number[]): number {
  let [area, x, y] = [0, 0, 0];
  for (let i = 0; i < lost.length; i++) {
    area += ((lost[i]! - x) * (silenced[i]! + y)) / 2;
    [x, y] = [lost[i]!, silenced[i]!];
  }
  return area / (x * y);
}
