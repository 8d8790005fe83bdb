/** Results as plain text: no colour, no clock, the same bytes for the same scores. */
import type { Counts, Summary } from "../core/types.ts";
import type { Result } from "../evaluate/result.ts";
import { SCORED, STATES } from "../evaluate/summarize.ts";
import { oneLine, widthOf, wrap } from "./_width.ts";
import { BECAUSE_WORDS, whyNot } from "./_words.ts";

export interface TableOptions {
  /** By column; the last one holds for all that follow. Default: the first column left, the others right. */
  readonly align?: readonly ("left" | "right")[];
}

/**
 * Rows of cells as aligned columns. A cell stays on its line: line breaks become spaces.
 * @example
 * renderTable([["run", "rr"], ["bm25", "0.5"]]) // "run    rr\nbm25  0.5"
 */
export function renderTable(
  rows: readonly (readonly string[])[],
  { align = ["left", "right"] }: TableOptions = {},
): string {
  const cells = rows.map((row) => row.map(oneLine));
  const widths: number[] = [];
  for (const row of cells)
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, widthOf(cell));
    });
  const padded = (cell: string, i: number): string => {
    const space = " ".repeat(widths[i]! - widthOf(cell));
    return (align[i] ?? align.at(-1)) === "right" ? space + cell : cell + space;
  };
  return cells.map((row) => row.map(padded).join("  ").trimEnd()).join("\n");
}

/** What a table reads of a Result: by its shape, so that a Result of another copy of the library will do. */
export type Scored = Pick<Result, "name" | "queries" | "summary" | "score" | "column" | "direction">;

export interface SummaryOptions {
  /** Columns that do not fit go below, with the runs once more; 100 if absent. */
  readonly width?: number;
}

/**
 * One row per run, one column per metric; below it what the means do not say: reasons where there is none, and counts.
 * @example
 * console.log(summaryTable([evaluate({ gold, run, name: "bm25" })]));
 */
export function summaryTable(results: readonly Scored[], { width = 100 }: SummaryOptions = {}): string {
  const columns = columnsOf(results);
  const shown = columns.map((column) => columnCells(column, results));
  const names = ["run", ...results.map((result) => oneLine(result.name))];
  const notes = [
    ...(shown.some((column) => column.marked) ? ["* the best of its column"] : []),
    ...shown.flatMap((column) => column.notes),
  ];
  const tables = blocks(names, shown, width).join("\n\n");
  return `${[tables, ...notes].join("\n")}\n\n${countLines(results, columns, width)}`;
}

/** A metric, and its summary in each result (undefined where a result lacks it). */
interface Column {
  readonly metric: string;
  readonly summaries: readonly (Summary | undefined)[];
}

function columnsOf(results: readonly Scored[]): Column[] {
  const byRun = results.map(
    (result) => new Map(result.summary().map((summary) => [summary.metric, summary])),
  );
  const metrics = new Set(byRun.flatMap((summaries) => [...summaries.keys()]));
  return [...metrics].map((metric) => ({ metric, summaries: byRun.map((one) => one.get(metric)) }));
}

interface ShownColumn {
  /** The name, then a cell per run; next to a marked value the others end with a space, so that digits align. */
  readonly cells: readonly string[];
  readonly marked: boolean;
  readonly notes: readonly string[];
}

function columnCells(column: Column, results: readonly Scored[]): ShownColumn {
  const { metric, summaries } = column;
  const texts = summaries.map((summary) => summary?.mean?.toFixed(3));
  const best = bestOf(column, texts, results);
  const notes = summaries.flatMap((summary, i) =>
    texts[i] === undefined ? [`– ${metric} of ${oneLine(results[i]!.name)}: ${noMean(summary)}`] : [],
  );
  if (best === "unequal")
    notes.push(`${metric} has no best: the runs were not scored on equally many queries`);
  const marked = best !== undefined && texts.includes(best);
  const mark = (text: string | undefined): string => (marked ? (text === best ? "*" : " ") : "");
  return {
    cells: [`${metric}${mark(undefined)}`, ...texts.map((text) => `${text ?? "–"}${mark(text)}`)],
    marked,
    notes,
  };
}

const noMean = (summary: Summary | undefined): string => {
  if (summary === undefined) return "it was not computed";
  if (summary.counts.scored === 0 && summary.because === "nothing-to-judge")
    return "no mean, since no query has a score";
  return summary.because === undefined ? "no mean" : `no mean, since ${BECAUSE_WORDS[summary.because]}`;
};

/** The best of several means, as it is shown: a difference that nobody sees is no difference. */
function bestOf(
  { metric, summaries }: Column,
  texts: readonly (string | undefined)[],
  results: readonly Scored[],
): string | "unequal" | undefined {
  const at = texts.flatMap((text, i) => (text === undefined ? [] : [i]));
  if (at.length < 2 || new Set(at.map((i) => texts[i])).size === 1) return undefined;
  if (new Set(at.map((i) => summaries[i]!.counts.scored)).size > 1) return "unequal";
  const sign = results[at[0]!]!.direction(metric) === "higher" ? 1 : -1;
  return texts[at.reduce((a, b) => (sign * (summaries[b]!.mean! - summaries[a]!.mean!) > 0 ? b : a))];
}

/** As many tables, one below the other, as the width asks for. */
function blocks(names: readonly string[], columns: readonly ShownColumn[], width: number): string[] {
  const first = Math.max(...names.map(widthOf));
  const tables: ShownColumn[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const column of columns) {
    const own = 2 + Math.max(...column.cells.map(widthOf));
    if (used + own > width) {
      tables.push([]);
      used = first;
    }
    tables.at(-1)!.push(column);
    used += own;
  }
  return tables.map((table) =>
    renderTable(names.map((name, row) => [name, ...table.map((column) => column.cells[row]!)])),
  );
}

const COUNTED = ["scored", "undefined", "skipped", "failed", "missing", "unknown"] as const;

/** What the less common counts mean; the reasons of the others come with them. */
const MEANING: Partial<Record<keyof Counts, string>> = {
  missing: "judged, but not in the run; scored as an empty list, and part of the scored",
  unknown: "in the run, but not in the gold; left out",
};

/** The denominators: one row where they are the same everywhere, otherwise one for each kind, with its metrics and runs. */
function countLines(results: readonly Scored[], columns: readonly Column[], width: number): string {
  // counts → by result the metrics that have them
  const kinds = new Map<string, string[][]>();
  const reasons = COUNTED.map((count) => new Set(MEANING[count] === undefined ? [] : [MEANING[count]]));
  for (const { metric, summaries } of columns)
    summaries.forEach((summary, i) => {
      if (summary === undefined) return;
      const counts = COUNTED.map((count) => summary.counts[count]);
      const metrics = kinds.get(counts.join()) ?? results.map(() => []);
      kinds.set(counts.join(), metrics);
      metrics[i]!.push(metric);
      addReasons(results[i]!, metric, reasons);
    });
  const head = ["queries", ...COUNTED];
  const room = width - head.join("  ").length - 2;
  const rows = [...kinds].flatMap(([key, metrics]) => {
    const counts = key.split(",").map(Number);
    // The four states, which come first, add up to the queries.
    const queries = counts.slice(0, STATES.length).reduce((a, b) => a + b, 0);
    const cells = [queries, ...counts].map(String);
    if (kinds.size === 1) return [cells];
    const labels = owners(results, metrics).flatMap((items) => wrap(items, ", ", room));
    return labels.map((label, i) => [...(i === 0 ? cells : head.map(() => "")), label]);
  });
  const occurs = COUNTED.map((_, c) => [...kinds.keys()].some((key) => key.split(",")[c] !== "0"));
  const meanings = COUNTED.flatMap((count, c) =>
    occurs[c] && reasons[c]!.size > 0 ? [[`${count}:`, few([...reasons[c]!]).join("; ")]] : [],
  );
  const align = [...head.map(() => "right" as const), "left" as const];
  const table = renderTable([head, ...rows], { align });
  return meanings.length === 0 ? table : `${table}\n${renderTable(meanings, { align: ["left"] })}`;
}

/** Metrics by result → lists of metrics, each with the runs that share it; the runs go unnamed where that is all of them. */
function owners(results: readonly Scored[], metrics: readonly (readonly string[])[]): string[][] {
  const sets = [...new Set(metrics.map((list) => list.join("\n")))].filter((set) => set !== "");
  return sets.map((set) => {
    const list = set.split("\n");
    const runs = results
      .filter((_, i) => metrics[i]!.join("\n") === set)
      .map((result) => oneLine(result.name));
    return runs.length === results.length ? list : [`${runs.join(", ")}: ${list[0]}`, ...list.slice(1)];
  });
}

/** By state, why cells have no value. */
function addReasons(result: Scored, metric: string, reasons: readonly Set<string>[]): void {
  result.column(metric).states.forEach((state, i) => {
    if (state === SCORED) return;
    const score = result.score(result.queries[i]!, metric);
    if (score.status !== "scored") reasons[state]!.add(oneLine(whyNot(score)));
  });
}

/** Every failure may have words of its own. */
const few = (list: readonly string[], most = 3): string[] =>
  list.length <= most ? [...list] : [...list.slice(0, most), `and ${list.length - most} other reasons`];
