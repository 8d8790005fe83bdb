/** One query while its hits are labelled: what the metric becomes under labels, without joining again. */
import type { DocId, QueryId } from "../../core/ids.ts";
import type { ComputedMetric } from "../../core/metric.ts";
import type { Params } from "../../core/params.ts";
import { ProblemLog } from "../../core/problem-log.ts";
import type { JudgedRanking } from "../../core/ranking.ts";
import type { JoinRule } from "../../core/rules.ts";
import { type Score, skipped, zero } from "../../core/score.ts";
import { sortDescending } from "../../core/sort-few.ts";
import type { ReadGold } from "../input/read-gold.ts";
import { emptyList, type Ranking } from "../input/read-run.ts";
import { join } from "../join/join.ts";
import type { Scratch } from "../join/scratch.ts";
import { shapeGold } from "../join/shape-gold.ts";

/** What scores one run. */
export interface LabelRule {
  readonly metric: ComputedMetric;
  readonly params: Params;
  readonly join: JoinRule;
  /** Made for this rule, and used for one query after the other. */
  readonly scratch: Scratch;
}

/** A list of one run. */
export interface LabelList {
  readonly rule: LabelRule;
  /** undefined: the run lacks the query. */
  readonly ranking: Ranking | undefined;
}

/** In an array of labels: nobody said anything. */
export const OPEN = -1;

interface JoinedList {
  readonly rule: LabelRule;
  readonly missing: boolean;
  /** Without labels. Its columns by rank are written to and restored. */
  readonly ranking: JudgedRanking;
  /** By document: the ranks it stands at, none where the list lacks it. */
  readonly ranks: readonly (readonly number[])[];
}

export class LabelCase {
  readonly query: QueryId;
  /** What can be labelled. */
  readonly docs: readonly DocId[];
  /** Beside them, and in place: a grade or OPEN. */
  readonly labels: Int32Array;
  readonly #lists: readonly (JoinedList | undefined)[];
  /** Does the gold judge anything by itself? */
  readonly #judged: boolean;

  /** `lists`: by run; undefined where the retriever failed. Of the candidates, those that the gold judges are left out. */
  constructor(
    query: QueryId,
    gold: ReadGold,
    lists: readonly (LabelList | undefined)[],
    candidates: readonly DocId[],
    depth: number,
  ) {
    this.query = query;
    this.#judged = gold.graded !== undefined || gold.relevant !== undefined;
    const judged: ReadGold = this.#judged ? gold : { ...gold, relevant: [] };
    // Gold that grades each candidate differently shows at which ranks it stands, whatever the rules of the join are.
    const marks: ReadGold = { graded: { ids: candidates, grades: candidates.map((_, i) => i + 1) } };
    const joined = lists.map((list) => list && joinedList(query, list, judged, marks, candidates.length));
    // Two spellings of one document have their ranks under one of them.
    const kept = [...candidates.keys()].filter(
      (i) =>
        joined.some((list) => list && list.ranks[i]!.some((rank) => rank < depth)) &&
        joined.every((list) => !list || list.ranks[i]!.every((rank) => list.ranking.judged[rank] === 0)),
    );
    this.docs = kept.map((i) => candidates[i]!);
    this.labels = new Int32Array(kept.length).fill(OPEN);
    this.#lists = joined.map((list) => list && { ...list, ranks: kept.map((i) => list.ranks[i]!) });
  }

  /** Documents without a label, by their place. */
  get open(): number[] {
    return [...this.labels.keys()].filter((i) => this.labels[i] === OPEN);
  }

  get runs(): number {
    return this.#lists.length;
  }

  /** The metric and its parameters; the same for all runs. */
  get rule(): LabelRule | undefined {
    return this.#lists.find((list) => list !== undefined)?.rule;
  }

  /** Has this run a list to score? */
  has(run: number): boolean {
    return this.#lists[run] !== undefined;
  }

  /** The score of a run under labels by document. `outside`: grades of documents that no list has. */
  score(run: number, labels: ArrayLike<number>, outside: readonly number[] = []): Score | undefined {
    const list = this.#lists[run];
    if (list === undefined) return undefined;
    const { ranking: r, ranks, rule } = list;
    const given: number[] = [...outside];
    for (let d = 0; d < ranks.length; d++) {
      const grade = labels[d]!;
      if (grade === OPEN) continue;
      given.push(grade);
      for (const rank of ranks[d]!) {
        r.grades[rank] = grade;
        r.judged[rank] = 1;
        r.relevant[rank] = grade > 0 ? 1 : 0;
      }
    }
    if (!this.#judged && given.length === 0) return skipped("grades");
    const score = rule.metric.compute({ ...r, ...withGrades(r, given) }, rule.params as never);
    for (let d = 0; d < ranks.length; d++) {
      if (labels[d] === OPEN) continue;
      for (const rank of ranks[d]!) r.grades[rank] = r.judged[rank] = r.relevant[rank] = 0;
    }
    // As evaluate scores a query that the run lacks.
    const lacks = list.missing && score.status === "undefined" && score.because === "empty-ranking";
    return lacks && rule.metric.direction === "higher" ? zero : score;
  }

  /** The score of a list of one hit with this grade, which is no document of the gold, under labels and `outside`. */
  scoreOfOne(grade: number, labels: ArrayLike<number>, outside: readonly number[]): Score | undefined {
    const list = this.#lists.find((one) => one !== undefined);
    if (list === undefined) return undefined;
    const { ranking: r, rule } = list;
    const given = [...outside];
    for (let d = 0; d < labels.length; d++) if (labels[d] !== OPEN) given.push(labels[d]!);
    const one: JudgedRanking = {
      length: 1,
      grades: Float64Array.of(grade),
      judged: Uint8Array.of(1),
      relevant: Uint8Array.of(grade > 0 ? 1 : 0),
      item: Uint32Array.of(0),
      pool: r.pool,
      listed: r.listed,
      goldListed: r.goldListed,
    };
    return rule.metric.compute({ ...one, ...withGrades(one, given) }, rule.params as never);
  }

  /** The first of the open documents in the order of a run's list, and at the end those that it lacks. */
  byRank(run: number, docs: readonly number[]): number[] {
    const ranks = this.#lists[run]!.ranks;
    return [...docs].sort((a, b) => (ranks[a]![0] ?? Number.MAX_VALUE) - (ranks[b]![0] ?? Number.MAX_VALUE));
  }
}

/** What the gold has in all, with more grades. */
function withGrades(
  { pool, listed, goldListed }: JudgedRanking,
  given: readonly number[],
): Pick<JudgedRanking, "pool" | "listed" | "goldListed"> {
  if (given.length === 0) return { pool, listed, goldListed };
  const above = given.filter((grade) => grade > 0);
  return {
    pool: merged(pool, given),
    listed: above.length === 0 ? listed : merged(listed, above),
    goldListed: goldListed + above.length,
  };
}

/** Both best first, as is what comes of them; `more` is in any order. */
function merged(pool: Float64Array, more: readonly number[]): Float64Array {
  const added = Float64Array.from(more);
  sortDescending(added);
  const all = new Float64Array(pool.length + added.length);
  let next = 0;
  let at = 0;
  for (let i = 0; i < pool.length; i++) {
    while (next < added.length && added[next]! > pool[i]!) all[at++] = added[next++]!;
    all[at++] = pool[i]!;
  }
  while (next < added.length) all[at++] = added[next++]!;
  return all;
}

function joinedList(
  query: QueryId,
  { rule, ranking }: LabelList,
  gold: ReadGold,
  marks: ReadGold,
  candidates: number,
): JoinedList {
  // What is wrong with a list was reported when it was read.
  const against = (one: ReadGold): JudgedRanking =>
    join(query, ranking ?? emptyList, shapeGold(one, rule.join), rule.join, rule.scratch, new ProblemLog());
  const marked = against(marks);
  const ranks: number[][] = Array.from({ length: candidates }, () => []);
  for (let rank = 0; rank < marked.length; rank++)
    if (marked.judged[rank] === 1) ranks[marked.grades[rank]! - 1]!.push(rank);
  return { rule, missing: ranking === undefined, ranking: owned(against(gold)), ranks };
}

/** The columns of a join are used again by the next. */
const owned = (r: JudgedRanking): JudgedRanking => ({
  ...r,
  grades: r.grades.slice(0, r.length),
  judged: r.judged.slice(0, r.length),
  relevant: r.relevant.slice(0, r.length),
  item: r.item.slice(0, r.length),
});
