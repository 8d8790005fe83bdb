/** What a table of grades holds: told by a statement that somebody else runs, and compared with the gold its rows are scored by. */
import { compareIds, type QueryId } from "../core/ids.ts";
import type { ShapedGold } from "../evaluate/join/shape-gold.ts";
import { aggregate, as, column, eq, flag, ONE, same, step } from "./_words.ts";
import type { SqlValue } from "./engine.ts";
import type { NamedNode, SqlNode, StepNode } from "./nodes.ts";

/**
 * Of one query: its judgments, the relevant ones, the sum of the grades, and that sum with each grade times the place of its
 * document by id, which two swapped grades change.
 */
export const GOLD_FACTS = ["gold_judged", "gold_relevant", "gold_grades", "gold_placed"] as const;
/** The same of all queries, for those that the run lacks. */
export const ALL_FACTS = ["all_queries", "all_judged", "all_relevant", "all_grades", "all_placed"] as const;

const byId = (name: string) => ({ by: column(name), bytes: true }) as const;
const place = (partition: string, ...names: readonly string[]): SqlNode => ({
  op: "window",
  fn: "row_number",
  partition: [partition],
  order: names.map(byId),
});
const sums = (names: readonly string[], at: string): NamedNode[] => {
  const values = [ONE, column("relevant"), column("grade")];
  const placed: SqlNode = { op: "mul", args: [column("grade"), column(at)] };
  return [...values, placed].map((of, i) => as(names[i]!, aggregate("sum", of)));
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
  grades: number;
  placed: number;
  /** What rounding is measured by. */
  size: number;
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
      return { found: `${Number(queries)} queries`, wanted: String(this.#all.queries) };
    return difference(told, this.#all);
  }
}

const none = (): GoldSums => ({ judged: 0, relevant: 0, grades: 0, placed: 0, size: 1 });

function add(to: GoldSums, grade: number, relevant: number): void {
  to.judged++;
  to.relevant += relevant;
  to.grades += grade;
  to.placed += grade * to.judged;
  to.size += Math.abs(grade) * to.judged;
}

function difference(told: readonly SqlValue[], wanted: GoldSums): GoldDifference | undefined {
  const [judged, relevant, grades, placed] = told.map(Number) as [number, number, number, number];
  // GoldSums are added in any order.
  const same = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * wanted.size;
  const isSame = judged === wanted.judged && relevant === wanted.relevant && same(grades, wanted.grades);
  if (isSame && same(placed, wanted.placed)) return undefined;
  if (isSame) return { found: "its grades on other documents", wanted: "the same ones elsewhere" };
  return { found: words({ judged, relevant, grades }), wanted: words(wanted) };
}

const words = ({ judged, relevant, grades }: Pick<GoldSums, "judged" | "relevant" | "grades">): string =>
  `${judged} judgments, ${relevant} of them relevant, with grades that add up to ${grades}`;
