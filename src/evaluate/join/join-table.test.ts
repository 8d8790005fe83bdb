import { expect, it } from "vitest";
import type { JudgedRanking } from "../../core/ranking.ts";
import { ap } from "../../metrics/ap.ts";
import { ndcg } from "../../metrics/ndcg.ts";
import { recall } from "../../metrics/recall.ts";
import { GoldColumns } from "../input/gold-columns.ts";
import type { TableRows } from "../input/table-ranking.ts";
import { Planner } from "../plan/plan.ts";
import { countedRelevant } from "../score/bounds.ts";
import { TableScratch } from "./join-table.ts";

const plans = ["recall@3", "recall(rel=2)@3", "ap", "ndcg@3", "ndcg(gain=exp)@3", "ndcg"].map(
  (name) => new Planner({ metrics: [name] }).plans()[0]!,
);
const rule = plans[0]!.join;

class Grades extends GoldColumns {
  readonly grades: Float64Array;
  constructor(grades: Float64Array) {
    super();
    this.grades = grades;
  }
  protected override makeIds() {
    return [...this.grades].map((_, i) => `d${i}`);
  }
}
const gold = (...grades: number[]) => new Grades(Float64Array.from(grades)).shape();

/** Scores by row, and which row is which entry of the gold. */
function rows(
  scores: readonly number[],
  found: readonly (readonly [row: number, entry: number])[],
): TableRows {
  const falling = scores.every((x, i) => i === 0 || x <= scores[i - 1]!);
  return {
    length: scores.length,
    values: Float64Array.from(scores),
    scored: true,
    mapping: true,
    falling,
    strict: false,
    found: found.length,
    foundAt: Uint32Array.from(found, ([row]) => row),
    foundId: Uint32Array.from(found, ([, entry]) => entry),
    goldIds: undefined,
    odd: false,
    compare: (a, b) => a - b,
    firstLater: () => () => [],
    mayHold: () => true,
    mayHoldChunks: () => true,
    columns: () => {
      throw new Error("the ids are not asked for");
    },
  };
}

const judgedRanks = ({ sparse }: JudgedRanking) => [...sparse!.ranks.subarray(0, sparse!.count)];
const scoresOf = (r: JudgedRanking) =>
  plans.map(({ metric, params }) => metric.compute(r as never, params as never));

it("names the judged ranks in ascending order, whatever the order of the rows", () => {
  const scratch = new TableScratch();
  const r = scratch.join(
    rows(
      [1, 9, 5, 7, 3],
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
    ),
    gold(1, 2, 0),
    rule,
  );
  expect(judgedRanks(r)).toEqual([0, 2, 4]);
  expect([...r.grades.subarray(0, 5)]).toEqual([2, 0, 0, 0, 1]);
  const many = Array.from({ length: 100 }, (_, i) => i);
  const all = scratch.join(
    rows(
      many,
      many.map((i) => [i, i] as const),
    ),
    gold(...many),
    rule,
  );
  expect(judgedRanks(all)).toEqual(many);
});

it("forgets what metrics found out of the query before", () => {
  const scratch = new TableScratch();
  const queries = [
    [
      rows(
        [5, 4, 3, 2],
        [
          [1, 0],
          [3, 1],
        ],
      ),
      gold(2, 1, 1),
    ],
    [rows([5, 4], [[0, 1]]), gold(0, 3)],
    [rows([5, 4, 3], []), gold(1)],
  ] as const;
  for (const [list, shaped] of [...queries, ...queries]) {
    const again = scoresOf(scratch.join(list, shaped, rule));
    expect(again).toEqual(scoresOf(new TableScratch().join(list, shaped, rule)));
    expect(again).toEqual(scoresOf({ ...scratch.ranking }));
  }
});

it("does not go with a copy of the ranking, which may say something else", () => {
  const r = new TableScratch().join(rows([5, 4, 3], [[2, 0]]), gold(1), rule);
  expect(recall.compute(r, plans[0]!.params as never)).toEqual({ status: "scored", value: 1 });
  expect({ ...r }.sparse).toBeUndefined();
  const counted = countedRelevant(r, 3, undefined);
  expect(recall.compute({ ...r, relevant: new Uint8Array(3) }, plans[0]!.params as never)).toEqual({
    status: "scored",
    value: 0,
  });
  for (const metric of [ap, ndcg])
    expect(metric.compute(counted, plans[metric === ap ? 2 : 5]!.params as never)).toEqual({
      status: "scored",
      value: 1,
    });
});
