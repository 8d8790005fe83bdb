/** Rows of a Parquet file: columns side by side, as runs of plain values or as cells with lists. */

import { ParquetError } from "./_hybrid.ts";
import { PageReader } from "./_pages.ts";
import { type Mode, NOT_UTF8 } from "./_values.ts";
import { type ParquetColumn, type ParquetFile, parquetTrouble } from "./file.ts";

export interface WantedColumn {
  readonly column: ParquetColumn;
  readonly mode: Mode;
}

/**
 * Calls `run` for as many rows at a time as lie in one page of every column; all columns have one value per row.
 * Row i of the run has value `reader.at + i` of each reader. `row`: the first one's number, from 1.
 */
export async function readRuns(
  file: ParquetFile,
  wanted: readonly WantedColumn[],
  run: (readers: readonly PageReader[], length: number, row: number) => void,
): Promise<void> {
  const readers = wanted.map(({ column, mode }) => new PageReader(file, column, mode));
  await guarded(file, async () => {
    let row = 1;
    for (let g = 0; g < file.groups.length; g++) {
      for (const reader of readers) reader.start(g);
      for (let left = file.groups[g]!.rows; left > 0; ) {
        let length = left;
        for (const reader of readers) {
          if (reader.at >= reader.count && !(await reader.next()))
            throw new ParquetError(`column ${reader.column.name} has too few values`);
          length = Math.min(length, reader.count - reader.at);
        }
        run(readers, length, row);
        for (const reader of readers) reader.at += length;
        row += length;
        left -= length;
      }
    }
  });
}

/** Text (undefined where it is not UTF-8), a number, null, or lists of them. */
export type ParquetCell = string | number | null | undefined | readonly ParquetCell[];

/** Calls `row` with the cells of each row, in the order wanted. */
export async function readCells(
  file: ParquetFile,
  wanted: readonly WantedColumn[],
  row: (cells: readonly ParquetCell[], row: number) => void,
): Promise<void> {
  const readers = wanted.map(({ column, mode }) => new CellReader(new PageReader(file, column, mode)));
  await guarded(file, async () => {
    let number = 1;
    const cells: ParquetCell[] = new Array(readers.length);
    for (let g = 0; g < file.groups.length; g++) {
      for (const reader of readers) reader.start(g);
      for (let left = file.groups[g]!.rows; left > 0; left--) {
        for (let c = 0; c < readers.length; c++) {
          // Awaited only at the end of a page: a promise per cell would cost more than the cell.
          const reader = readers[c]!;
          if (!reader.isReady) await reader.load();
          cells[c] = reader.take();
        }
        row(cells, number++);
      }
    }
  });
}

async function guarded(file: ParquetFile, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw await parquetTrouble(file.name, error);
  }
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

class CellReader {
  readonly #pages: PageReader;
  /** Rows that are complete, and the next one to be taken. */
  #rows: ParquetCell[] = [];
  #next = 0;
  /** At depth 1 and 2: the row that may go on in the next page, and its lists from the outermost to the innermost. */
  #open: ParquetCell[] | undefined;
  #lists: ParquetCell[][] = [];
  constructor(pages: PageReader) {
    this.#pages = pages;
  }

  get isReady(): boolean {
    return this.#next < this.#rows.length;
  }

  start(group: number): void {
    this.#pages.start(group);
    this.#rows = [];
    this.#next = 0;
    this.#open = undefined;
  }

  take(): ParquetCell {
    return this.#rows[this.#next++];
  }

  async load(): Promise<void> {
    const pages = this.#pages;
    this.#rows = [];
    this.#next = 0;
    while (this.#rows.length === 0) {
      if (await pages.next()) {
        if (pages.column.depth === 0) this.#plain();
        else this.#assemble();
      } else if (this.#open !== undefined) {
        this.#rows.push(...this.#open);
        this.#open = undefined;
      } else throw new ParquetError(`column ${pages.column.name} has too few values`);
    }
  }

  #plain(): void {
    const { count, definitions, column } = this.#pages;
    const value = this.#valueReader();
    const rows: ParquetCell[] = new Array(count);
    for (let i = 0; i < count; i++)
      rows[i] = definitions !== undefined && definitions[i] !== column.maxDefinition ? null : value(i);
    this.#rows = rows;
  }

  /** Lists from levels: a repetition level says which list goes on, a definition level how much of it is there. */
  #assemble(): void {
    const { count, column, definitions, repetitions } = this.#pages;
    const { depth, maxDefinition, listLevels } = column;
    const value = this.#valueReader();
    const lists = this.#lists;
    let next = 0;
    const build = (level: number, definition: number): ParquetCell => {
      if (level === depth) return definition === maxDefinition ? value(next++) : null;
      const entries = listLevels[level]!;
      if (definition < entries - 1) return null;
      const list: ParquetCell[] = [];
      lists[level] = list;
      if (definition >= entries) list.push(build(level + 1, definition));
      return list;
    };
    for (let i = 0; i < count; i++) {
      const repetition = repetitions![i]!;
      const definition = maxDefinition === 0 ? 0 : definitions![i]!;
      if (repetition === 0) {
        if (this.#open !== undefined) this.#rows.push(...this.#open);
        lists.length = 0;
        this.#open = [build(0, definition)];
        continue;
      }
      const list = lists[repetition - 1];
      if (list === undefined || this.#open === undefined)
        throw new ParquetError("a list goes on that never began");
      lists.length = repetition;
      list.push(build(repetition, definition));
    }
  }

  #valueReader(): (i: number) => ParquetCell {
    const { values } = this.#pages;
    if (values.mode === "number") return (i) => values.numbers[i]!;
    return (i) => {
      const start = values.starts[i]!;
      return start === NOT_UTF8 ? undefined : decoder.decode(values.buffer.subarray(start, values.ends[i]));
    };
  }
}
