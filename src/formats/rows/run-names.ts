/** A column with the names of systems: rows of several of them are read as one run, with a warning. */
import { atLine } from "../_problems.ts";
import { kept } from "../_shown.ts";
import { sameBytes, textOf } from "../bytes/bytes.ts";
import type { ReadContext } from "../format.ts";
import { plainName, RUN } from "./field-names.ts";
import { rowProblem } from "./problems.ts";

/** Values are counted up to here, and so many of them are named. */
const MOST = 1000;
const NAMED = 5;

/** Of these columns, the one that names the system of a row. */
export const runColumn = <C extends { readonly name: string }>(columns: readonly C[]): C | undefined =>
  RUN.flatMap((name) => columns.filter((one) => plainName(one.name) === name))[0];

export class RunNames {
  readonly #context: ReadContext;
  readonly #values = new Set<string>();
  #last: Uint8Array | undefined;
  #column = "";
  #line = 0;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  /** A value as bytes. */
  bytes(column: string, b: Uint8Array, start: number, end: number, line: number): void {
    const last = this.#last;
    if (last !== undefined && sameBytes(b, start, end, last, 0, last.length)) return;
    this.#last = b.slice(start, end);
    this.text(column, textOf(b, start, end), line);
  }

  text(column: string, value: string, line: number): void {
    const values = this.#values;
    if (values.size > MOST) return;
    if (values.size === 0) this.#column = column;
    if (column !== this.#column || value === "") return;
    values.add(kept(value));
    if (this.#line === 0 && values.size === 2) this.#line = line;
  }

  end(): void {
    const { size } = this.#values;
    if (size < 2) return;
    const fields = {
      column: kept(this.#column),
      values: [...this.#values].slice(0, NAMED),
      count: Math.min(size, MOST),
      more: size > MOST,
    };
    this.#context.problem(rowProblem("mixed-runs/column", fields, atLine(this.#line)));
  }
}
