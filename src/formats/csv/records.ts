/** Records of cells as RFC 4180 has them, out of pieces of bytes: quotes, line breaks inside quotes, CR LF and LF. */
import type { Problem } from "../../core/problem.ts";
import type { Source } from "../../files/source.ts";
import { errorAt } from "../_problems.ts";
import { textOf } from "../bytes/bytes.ts";
import { csvProblem } from "./problems.ts";

const [LF, CR, SPACE, QUOTE] = [10, 13, 32, 34];
export const [TAB, COMMA, SEMICOLON] = [9, 44, 59];
/** A longer record has an unclosed quote. */
const LONGEST = 1 << 28;

/** How a cell was written: as it is, in quotes, in quotes with quotes inside. */
const [BARE, QUOTED, DOUBLED] = [0, 1, 2];

/** The cells of one record, as places in the bytes; valid only during the call. */
export class Cells {
  bytes: Uint8Array = new Uint8Array(0);
  count = 0;
  starts = new Int32Array(64);
  ends = new Int32Array(64);
  how = new Uint8Array(64);

  add(start: number, end: number, how: number): void {
    if (this.count === this.starts.length) this.#grow();
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.how[this.count++] = how;
  }

  /** Trimmed, unless quoted. */
  text(i: number): string {
    const text = textOf(this.bytes, this.start(i), this.end(i));
    return this.how[i] === DOUBLED ? text.replaceAll('""', '"') : text;
  }

  /** Are its trimmed bytes its value? */
  isPlain(i: number): boolean {
    return this.how[i] !== DOUBLED;
  }

  /** Where its bytes start and end without the blanks around a cell that is not quoted. */
  start(i: number): number {
    let at = this.starts[i]!;
    if (this.how[i] === BARE) while (at < this.ends[i]! && isBlank(this.bytes[at]!)) at++;
    return at;
  }
  end(i: number): number {
    let at = this.ends[i]!;
    // Not before its start, if there are only blanks.
    const from = this.start(i);
    if (this.how[i] === BARE) while (at > from && isBlank(this.bytes[at - 1]!)) at--;
    return at;
  }

  /** One cell without anything in it: an empty line. */
  get blank(): boolean {
    return this.count === 1 && this.how[0] === BARE && this.start(0) >= this.ends[0]!;
  }

  #grow(): void {
    const size = 2 * this.starts.length;
    const [starts, ends, how] = [new Int32Array(size), new Int32Array(size), new Uint8Array(size)];
    starts.set(this.starts);
    ends.set(this.ends);
    how.set(this.how);
    [this.starts, this.ends, this.how] = [starts, ends, how];
  }
}

const isBlank = (byte: number): boolean => byte === SPACE || byte === TAB;

export type OnRecord = (cells: Cells, line: number) => void;

/** All records of a source, each with the line it starts on. Empty lines are skipped. */
export async function readRecords(
  source: Pick<Source, "pieces">,
  separator: number,
  onRecord: OnRecord,
  problem: (problem: Problem) => void,
): Promise<void> {
  const scanner = new RecordScanner(separator, onRecord, problem);
  // The incomplete record at the end of a piece, and room for the rest.
  let held: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  let size = 0;
  let wanted = 0;
  for await (const piece of source.pieces()) {
    if (size === 0) {
      const done = scanner.scan(piece, piece.length, false);
      size = piece.length - done;
      held = piece.slice(done);
    } else {
      if (size + piece.length > held.length) {
        const larger = new Uint8Array(Math.max(2 * held.length, size + piece.length));
        larger.set(held.subarray(0, size));
        held = larger;
      }
      held.set(piece, size);
      size += piece.length;
      // Rescan a long record only after it has doubled; otherwise one open quote takes quadratic time.
      if (size < wanted) continue;
      const done = scanner.scan(held, size, false);
      held.copyWithin(0, done, size);
      size -= done;
    }
    wanted = 2 * size;
    if (size > LONGEST) {
      problem(csvProblem("long-record", { limit: LONGEST }, errorAt(scanner.line)));
      return;
    }
  }
  scanner.scan(held, size, true);
}

/** The first records of a file's head, as texts: what `detect` looks at. */
export function firstRecords(head: Uint8Array, separator: number, most: number): string[][] {
  const records: string[][] = [];
  const scanner = new RecordScanner(separator, (cells) => {
    records.push(Array.from({ length: cells.count }, (_, i) => cells.text(i)));
    if (records.length === most) scanner.stop();
  });
  scanner.scan(head, head.length, true);
  return records;
}

class RecordScanner {
  readonly #separator: number;
  readonly #onRecord: OnRecord;
  readonly #problem: ((problem: Problem) => void) | undefined;
  readonly #cells = new Cells();
  #line = 1;
  #nextLine = 1;
  #badQuote = 0;
  #stopped = false;

  /** Without `problem`, errors are not reported. */
  constructor(separator: number, onRecord: OnRecord, problem?: (problem: Problem) => void) {
    this.#separator = separator;
    this.#onRecord = onRecord;
    this.#problem = problem;
  }

  /** Where the record starts that was not whole. */
  get line(): number {
    return this.#line;
  }

  /** No further record is looked at. */
  stop(): void {
    this.#stopped = true;
  }

  /** Every whole record; `final`: nothing more will come. Where the first one starts that is not whole. */
  scan(b: Uint8Array, length: number, final: boolean): number {
    const cells = this.#cells;
    cells.bytes = b;
    let at = 0;
    while (at < length && !this.#stopped) {
      const next = this.#record(b, at, length, final);
      if (next < 0) break;
      if (this.#badQuote > 0) this.#tell();
      else if (!cells.blank) this.#onRecord(cells, this.#line);
      this.#line = this.#nextLine;
      at = next;
    }
    return at;
  }

  /** The cells of one record. Where the next one starts; -1 where this one is not whole. */
  #record(b: Uint8Array, start: number, length: number, final: boolean): number {
    const separator = this.#separator;
    const cells = this.#cells;
    cells.count = 0;
    this.#badQuote = 0;
    let line = this.#line;
    let at = start;
    for (;;) {
      const from = at;
      if (at < length && b[at] === QUOTE) {
        let how = QUOTED;
        let lines = 0;
        at++;
        for (; at < length; at++) {
          const c = b[at]!;
          if (c === LF) lines++;
          else if (c === QUOTE) {
            if (at + 1 < length && b[at + 1] === QUOTE) {
              how = DOUBLED;
              at++;
            } else break;
          }
        }
        // Whether a quote at the end is doubled, and what follows it, is in the next piece.
        if (at + 2 >= length && !final) return -1;
        const end = at;
        at++;
        while (at < length && b[at] === SPACE) at++;
        if (end < length && (at >= length || isEnd(b, at, length, separator))) {
          cells.add(from + 1, end, how);
          line += lines;
          if (at < length && b[at] === CR) at++;
          if (at >= length && !final) return -1;
        } else {
          // TSV cells are rarely quoted, so a quote may be the first character of a text.
          if (separator !== TAB) this.#badQuote = this.#line;
          at = from;
        }
      }
      if (at === from) {
        while (at < length && b[at] !== separator && b[at] !== LF) at++;
        if (at >= length && !final) return -1;
        // Bytes past the end are left over from earlier.
        const last = at >= length || b[at] !== separator;
        cells.add(from, last && at > from && b[at - 1] === CR ? at - 1 : at, BARE);
      }
      if (at >= length || b[at] === LF) {
        this.#nextLine = line + 1;
        return at + 1;
      }
      at++;
    }
  }

  #tell(): void {
    this.#problem?.(csvProblem("bad-quote", {}, errorAt(this.#badQuote)));
  }
}

const isEnd = (b: Uint8Array, at: number, length: number, separator: number): boolean =>
  b[at] === separator || b[at] === LF || (b[at] === CR && (at + 1 >= length || b[at + 1] === LF));
