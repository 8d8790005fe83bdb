/** What a table of grades holds: told by a statement that somebody else runs, and compared with the gold its rows are scored by. */
import { compareIds, type QueryId } from "../core/ids.ts";
import type { ShapedGold } from "../evaluate/join/shape-gold.ts";
import { aggregate, as, cast, column, eq, flag, ONE, same, step } from "./_words.ts";
import type { SqlValue } from "./engine.ts";
import type { NamedNode, SqlNode, StepNode } from "./nodes.ts";

/**
 * Of one query: its judgments, the relevant ones, the sum of the grades, and three more sums with each grade times the place of
 * its document by id, the square of that place, and its logarithm: what leaves one of them as it was changes another.
 */
export const GOLD_FACTS = [
  "gold_judged",
  "gold_relevant",
  "gold_grades",
  "gold_placed",
  "gold_squared",
  "gold_logged",
] as const;
/** Of all queries, for those that the run lacks: their own sums are not told. */
export const ALL_FACTS = ["all_queries", "all_judged", "all_relevant", "all_grades", "all_placed"] as const;

const byId = (name: string) => ({ by: column(name), bytes: true }) as const;
const place = (partition: string, ...names: readonly string[]): SqlNode => ({
  op: "window",
  fn: "row_number",
  partition: [partition],
  order: names.map(byId),
});
const times = (a: SqlNode, b: SqlNode): SqlNode => ({ op: "mul", args: [a, b] });
const graded = (by: SqlNode): SqlNode => times(column("grade"), by);
const sums = (names: readonly string[], at: string): NamedNode[] => {
  const p = cast("double", column(at));
  const log: SqlNode = { op: "log2", args: [{ op: "add", args: [ONE, p] }] };
  const values = [ONE, column("relevant"), column("grade"), graded(p), graded(times(p, p)), graded(log)];
  return names.map((name, i) => as(name, aggregate("sum", values[i]!)));
};

/** Steps that tell it; every judgment has a 1 in the column judged. */
export function goldFacts(plan: NamedNode): StepNode[] {
  const [queries, ...all] = ALL_FACTS;
  const from = step("gold_placed");
  return [
    {
      name: "gold_placed",
      selects: [
        {
          columns: [
            ...same("query", "grade", "relevant"),
            as("place", place("query", "doc")),
            as("place_of_all", place("judged", "query", "doc")),
          ],
          from: step("gold"),
        },
      ],
    },
    {
      name: "gold_query",
      selects: [{ columns: [...same("query"), ...sums(GOLD_FACTS, "place")], from, groupBy: ["query"] }],
    },
    {
      name: "gold_all",
      selects: [
        {
          columns: [
            plan,
            as(queries, aggregate("sum", flag(eq(column("place"), ONE)))),
            ...sums(all, "place_of_all"),
          ],
          from,
        },
      ],
    },
  ];
}

interface GoldSums {
  judged: number;
  relevant: number;
  /** By the place of a judgment: the sum, and that of the amounts, which rounding is measured by. */
  readonly weighted: readonly { sum: number; size: number; readonly weight: (place: number) => number }[];
  /** Sums of whole numbers have no rounding. */
  whole: boolean;
}

export interface GoldDifference {
  readonly found: string;
  readonly wanted: string;
}

/** The gold that rows are scored by. */
export class ToldGold {
  readonly #queries = new Map<QueryId, GoldSums>();
  readonly #all = { ...none(), queries: 0 };

  constructor(shapes: Iterable<readonly [QueryId, ShapedGold]>) {
    for (const [query, { index, gradeOf, listedOf }] of [...shapes].sort(([a], [b]) => compareIds(a, b))) {
      const sums = none();
      for (const [, e] of [...index].sort(([a], [b]) => compareIds(a, b)))
        for (const to of [sums, this.#all]) add(to, gradeOf[e]!, listedOf[e]!);
      if (sums.judged > 0) this.#all.queries++;
      this.#queries.set(query, sums);
    }
  }

  /** What the table has of a query, if it is not this. */
  differs(query: QueryId, of: (name: string) => SqlValue): GoldDifference | undefined {
    return difference(GOLD_FACTS.map(of), this.#queries.get(query) ?? none());
  }

  /** What the table has in all. */
  differsInAll(of: (name: string) => SqlValue): GoldDifference | undefined {
    const [queries, ...told] = ALL_FACTS.map(of);
    if (Number(queries) !== this.#all.queries)
      return {
        found: `${Number(queries)} ${Number(queries) === 1 ? "query" : "queries"}`,
        wanted: String(this.#all.queries),
      };
    return difference(told, this.#all);
  }
}

const WEIGHTS = [
  () => 1,
  (place: number) => place,
  (place: number) => place * place,
  (place: number) => Math.log2(1 + place),
];
const LOGARITHM = 3;
const none = (): GoldSums => ({
  judged: 0,
  relevant: 0,
  weighted: WEIGHTS.map((weight) => ({ sum: 0, size: 0, weight })),
  whole: true,
});

function add(to: GoldSums, grade: number, relevant: number): void {
  to.judged++;
  to.relevant += relevant;
  to.whole &&= Number.isInteger(grade);
  for (const one of to.weighted) {
    one.sum += grade * one.weight(to.judged);
    one.size += Math.abs(grade) * one.weight(to.judged);
  }
}

function difference(told: readonly SqlValue[], wanted: GoldSums): GoldDifference | undefined {
  const [judged, relevant, ...sums] = told.map(Number) as [number, number, ...number[]];
  // Added in any order: what rounding can do at most.
  const isSame = (sum: number, i: number): boolean => {
    const { sum: own, size } = wanted.weighted[i]!;
    const exact = wanted.whole && i !== LOGARITHM && size <= Number.MAX_SAFE_INTEGER;
    return Math.abs(sum - own) <= (exact ? 0 : 4 * Number.EPSILON * wanted.judged * size);
  };
  const sameCounts = judged === wanted.judged && relevant === wanted.relevant && isSame(sums[0]!, 0);
  if (sameCounts && sums.every(isSame)) return undefined;
  if (sameCounts)
    return { found: "other grades on some documents", wanted: "grades that add up to the same" };
  return {
    found: words(judged, relevant, sums[0]!),
    wanted: words(wanted.judged, wanted.relevant, wanted.weighted[0]!.sum),
  };
}

const words = (judged: number, relevant: number, grades: number): string =>
  `${judgmentsOf(judged)}, ${relevant} of them relevant, with grades that add up to ${grades}`;

export const judgmentsOf = (count: number): string => `${count} ${count === 1 ? "judgment" : "judgments"}`;
