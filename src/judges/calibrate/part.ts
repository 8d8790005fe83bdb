/** What is known of a judge from the labelled cells of one part. */
import {
  type Agreement,
  addUp,
  agreementMeasures,
  agreementOf,
  type Counted,
  countAll,
  readAgreement,
  shareOf,
  type Table,
  tablesOf,
} from "./_agreement.ts";
import type { Level, Scale } from "./_levels.ts";
import type { Pair } from "./_pairs.ts";
import type { Part } from "./cells.ts";
import { type Drawing, type Estimate, estimate, type Measure } from "./estimate.ts";

export interface PartReport extends Agreement {
  readonly part: Part;
  /** Lowest first. */
  readonly labels: readonly string[];
  readonly queries: number;
  /** Rows: what people said; columns: what the judge said. */
  readonly confusion: Table;
  readonly classes: readonly {
    readonly label: string;
    readonly human: number;
    readonly judge: number;
    /** Of what the judge calls so, the share that people call so; of what people call so, the share that the judge does. */
    readonly precision: Estimate;
    readonly recall: Estimate;
  }[];
  /** How much more often the judge says yes: above 0 it is too kind, below 0 too strict. */
  readonly leniency: { readonly human: number; readonly judge: number; readonly difference: Estimate };
  /** How far people agree with one another, and the judge with the first of them on the same cells. */
  readonly ceiling?: Agreement & { readonly judge: Agreement };
}

export function reportPart(part: Part, pairs: readonly Pair[], scale: Scale, drawing: Drawing): PartReport {
  const { labels } = scale;
  const size = labels.length;
  const counted = pairs.map((pair): Counted => count(pair, pair.human[0], pair.judge, scale));
  const tables = tablesOf(counted, size);
  const agreement = agreementMeasures(size);
  const places = labels.map((_, i) => i);
  const yes = [...new Set(([0, 1, 2] as const).filter(scale.yes).map(scale.place))];
  const row = (i: number) => (table: Table) => table[i]!.reduce((sum, n) => sum + n, 0);
  const column = (i: number) => (table: Table) => table.reduce((sum, cells) => sum + cells[i]!, 0);
  const cell = (i: number) => (table: Table) => table[i]![i]!;
  const over = (counts: (i: number) => (table: Table) => number) => (table: Table) =>
    yes.reduce((sum, i) => sum + counts(i)(table), 0);
  const measures: Measure<Table>[] = [
    ...agreement,
    ...places.map((i) => shareOf(cell(i), column(i))),
    ...places.map((i) => shareOf(cell(i), row(i))),
    { of: shareOf((table) => over(column)(table) - over(row)(table), countAll).of },
  ];
  const found = estimate(tables, addUp(size), measures, drawing);
  const rest = found.slice(agreement.length);
  const confusion = addUp(size)(tables);
  const ceiling = ceilingOf(pairs, scale, drawing);
  return {
    part,
    labels,
    queries: tables.length,
    ...readAgreement(pairs.length, found.slice(0, agreement.length)),
    confusion,
    classes: labels.map((label, i) => ({
      label,
      human: row(i)(confusion),
      judge: column(i)(confusion),
      precision: rest[i]!,
      recall: rest[size + i]!,
    })),
    leniency: {
      human: over(row)(confusion) / pairs.length,
      judge: over(column)(confusion) / pairs.length,
      difference: rest[2 * size]!,
    },
    ...(ceiling === undefined ? {} : { ceiling }),
  };
}

const count = ({ cell }: Pair, first: Level, second: Level, scale: Scale): Counted => ({
  id: cell.id,
  first: scale.place(first),
  second: scale.place(second),
});

/** Every two people who labelled the same cell. */
function ceilingOf(pairs: readonly Pair[], scale: Scale, drawing: Drawing): PartReport["ceiling"] {
  const twice = pairs.filter(({ human }) => human.length > 1);
  if (twice.length === 0) return undefined;
  const people = twice.flatMap((pair) =>
    pair.human.flatMap((first, i) =>
      pair.human.slice(i + 1).map((second) => count(pair, first, second, scale)),
    ),
  );
  const judge = twice.map((pair) => count(pair, pair.human[0], pair.judge, scale));
  return {
    ...agreementOf(people, scale.labels.length, drawing),
    judge: agreementOf(judge, scale.labels.length, drawing),
  };
}
