/** Problems of a TREC run: unreadable rows are reported at once, others counted and reported at the end. */
import { atLine, emptyFile, errorAt } from "./_problems.ts";
import { kept } from "./_shown.ts";
import { trecProblem } from "./_trec-problems.ts";
import { parseNumber, splitFields, textOf } from "./bytes/bytes.ts";
import type { ReadContext } from "./format.ts";

const COLUMNS = 6;

/** Tags are counted up to here, and so many of them are named. */
const MOST_TAGS = 1000;
const NAMED_TAGS = 5;

/** The fields of a line as the reader separates them (JavaScript's own white space is wider): the first six, and how many there are. */
export function fieldsIn(b: Uint8Array, start: number, end: number): { fields: string[]; count: number } {
  const at = new Uint32Array(2 * COLUMNS);
  const count = splitFields(b, start, end, at);
  const fields: string[] = [];
  for (let i = 0; i < Math.min(count, COLUMNS); i++) fields.push(textOf(b, at[2 * i]!, at[2 * i + 1]!));
  return { fields, count };
}

/** How many lines of a kind there are, and the first of them. */
interface CountedLines {
  count: number;
  first: number;
}
const noLines = (): CountedLines => ({ count: 0, first: 0 });
function add(lines: CountedLines, line: number): void {
  if (lines.count++ === 0) lines.first = line;
}

export class TrecRunOddities {
  readonly #context: ReadContext;
  #refused = 0;
  /** Comments that look like rows. */
  readonly #commented = noLines();
  /** Lines with more than six columns. */
  readonly #wide = noLines();
  /** Rows whose rank and score disagree about the row before. */
  readonly #against = noLines();
  /** Tags, each once, and the first line with a second one. */
  readonly #tags = new Set<string>();
  #lastTag = new Uint8Array(0);
  #secondTag = 0;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  bareCr(line: number): void {
    this.#refused++;
    this.#context.problem(trecProblem("bare-cr", {}, errorAt(line)));
  }

  /** A comment that reads like a row may be a hit of a query whose id starts with #. */
  comment(b: Uint8Array, start: number, end: number, line: number): void {
    const at = new Uint32Array(2 * COLUMNS);
    if (splitFields(b, start, end, at) !== COLUMNS || at[1]! - at[0]! < 2) return;
    if (!Number.isNaN(parseNumber(b, at[8]!, at[9]!))) add(this.#commented, line);
  }

  wide(line: number): void {
    add(this.#wide, line);
  }

  against(line: number): void {
    add(this.#against, line);
  }

  tag(b: Uint8Array, start: number, end: number, line: number): void {
    const last = this.#lastTag;
    let same = end - start === last.length;
    for (let i = 0; same && i < last.length; i++) same = b[start + i] === last[i];
    if (same || this.#tags.size > MOST_TAGS) return;
    this.#lastTag = b.slice(start, end);
    this.#tags.add(kept(textOf(b, start, end)));
    if (this.#secondTag === 0 && this.#tags.size === 2) this.#secondTag = line;
  }

  refuse(b: Uint8Array, start: number, end: number, line: number, columnsFit: boolean): void {
    const { fields, count } = fieldsIn(b, start, end);
    this.#refused++;
    const of = { document: kept(fields[2] ?? ""), found: kept(fields[4] ?? "") };
    this.#context.problem(
      columnsFit
        ? trecProblem("bad-score/trec-run", of, errorAt(line, fields[0]!))
        : trecProblem("bad-columns/trec-run", { found: count, wanted: COLUMNS }, errorAt(line)),
    );
  }

  /** At the end of a file with so many rows. */
  tell(rows: number): void {
    const { problem } = this.#context;
    const [commented, wide, against] = [this.#commented, this.#wide, this.#against];
    if (rows === 0 && this.#refused === 0) problem(emptyFile("hit"));
    if (this.#tags.size > 1)
      problem(
        trecProblem(
          "mixed-runs/trec-run",
          {
            tags: [...this.#tags].slice(0, NAMED_TAGS),
            count: Math.min(this.#tags.size, MOST_TAGS),
            more: this.#tags.size > MOST_TAGS,
          },
          atLine(this.#secondTag),
        ),
      );
    if (commented.count > 0)
      problem(trecProblem("commented-row/run", { count: commented.count }, atLine(commented.first)));
    if (wide.count > 0) problem(trecProblem("extra-columns", { count: wide.count }, atLine(wide.first)));
    if (against.count > 0)
      problem(trecProblem("rank-against-score", { count: against.count }, atLine(against.first)));
  }
}
