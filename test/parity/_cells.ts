/** Cells of a parity table: what the tool printed, what we say, and how the two are counted. */
import type { JsonScore, JsonSummary } from "../../src/index.ts";

/** A number, or why there is none: tool-none, tool-nan, tool-absent, tool-raises, skipped … */
export type State = number | string;

export interface Cell {
  /** The row of the printed table. */
  readonly tool: string;
  readonly case: string;
  readonly where: string;
  readonly wanted: State;
  readonly got: State;
  /** The class of chosen differences that this cell is in; equal or not. */
  readonly chosen: string | undefined;
  /** How far apart two numbers may be that are equal; 1e-12 unless the tool computes in less than doubles. */
  readonly within?: number;
}

/** A table's spelling of a cell. A key that is absent is a fact too. */
export function wantedState(cell: unknown): State {
  if (cell === undefined) return "tool-absent";
  if (cell === null) return "tool-none";
  if (cell === "NaN") return "tool-nan";
  return typeof cell === "object" ? "tool-raises" : Number(cell);
}

/** A cell of ours, as toJSON() spells scores and means. */
export function gotState(cell: JsonScore | JsonSummary | undefined): State {
  if (cell === undefined) return "tool-absent";
  if (typeof cell === "number") return cell;
  if ("status" in cell) return cell.status === "undefined" ? cell.because : cell.status;
  return cell.mean ?? cell.because ?? "no mean";
}

const TOLERANCE = 1e-12;

/** Absolute up to 1, relative above. */
export const same = (a: State, b: State, within = TOLERANCE): boolean =>
  a === b ||
  (Number.isFinite(a) &&
    Number.isFinite(b) &&
    Math.abs(Number(a) - Number(b)) <= within * Math.max(1, Math.abs(Number(a))));

export interface Count {
  cells: number;
  equal: number;
  wrong: number;
  /** By class: cells that differ, and cells that are equal all the same. */
  readonly chosen: Record<string, { different: number; equal: number }>;
  readonly wrongCells: Cell[];
}

/** Counts cells by row of the table. */
export function tally(cells: Iterable<Cell>): Map<string, Count> {
  const counts = new Map<string, Count>();
  for (const cell of cells) {
    let count = counts.get(cell.tool);
    if (count === undefined) {
      count = { cells: 0, equal: 0, wrong: 0, chosen: {}, wrongCells: [] };
      counts.set(cell.tool, count);
    }
    count.cells++;
    const equal = same(cell.wanted, cell.got, cell.within);
    if (equal) count.equal++;
    if (cell.chosen !== undefined) {
      count.chosen[cell.chosen] ??= { different: 0, equal: 0 };
      count.chosen[cell.chosen]![equal ? "equal" : "different"]++;
    } else if (!equal) {
      count.wrong++;
      count.wrongCells.push(cell);
    }
  }
  return counts;
}

/** All rows as one. */
export function total(counts: ReadonlyMap<string, Count>): Count {
  const sum: Count = { cells: 0, equal: 0, wrong: 0, chosen: {}, wrongCells: [] };
  for (const count of counts.values()) {
    sum.cells += count.cells;
    sum.equal += count.equal;
    sum.wrong += count.wrong;
    sum.wrongCells.push(...count.wrongCells);
    for (const [name, { different, equal }] of Object.entries(count.chosen)) {
      sum.chosen[name] ??= { different: 0, equal: 0 };
      sum.chosen[name]!.different += different;
      sum.chosen[name]!.equal += equal;
    }
  }
  return sum;
}

/** The rows as a Markdown table, with a total. */
export function printTable(counts: ReadonlyMap<string, Count>): string {
  const line = ([tool, { cells, equal, chosen, wrong }]: readonly [string, Count]): string => {
    const classes = Object.entries(chosen).map(([name, n]) => `${name} ${n.different} (${n.equal})`);
    return `| ${tool} | ${cells} | ${equal} | ${classes.join(", ") || "–"} | ${wrong} |`;
  };
  return [
    "| tool | cells | equal | chosen differences (and equal cells in the class) | wrong |",
    "|---|---|---|---|---|",
    ...[...counts].map(line),
    line(["total", total(counts)]),
  ].join("\n");
}
