import { type Cell, type State, same, wantedState } from "../_cells.ts";
import type { Tables } from "../_tables.ts";
import {
  type Case,
  casesOf,
  compareRow,
  flatGold,
  gradedGold,
  idsAndScores,
  ours,
  type Query,
  type Row as States,
  withMore,
} from "./case.ts";

/** A query's values: without a cut-off, and under "@k" those of the first k. */
type Wanted = Readonly<Record<string, unknown>>;
interface Row {
  readonly retrieved_only: readonly Wanted[];
  readonly pool: readonly Wanted[];
  readonly pool_negative: readonly Wanted[];
  readonly aggregate_pool: Readonly<Record<string, Wanted>>;
}

/** It computes in float32. */
const WITHIN = 1e-6;
const tool = "torchmetrics (to 1e-6)";

/** { map, "@3": { map } } as map and map@3. */
const flat = (row: Wanted): Wanted =>
  Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) =>
      key.startsWith("@")
        ? Object.entries(value as Wanted).map(([name, one]) => [name + key, one])
        : [[key, value]],
    ),
  );

/** What we show for the queries; one metric was given grades, where a query has some. */
function shown(c: Case, queries: readonly Query[], names: readonly string[], options: readonly string[]) {
  const given = { ...c, queries };
  const graded = names.filter((name) => name.startsWith("ndcg_graded"));
  const others = names.filter((name) => !graded.includes(name));
  const asked = { as: "torchmetrics", options };
  const binary = ours({ ...asked, metrics: others, ...idsAndScores(given, flatGold) });
  if (graded.length === 0) return binary;
  const more = ours({ ...asked, metrics: graded, ...idsAndScores(given, gradedGold) });
  return {
    row: (i: number) => withMore(binary.row(i), more.row(i)),
    summary: withMore(binary.summary, more.summary),
  };
}

/** The ways to merge two lists, each in its own order. */
function interleavings<T>(a: readonly T[], b: readonly T[]): (readonly T[])[] {
  if (a.length === 0 || b.length === 0) return [[...a, ...b]];
  return [
    ...interleavings(a.slice(1), b).map((rest) => [a[0]!, ...rest]),
    ...interleavings(a, b.slice(1)).map((rest) => [b[0]!, ...rest]),
  ];
}

/** The query with its hits by score, in every order of equal scores that is another list of relevant and other hits. */
function orders(query: Query): readonly Query[] {
  const gold = new Set<string | null>(query.gold.flat());
  const runs = [...new Set(query.scores)]
    .sort((a, b) => b - a)
    .map((score) => {
      const hits = query.retrieved.flatMap((id, i) => (query.scores[i] === score ? [{ id, score }] : []));
      const isRelevant = ({ id }: { id: string | null }) => gold.has(id);
      return interleavings(
        hits.filter(isRelevant),
        hits.filter((hit) => !isRelevant(hit)),
      );
    });
  let lists: (readonly { id: string | null; score: number }[])[] = [[]];
  for (const run of runs) lists = lists.flatMap((list) => run.map((hits) => [...list, ...hits]));
  return lists.map((hits) => ({
    ...query,
    retrieved: hits.map(({ id }) => id),
    scores: hits.map(({ score }) => score),
  }));
}

/**
 * topk and argsort leave the order of equal scores to chance. A cell is in this class if that order matters to it
 * and its value is that of some order.
 */
function rowClass(rows: readonly States[], name: string, wanted: State): string | undefined {
  const values = rows.flatMap((row) => (typeof row === "string" ? [] : [row[name]!]));
  const matters = values.some((value) => !same(value, values[0]!, WITHIN));
  return matters && values.some((value) => same(wanted, value, WITHIN)) ? "unstable-sort" : undefined;
}

/** A mean is in the class if it lies between that of every query's least and that of every query's greatest value. */
function meanClass(rows: readonly (readonly States[])[], name: string, wanted: State): string | undefined {
  const byQuery = rows
    .map((orders) => orders.flatMap((row) => (typeof row === "string" ? [] : [row[name]!])))
    .map((values) => values.filter((value) => typeof value === "number"))
    .filter((values) => values.length > 0);
  const mean = (of: (...values: number[]) => number): number =>
    byQuery.reduce((sum, values) => sum + of(...values), 0) / byQuery.length;
  const [least, greatest] = [mean(Math.min), mean(Math.max)];
  const isWithin = typeof wanted === "number" && wanted >= least - WITHIN && wanted <= greatest + WITHIN;
  return greatest - least > WITHIN && isWithin ? "unstable-sort" : undefined;
}

export function* torchmetrics(tables: Tables): Iterable<Cell> {
  for (const [c, table] of casesOf<Row>(tables, "torchmetrics")) {
    const inOrder = c.queries.map(orders);
    const rowsByOrder = (i: number, names: readonly string[], options: readonly string[]): States[] =>
      inOrder[i]!.map((query) => shown(c, [query], names, options).row(0));

    for (const [candidates, option] of [
      ["retrieved_only", "retrieved"],
      ["pool", "pool"],
      ["pool_negative", "pool_negative"],
    ] as const)
      for (const [i, row] of table[candidates].entries()) {
        const wanted = flat(row);
        const names = Object.keys(wanted);
        const byOrder = inOrder[i]!.length > 1 ? rowsByOrder(i, names, [option]) : [];
        yield* compareRow(
          { tool, case: c, where: candidates },
          wanted,
          shown(c, [c.queries[i]!], names, [option]).row(0),
          (name) => rowClass(byOrder, name, wantedState(wanted[name])),
          WITHIN,
        );
      }
    for (const [action, wanted] of Object.entries(table.aggregate_pool)) {
      const names = Object.keys(wanted);
      const options = ["pool", `empty_target_action=${action}`];
      const tied = inOrder.some((queries) => queries.length > 1);
      const byOrder = tied ? c.queries.map((_, i) => rowsByOrder(i, names, options)) : [];
      yield* compareRow(
        { tool, case: c, where: `aggregate_pool.${action}` },
        wanted,
        shown(c, c.queries, names, options).summary,
        (name) => (tied ? meanClass(byOrder, name, wantedState(wanted[name])) : undefined),
        WITHIN,
      );
    }
  }
}
