/** TREC judgements (qrels): `query iteration document grade`, white space between; or three columns without the iteration. */

import { remembered } from "../files/remembered.ts";
import type { Source } from "../files/source.ts";
import { findAspects } from "./_aspects.ts";
import { atLine, counted, emptyFile, errorAt, notUtf8 } from "./_problems.ts";
import { kept } from "./_shown.ts";
import { trecProblem } from "./_trec-problems.ts";
import { reportZeroBytes } from "./_zero-bytes.ts";
import { lineBlocks } from "./bytes/blocks.ts";
import { hasBareCr, isUtf8, parseNumber, sameBytes, splitFields, textOf } from "./bytes/bytes.ts";
import { headLines } from "./bytes/lines.ts";
import type { Format, Guess, ReadContext, Sink, WriteContext, Writer } from "./format.ts";
import { fitsColumn, gradeRows, rowBuffer } from "./rows/rows-out.ts";

const TAB = 9;
const NEWLINE = 10;
const CR = 13;
const BLANK = 32;
const HASH = 35;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
const isSpace = (byte: number): boolean => byte === BLANK || byte === TAB;
const DECIMAL = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const TITLES =
  /^(((q|query|topic)[-_]?(id|num|no)|query|topic)|((d|doc|document|corpus|passage|p|chunk)[-_]?(id|no|num)|doc|document)|score|rel|relevance|grade|label|judge?ment|rating|iter|iteration|subtopic)$/i;

/** Words such as `query-id corpus-id score` over the columns: two of them, and no number at the end. */
const isHeader = (fields: readonly string[]): boolean =>
  fields.filter((field) => TITLES.test(field)).length >= 2 && !DECIMAL.test(fields.at(-1)!);

const fieldsOf = (line: string): string[] => line.split(/[ \t\r\v\f]+/).filter((field) => field !== "");

/** The fields of the first rows, without comments, blank lines and a header. */
function firstRows(head: Uint8Array): { readonly rows: string[][]; readonly header: boolean } {
  const rows = headLines(head, 200)
    .map(fieldsOf)
    .filter((fields) => fields.length > 0 && !fields[0]!.startsWith("#"));
  const header = rows.length > 0 && isHeader(rows[0]!);
  return { rows: header ? rows.slice(1) : rows, header };
}

/** Three only where no row at the start has four. */
const columnsOf = (rows: readonly string[][]): 3 | 4 =>
  rows.some((fields) => fields.length === 3) && !rows.some((fields) => fields.length === 4) ? 3 : 4;

/** What the user said about the second column: `subtopic` names it, `none` ignores it. */
const askedAspects = (columns: ReadContext["columns"]): boolean | undefined =>
  columns.subtopic === undefined ? undefined : !/^(none|no|false)$/i.test(columns.subtopic);

export async function readJudgements(given: Source, sink: Sink, context: ReadContext): Promise<void> {
  const { problem } = context;
  const { rows: first, header } = firstRows(await given.head());
  const columns = columnsOf(first);
  const asked = columns === 3 || context.qrels !== undefined ? false : askedAspects(context.columns);
  // Aspects are only known at the end of the file; then reading starts over.
  const source = asked === undefined ? remembered(given) : given;
  const readAs = async (aspects: boolean): Promise<QrelsReader> => {
    const reader = new QrelsReader(sink, context, columns, aspects, header);
    for await (const { bytes, end } of lineBlocks(source)) reader.block(bytes, end);
    return reader;
  };
  // Sinks that accept grades twice get them at once: files with aspects are rare.
  const early = asked === undefined && sink.twice === true ? await readAs(false) : undefined;
  if (early?.varies === false) return early.end();
  const line = asked === undefined ? await findAspects(source) : undefined;
  if (line !== undefined) problem(trecProblem("aspects", {}, atLine(line)));
  const aspects = asked ?? line !== undefined;
  const reader = early !== undefined && !aspects ? early : await readAs(aspects);
  reader.end();
}

/** The leading digits of a number, as C's atol reads it. */
function wholeAtStart(bytes: Uint8Array, start: number, end: number): number {
  const [digits = "0"] = /^[+-]?\d+/.exec(textOf(bytes, start, end)) ?? [];
  return Number(digits) + 0;
}

class QrelsReader {
  readonly #sink: Sink;
  readonly #context: ReadContext;
  readonly #columns: 3 | 4;
  readonly #aspects: boolean;
  #header: boolean;
  readonly #at = new Uint32Array(8);
  #line = 0;
  #rows = 0;
  #refused = 0;
  #fractions = 0;
  #firstFraction = 0;
  #commented = 0;
  #firstCommented = 0;
  /** The second column of the first row; and has any row another? */
  #second: Uint8Array | undefined;
  varies = false;

  constructor(sink: Sink, context: ReadContext, columns: 3 | 4, aspects: boolean, header: boolean) {
    this.#sink = sink;
    this.#context = context;
    this.#columns = columns;
    this.#aspects = aspects;
    this.#header = header;
  }

  /** Whole lines. Most are four plain fields, the last a short whole number: these are read in one go, the others one by one. */
  block(b: Uint8Array, end: number): void {
    reportZeroBytes(b, end, this.#line + 1, this.#context.problem);
    const plain = this.#columns === 4 && !this.#aspects;
    const sink = this.#sink;
    let i = 0;
    while (i < end) {
      const start = i;
      const line = ++this.#line;
      let c = b[i]!;
      let high = 0;
      const first = c;
      while (c > BLANK) {
        high |= c;
        c = b[++i]!;
      }
      const queryEnd = i;
      if (c !== NEWLINE) c = b[++i]!;
      const secondStart = i;
      while (c > BLANK) {
        high |= c;
        c = b[++i]!;
      }
      const secondEnd = i;
      if (c !== NEWLINE) c = b[++i]!;
      const docStart = i;
      while (c > BLANK) {
        high |= c;
        c = b[++i]!;
      }
      const docEnd = i;
      if (c !== NEWLINE) c = b[++i]!;
      const negative = c === MINUS;
      if (negative) c = b[++i]!;
      const gradeStart = i;
      let grade = 0;
      while (c >= ZERO && c <= NINE) {
        grade = grade * 10 + (c - ZERO);
        c = b[++i]!;
      }
      const digits = i - gradeStart;
      const separated = isSpace(b[queryEnd]!) && isSpace(b[docStart - 1]!) && isSpace(b[docEnd]!);
      if (
        plain &&
        c === NEWLINE &&
        digits > 0 &&
        digits < 10 &&
        high < 128 &&
        first > BLANK &&
        first !== HASH &&
        docStart > queryEnd + 2 &&
        docEnd > docStart &&
        separated &&
        !this.#header
      ) {
        this.#rows++;
        if (!this.varies) this.#lookAtSecond(b, secondStart, secondEnd);
        sink.grade?.(b, start, queryEnd, b, docStart, docEnd, negative ? -grade : grade, line);
      } else {
        while (c !== NEWLINE) c = b[++i]!;
        this.line(b, start, i > start && b[i - 1] === CR ? i - 1 : i, line);
      }
      i++;
    }
  }

  #lookAtSecond(b: Uint8Array, start: number, end: number): void {
    this.#second ??= b.slice(start, end);
    this.varies = !sameBytes(this.#second, 0, this.#second.length, b, start, end);
  }

  line(bytes: Uint8Array, start: number, end: number, line: number): void {
    const at = this.#at;
    const columns = this.#columns;
    const n = splitFields(bytes, start, end, at);
    if (n === 0) return;
    if ((bytes[at[0]!] === HASH || n !== columns) && hasBareCr(bytes, start, end)) {
      this.#refused++;
      return void this.#context.problem(trecProblem("bare-cr", {}, errorAt(line)));
    }
    if (bytes[at[0]!] === HASH) return void this.#comment(bytes, n, line);
    if (this.#header) {
      this.#header = false;
      this.#context.problem(trecProblem("header", {}, atLine(line)));
      return;
    }
    if (n !== columns) return void this.#badColumns(n, line);
    if (!this.varies) this.#lookAtSecond(bytes, at[2]!, at[3]!);
    const doc = 2 * columns - 4;
    const [qs, qe, ds, de] = [at[0]!, at[1]!, at[doc]!, at[doc + 1]!];
    const written = parseNumber(bytes, at[doc + 2]!, at[doc + 3]!);
    if (Number.isNaN(written)) return void this.#badGrade(bytes, doc, line);
    const whole = this.#context.qrels?.grades === "whole";
    const grade = whole ? wholeAtStart(bytes, at[doc + 2]!, at[doc + 3]!) : written;
    if (!isUtf8(bytes, start, end)) {
      this.#refused++;
      return void this.#context.problem(notUtf8(line));
    }
    if (whole ? grade !== written : !Number.isInteger(grade)) {
      this.#fractions++;
      if (this.#firstFraction === 0) this.#firstFraction = line;
    }
    this.#rows++;
    if (this.#aspects)
      this.#sink.grade?.(bytes, qs, qe, bytes, ds, de, grade, line, textOf(bytes, at[2]!, at[3]!));
    else this.#sink.grade?.(bytes, qs, qe, bytes, ds, de, grade, line);
  }

  /** A comment that reads like a row may be a query whose id starts with #. */
  #comment(bytes: Uint8Array, n: number, line: number): void {
    const at = this.#at;
    if (n !== this.#columns || at[1]! - at[0]! < 2) return;
    if (Number.isNaN(parseNumber(bytes, at[2 * n - 2]!, at[2 * n - 1]!))) return;
    this.#commented++;
    if (this.#firstCommented === 0) this.#firstCommented = line;
  }

  #badColumns(n: number, line: number): void {
    this.#refused++;
    this.#context.problem(
      trecProblem("bad-columns/trec-qrels", { found: n, wanted: this.#columns }, errorAt(line)),
    );
  }

  #badGrade(bytes: Uint8Array, doc: number, line: number): void {
    this.#refused++;
    const at = this.#at;
    const query = textOf(bytes, at[0]!, at[1]!);
    const document = textOf(bytes, at[doc]!, at[doc + 1]!);
    const found = kept(textOf(bytes, at[doc + 2]!, at[doc + 3]!));
    this.#context.problem(
      trecProblem("bad-grade/trec-qrels", { query, document, found }, errorAt(line, query)),
    );
  }

  end(): void {
    const { problem } = this.#context;
    if (this.#rows === 0 && this.#refused === 0) problem(emptyFile("judgement"));
    if (this.#fractions > 0)
      problem(
        trecProblem(
          this.#context.qrels?.grades === "whole" ? "fractional-grade/cut" : "fractional-grade/trec-qrels",
          { count: this.#fractions },
          counted(this.#fractions, this.#firstFraction),
        ),
      );
    if (this.#commented > 0)
      problem(
        trecProblem(
          "commented-row/gold",
          { count: this.#commented },
          counted(this.#commented, this.#firstCommented),
        ),
      );
  }
}

function detect(head: Uint8Array, name: string): Guess | undefined {
  if (name.endsWith("/")) return undefined;
  const { rows, header } = firstRows(head);
  if (rows.length === 0) return undefined;
  const share = (fits: (fields: readonly string[]) => boolean): number =>
    rows.filter(fits).length / rows.length;
  const bonus = /qrels?/i.test(name) ? 0.02 : 0;
  const numbered = (n: number) => (fields: readonly string[]) =>
    fields.length === n && DECIMAL.test(fields.at(-1)!);
  if (share(numbered(4)) > 0.5)
    return { sure: (header ? 0.6 : 0.9) + bonus, why: "four columns, the last a number" };
  if (share(numbered(3)) > 0.5)
    return { sure: (header ? 0.5 : 0.7) + bonus, why: "three columns, the last a number" };
  // Accept broken judgements too: the reader reports each broken line.
  const like = share(
    (fields) => (fields.length === 4 || fields.length === 5) && /^(0|q0)$/i.test(fields[1]!),
  );
  return like > 0.5 ? { sure: 0.4 + bonus, why: "0 or Q0 in the second of four or five columns" } : undefined;
}

export function writeJudgements({ write: put, problem }: WriteContext, between: string): Writer {
  const out = rowBuffer(put);
  const fits = (id: string): boolean => fitsColumn(id, problem);
  const row = (query: string, doc: string, grade: number, aspect = "0"): void => {
    if (!fits(query) || !fits(doc) || !fits(aspect)) return;
    if (query.startsWith("#"))
      return void problem(trecProblem("comment-id", { query }, { level: "error", at: { query } }));
    out.add(`${[query, aspect, doc, grade].join(between)}\n`);
  };
  return {
    grade(q, qStart, qEnd, d, dStart, dEnd, grade, _line, subtopic) {
      row(textOf(q, qStart, qEnd), textOf(d, dStart, dEnd), grade, subtopic);
    },
    gold(query, value) {
      for (const { doc, grade, aspect } of gradeRows(query, value, problem)) row(query, doc, grade, aspect);
    },
    end: () => out.flush(),
  };
}

export const trecQrels: Format = {
  id: "trec-qrels",
  title: "TREC judgements (qrels)",
  about:
    "One judgement per line: query iteration document grade, or query document grade. Lines that start with # are comments.",
  extensions: ["qrels", "qrel", "txt", "trec"],
  kinds: ["gold"],
  example: { gold: "q1 0 d1 2\nq1 0 d2 0\n# a comment\nq2 0 d7 1\n" },
  broken: { gold: { text: "q1 0 d1 2\nq1 0 d2 high\nq2 0 d7 1\n", line: 2 } },
  detect,
  read: readJudgements,
  write: (context) => writeJudgements(context, " "),
};
