/** Results as plain text: no clock, the same bytes for the same scores. */

import type { DifferingRun } from "../evaluate/compare/differences.ts";
import { fill } from "../text/fill.ts";
import { oneLine, widthOf, wrap } from "../text/width.ts";
import { contradictedNotes } from "./_contradicted.ts";
import { correctedParts } from "./_corrected.ts";
import { COUNTED, type CountsTable, countsTable, shownCounts } from "./_counts.ts";
import { liveColumns } from "./_live.ts";
import { queryTable } from "./_query-table.ts";
import { remarksOf } from "./_remarks.ts";
import { cellText, renderTable, type TableCell } from "./_render.ts";
import { sliceTable } from "./_slice-table.ts";
import { type ComparedColumn, comparedColumns, summaryColumns } from "./_summary.ts";
import { defineWriter, resultsOf } from "./_writer.ts";
import { correctedText } from "./judging-text.ts";
import { type Report, type Reported, type ReportOptions, type ReportWriter, tagsOf } from "./model.ts";

export { renderTable, type TableOptions } from "./_render.ts";

/** What a table of means reads of a Result. */
type TableRun = Pick<Reported, "name" | "queries" | "summary" | "score" | "column" | "direction"> &
  DifferingRun;

export interface SummaryOptions {
  /** Columns that do not fit go below, with the runs repeated (default: 100). */
  readonly width?: number;
  /** The best of a column is bold, not marked by a star. */
  readonly colour?: boolean;
  /** Beside each mean, how far it is from that of the first run. */
  readonly differences?: boolean;
  /** More columns behind those of the metrics: a head, then a cell per run. */
  readonly columns?: readonly (readonly string[])[];
  /** Decimal places (default: 3, and more where two means would look the same). */
  readonly digits?: number;
}

export const table: ReportWriter = defineWriter({
  id: "table",
  about: "A table for people: a row per run, then slices and single queries.",
  extensions: ["txt"],
  render(report, options) {
    const scores = `${scoreTables(report, options, liveColumns(report)).join("\n\n")}\n`;
    const more =
      options.remarks === true
        ? remarksOf(report, options)
        : [
            ...contradictedNotes(report).map(
              (note) => `${fill(oneLine(note), "  ", options.width).trimStart()}\n`,
            ),
            ...correctedParts(report, ({ corrected }, titled) => titled(correctedText(corrected))),
          ];
    return [scores, ...more].join("\n");
  },
});

function scoreTables(
  report: Report,
  { perQuery, by, digits, ...options }: ReportOptions,
  columns: readonly (readonly string[])[],
): string[] {
  const results = resultsOf(report);
  // A tool that gives no means has its numbers in the rows.
  if (perQuery && results.length > 0 && results.every((result) => result.summary().length === 0))
    return [queryTable(report.runs, digits)];
  return [
    summaryTable(results, {
      ...options,
      ...(digits === undefined ? {} : { digits }),
      differences: true,
      columns,
    }),
    ...tagsOf(by).map((tag) => sliceTable(results, tag, digits)),
    ...(perQuery ? [queryTable(report.runs, digits)] : []),
  ];
}

/**
 * One row per run, one column per metric; below it what the means do not say: reasons where there is none, and counts.
 * @example
 * console.log(summaryTable([evaluate({ gold, run, name: "bm25" })]));
 */
export function summaryTable(results: readonly TableRun[], options: SummaryOptions = {}): string {
  const { width = 100, colour = false, differences = false, digits } = options;
  const columns = summaryColumns(results);
  const { columns: compared, signs } = comparedColumns(results, { digits, differences });
  const shown = [
    ...compared.map((column) => shownColumn(column, colour)),
    ...sideBySide(options.columns ?? []),
  ];
  const marked = compared.some(({ cells }) => cells.some(({ best }) => best));
  const compares = compared.some(({ cells }) => cells.some(({ difference }) => difference !== undefined));
  const notes = [
    ...(marked ? [`${colour ? "bold:" : "*"} best in its column`] : []),
    ...(compares ? [`diff: difference to ${oneLine(results[0]!.name)}`] : []),
    ...signs,
    ...together(compared).flatMap((note) =>
      wrap(note.split(" "), " ", width - 2).map((line, i) => (i === 0 ? line : `  ${line}`)),
    ),
  ];
  const names = ["run", ...results.map((result) => oneLine(result.name))];
  const tables = blocks(names, shown, width, colour).join("\n\n");
  return `${[tables, ...notes].join("\n")}\n\n${countLines(countsTable(results, columns), width)}`;
}

/** Columns that stay together. */
const sideBySide = (columns: readonly (readonly string[])[]): ShownColumn[] =>
  columns.length === 0 ? [] : [columns[0]!.map((_, row) => columns.map((cells) => cells[row]!))];

/** One sentence for all metrics that lack a mean for the same reason. */
function together(compared: readonly ComparedColumn[]): string[] {
  const metrics = new Map<string, string[]>();
  for (const { metric, notes } of compared)
    for (const note of notes) {
      const own = `– ${metric} of `;
      const key = note.startsWith(own) ? note.slice(own.length) : "";
      if (key === "") metrics.set(note, []);
      else metrics.set(key, [...(metrics.get(key) ?? []), metric]);
    }
  return [...metrics].map(([text, list]) => (list.length === 0 ? text : `– ${list.join(", ")} of ${text}`));
}

/** One or two columns of cells; a row is the head, then a row per run. */
type ShownColumn = readonly (readonly TableCell[])[];

/** Next to a marked value, or one with an interval, the others end with spaces, so that digits align. */
function shownColumn({ metric, cells }: ComparedColumn, colour: boolean): ShownColumn {
  const starred = !colour && cells.some(({ best }) => best);
  const tails = cells.map(
    ({ best, within }) => `${starred ? (best ? "*" : " ") : ""}${within ? ` ${within}` : ""}`,
  );
  const wide = Math.max(...tails.map(({ length }) => length));
  const means = cells.map(({ text = "–", best }, i): TableCell => {
    const tail = tails[i]!.padEnd(wide);
    return best && colour ? { bold: text, text: tail } : `${text}${tail}`;
  });
  const differences = cells.some(({ difference }) => difference !== undefined)
    ? ["diff", ...aligned(cells)]
    : undefined;
  // Above plain means a name ends where they end.
  const head = `${metric}${starred && wide === 1 ? " " : ""}`;
  return [head, ...means].map((cell, row) =>
    differences === undefined ? [cell] : [cell, differences[row]!],
  );
}

/** Differences with a mark behind some of them. */
function aligned(cells: ComparedColumn["cells"]): string[] {
  const marked = cells.some(({ unsure }) => unsure);
  return cells.map(({ difference = "", unsure }) => (marked && !unsure ? `${difference}  ` : difference));
}

const cellWidth = (cell: TableCell): number => widthOf(cellText(cell));

/** As many tables, one below the other, as the width asks for. */
function blocks(
  names: readonly string[],
  columns: readonly ShownColumn[],
  width: number,
  colour: boolean,
): string[] {
  const first = Math.max(...names.map(widthOf));
  const tables: ShownColumn[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const column of columns) {
    const own = column[0]!
      .map((_, i) => 2 + Math.max(...column.map((row) => cellWidth(row[i]!))))
      .reduce((a, b) => a + b, 0);
    if (used + own > width) {
      tables.push([]);
      used = first;
    }
    tables.at(-1)!.push(column);
    used += own;
  }
  return tables.map((one) =>
    renderTable(
      names.map((name, row) => [name, ...one.flatMap((column) => column[row]!)]),
      { colour },
    ),
  );
}

/** One row where the counts are the same everywhere, otherwise one for each kind, with its metrics and runs. */
function countLines({ kinds, meanings }: CountsTable, width: number): string {
  const shownAt = shownCounts(kinds);
  const head = ["queries", ...shownAt.map((c) => COUNTED[c]!)];
  const room = width - head.join("  ").length - 2;
  const several = kinds.length > 1;
  // Names that do not fit beside the numbers go below them.
  const below = several && kinds.some(({ owners }) => owners.flat().some((item) => widthOf(item) > room));
  const labelsOf = (owners: CountsTable["kinds"][number]["owners"], most: number): string[] =>
    owners.flatMap((items) => wrap(items, ", ", most));
  const rows = kinds.flatMap(({ queries, counts, owners }) => {
    const cells = [queries, ...shownAt.map((c) => counts[c]!)].map(String);
    if (!several || below) return [cells];
    return labelsOf(owners, room).map((label, i) => [...(i === 0 ? cells : head.map(() => "")), label]);
  });
  const align = [...head.map(() => "right" as const), "left" as const];
  const lines = renderTable([head, ...rows], { align }).split("\n");
  const counts = lines
    .flatMap((line, i) =>
      below && i > 0
        ? [line, ...labelsOf(kinds[i - 1]!.owners, width - 4).map((label) => `    ${label}`)]
        : [line],
    )
    .join("\n");
  if (meanings.length === 0) return counts;
  const start = Math.max(...meanings.map(([name]) => name.length)) + 3;
  const words = meanings.flatMap(([name, meaning]) =>
    wrap(meaning.split(" "), " ", width - start).map((line, i) => [i === 0 ? `${name}:` : "", line]),
  );
  return `${counts}\n${renderTable(words, { align: ["left"] })}`;
}
