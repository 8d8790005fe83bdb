/** Cells of ids: one each, or several. */
import { atLine } from "../_problems.ts";
import { kept } from "../_shown.ts";
import type { ReadContext } from "../format.ts";
import { ListCellError, listCell, looksLikeList } from "./list-cell.ts";
import { NO_SEPARATOR, partsOf, separatorsIn } from "./list-separator.ts";
import { csvProblem } from "./problems.ts";

/** How many cells are passed on as samples. */
const SHOWN = 200;

/** Reads the ids out of cells. A cell that may hold one id or several is reported at the end, and is one until then. */
export class IdCells {
  readonly #context: ReadContext;
  readonly #column: string;
  readonly #lists: boolean;
  readonly #told: string | undefined;
  /** Some of the cells that may be lists, evenly spread. */
  #open: string[] = [];
  #every = 1;
  #count = 0;
  #line = 0;
  #bars = false;

  /** `lists`: the column is one of lists by its name, so that a bar separates. */
  constructor(column: string, lists: boolean, context: ReadContext) {
    this.#lists = lists;
    this.#column = column;
    this.#context = context;
    this.#told = context.table?.listSeparator;
  }

  /** The list or mapping in a cell, or its one id. */
  read(text: string, line: number): unknown {
    const cell = text.trim();
    if (cell === "") return [];
    if (this.#told === NO_SEPARATOR) return [cell];
    if (looksLikeList(cell)) return listCell(cell);
    const bar = this.#lists && cell.includes("|");
    this.#bars ||= bar;
    const separator = this.#told ?? (bar ? "|" : undefined);
    if (separator !== undefined) return partsOf(cell, separator);
    if (separatorsIn(cell).length > 0) this.#add(cell, line);
    return [cell];
  }

  /** The same for a cell that mostly holds one id: anything else than a list is an id. */
  idsOf(cell: string, line: number): readonly string[] {
    try {
      const found = this.read(cell, line);
      if (Array.isArray(found) && found.every((id) => typeof id === "string"))
        return found.length === 1 && found[0] === cell.trim() ? [cell] : found;
    } catch (error) {
      if (!(error instanceof ListCellError)) throw error;
    }
    return [cell];
  }

  #add(cell: string, line: number): void {
    if (this.#count === 0) this.#line = line;
    if (this.#count++ % this.#every !== 0) return;
    this.#open.push(kept(cell));
    if (this.#open.length <= SHOWN) return;
    this.#open = this.#open.filter((_, i) => i % 2 === 0);
    this.#every *= 2;
  }

  end(): void {
    if (this.#count === 0) return;
    const fields = { column: this.#column, cells: this.#open, count: this.#count, bars: this.#bars };
    this.#context.problem(csvProblem("list-cells/open", fields, { level: "error", ...atLine(this.#line) }));
  }
}
