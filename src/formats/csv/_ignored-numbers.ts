/** Unused columns of numbers in a table ranked in file order: one may be the score. */
import { atLine } from "../_problems.ts";
import { parseNumber } from "../bytes/bytes.ts";
import type { ReadContext } from "../format.ts";
import { plainName } from "../rows/field-names.ts";
import type { CsvColumn } from "./_table.ts";
import { parseWithComma } from "./decimal.ts";
import { csvProblem } from "./problems.ts";
import type { Cells } from "./records.ts";

/** At most this many columns are watched. */
const MOST = 16;
/** The lower, the better. */
const isDistance = (name: string): boolean => /dist(ance)?$/.test(plainName(name));

interface Watched {
  readonly column: CsvColumn;
  readonly distance: boolean;
  before: number;
  /** Counts 1, 2, 3 in each query. */
  counts: boolean;
  outOfOrder: boolean;
}

export class IgnoredNumbers {
  #watched: Watched[];
  readonly #context: ReadContext;

  constructor(columns: readonly CsvColumn[], context: ReadContext) {
    this.#context = context;
    this.#watched = columns
      .filter(({ depth }) => depth === 0)
      .slice(0, MOST)
      .map((column) => ({
        column,
        distance: isDistance(column.name),
        before: Number.NaN,
        counts: true,
        outOfOrder: false,
      }));
  }

  /** `same`: the row belongs to the query of the row before. */
  row(cells: Cells, same: boolean): void {
    if (this.#watched.length === 0) return;
    this.#watched = this.#watched.filter((one) => {
      const { index, decimalComma } = one.column;
      const parse = decimalComma === undefined ? parseNumber : parseWithComma;
      const empty = cells.start(index) === cells.end(index);
      const value = empty ? Number.NaN : parse(cells.bytes, cells.start(index), cells.end(index));
      if (!empty && Number.isNaN(value)) return false;
      one.counts &&= value === (same ? one.before + 1 : 1);
      if (same) one.outOfOrder ||= one.distance ? value < one.before : value > one.before;
      one.before = value;
      return true;
    });
  }

  end(): void {
    const found = this.#watched.filter(({ outOfOrder, counts }) => outOfOrder && !counts);
    const one = found[0];
    if (one === undefined) return;
    const fields = {
      column: one.column.name,
      distance: one.distance,
      others: found.slice(1).map(({ column }) => column.name),
    };
    this.#context.problem(csvProblem("ignored-numbers", fields, atLine(1)));
  }
}
