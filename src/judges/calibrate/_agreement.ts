/** How far two who label agree, from tables of counts, one for each query. */
import type { QueryId } from "../../core/ids.ts";
import { kappaOf, linear, quadratic, type Stat, unweighted } from "../../stats/index.ts";
import { type Drawing, type Estimate, estimate, type Measure } from "./estimate.ts";

/** `table[i][j]`: cells that the first calls label i, the second label j. */
export type Table = readonly (readonly number[])[];

export interface Agreement {
  readonly cells: number;
  readonly agreement: Estimate;
  readonly kappa: Estimate;
  /** Where the labels have an order: more than two of them. */
  readonly weightedKappa?: { readonly linear: Estimate; readonly quadratic: Estimate };
}

export interface Counted {
  readonly id: QueryId;
  readonly first: number;
  readonly second: number;
}

/** One table for each query. */
export function tablesOf(cells: readonly Counted[], labels: number): Table[] {
  const tables = new Map<QueryId, number[][]>();
  for (const { id, first, second } of cells) {
    const table = tables.get(id) ?? emptyTable(labels);
    tables.set(id, table);
    table[first]![second]!++;
  }
  return [...tables.values()];
}

const emptyTable = (labels: number): number[][] =>
  Array.from({ length: labels }, () => Array.from({ length: labels }, () => 0));

export const addUp =
  (labels: number) =>
  (tables: readonly Table[]): number[][] => {
    const total = emptyTable(labels);
    for (const table of tables)
      for (let i = 0; i < labels; i++) for (let j = 0; j < labels; j++) total[i]![j]! += table[i]![j]!;
    return total;
  };

/** A share of two counts of a table. */
export const shareOf = (top: (table: Table) => number, bottom: (table: Table) => number): Measure<Table> => ({
  of: (table): Stat =>
    bottom(table) === 0
      ? { status: "undefined", because: "no-data" }
      : { status: "known", value: top(table) / bottom(table) },
  counts: (table) => bottom(table) > 0,
});

export const countAll = (table: Table): number => table.flat().reduce((sum, n) => sum + n, 0);
const diagonal = (table: Table): number => table.reduce((sum, row, i) => sum + row[i]!, 0);

/** Agreement, kappa and the weighted kappas, in this order. */
export function agreementMeasures(labels: number): Measure<Table>[] {
  const kappas = labels > 2 ? [unweighted, linear, quadratic] : [unweighted];
  return [
    shareOf(diagonal, countAll),
    ...kappas.map((weight) => ({ of: (table: Table) => kappaOf(table, weight) })),
  ];
}

export function readAgreement(cells: number, estimates: readonly Estimate[]): Agreement {
  const [agreement, kappa, linear, quadratic] = estimates as [Estimate, Estimate, Estimate?, Estimate?];
  return {
    cells,
    agreement,
    kappa,
    ...(linear === undefined || quadratic === undefined ? {} : { weightedKappa: { linear, quadratic } }),
  };
}

export const agreementOf = (cells: readonly Counted[], labels: number, drawing: Drawing): Agreement =>
  readAgreement(
    cells.length,
    estimate(tablesOf(cells, labels), addUp(labels), agreementMeasures(labels), drawing),
  );
