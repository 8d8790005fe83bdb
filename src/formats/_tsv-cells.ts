/** Rows of cells with a separator between them, as spreadsheets and pandas write them: a cell in quotes may hold anything. */
import { GoldieError } from "../core/problem.ts";
import type { Source } from "./_types.ts";

export interface CellRow {
  readonly cells: readonly string[];
  /** Where the row begins; one in quotes may go over many lines. */
  readonly line: number;
}

/** All rows of a text. */
export function parseCells(text: string, separator: string): CellRow[] {
  const rows: CellRow[] = [];
  const splitter = new CellSplitter(separator, (cells, line) => void rows.push({ cells, line }));
  splitter.push(text);
  splitter.end();
  return rows;
}

/** Row by row; blank lines are left out. */
export async function readCellRows(
  source: Source,
  separator: string,
  row: (cells: string[], line: number) => void,
): Promise<void> {
  const splitter = new CellSplitter(separator, row);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (piece?: Uint8Array): string => {
    try {
      return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
    } catch {
      throw new GoldieError({
        code: "not-utf8",
        what: "the file holds bytes that are not UTF-8",
        why: "two different ids could become one",
        fix: "save the file as UTF-8",
        at: { file: source.name, line: splitter.line },
      });
    }
  };
  for await (const piece of source.pieces()) splitter.push(decode(piece));
  splitter.push(decode());
  const open = splitter.end();
  if (open !== undefined)
    throw new GoldieError({
      code: "open-quote",
      what: "a cell starts with a quote that is never closed",
      why: "everything after it would be one cell",
      fix: 'close it, or write "" for a quote inside a cell',
      at: { file: source.name, line: open },
    });
}

const [PLAIN, QUOTED, AFTER_QUOTE, AFTER_CR] = [0, 1, 2, 3];
const QUOTE = 34;
const LF = 10;
const CR = 13;

class CellSplitter {
  /** The line that is being read. */
  line = 1;
  readonly #separator: number;
  readonly #row: (cells: string[], line: number) => void;
  #state = PLAIN;
  #cells: string[] = [];
  #cell = "";
  /** Has the cell begun, if only with a quote? */
  #begun = false;
  #rowLine = 1;
  #quoteLine = 1;

  constructor(separator: string, row: (cells: string[], line: number) => void) {
    this.#separator = separator.charCodeAt(0);
    this.#row = row;
  }

  push(text: string): void {
    let from = 0;
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i);
      if (this.#state === QUOTED) {
        if (c === LF) this.line++;
        if (c !== QUOTE) continue;
        this.#cell += text.slice(from, i);
        this.#state = AFTER_QUOTE;
        from = i + 1;
        continue;
      }
      if (this.#state === AFTER_QUOTE) {
        this.#state = PLAIN;
        if (c === QUOTE) {
          // Two of them are one, and the cell goes on.
          from = i;
          this.#state = QUOTED;
          continue;
        }
      } else if (this.#state === AFTER_CR) {
        this.#state = PLAIN;
        if (c !== LF) this.#cell += "\r";
      }
      if (c === this.#separator) {
        this.#cells.push(this.#cell + text.slice(from, i));
        this.#cell = "";
        this.#begun = false;
        from = i + 1;
      } else if (c === LF) {
        this.#cell += text.slice(from, i);
        this.#endRow();
        from = i + 1;
      } else if (c === CR) {
        this.#cell += text.slice(from, i);
        this.#state = AFTER_CR;
        from = i + 1;
      } else if (c === QUOTE && !this.#begun && i === from && this.#cell === "") {
        this.#state = QUOTED;
        this.#begun = true;
        this.#quoteLine = this.line;
        from = i + 1;
      }
    }
    this.#cell += text.slice(from);
  }

  /** Nothing more will come. The line of a quote that was never closed. */
  end(): number | undefined {
    if (this.#state === QUOTED) return this.#quoteLine;
    if (this.#cells.length > 0 || this.#cell !== "" || this.#begun) this.#endRow();
    return undefined;
  }

  #endRow(): void {
    if (this.#cells.length > 0 || this.#cell !== "" || this.#begun)
      this.#row([...this.#cells, this.#cell], this.#rowLine);
    this.#cells = [];
    this.#cell = "";
    this.#begun = false;
    this.line++;
    this.#rowLine = this.line;
  }
}
