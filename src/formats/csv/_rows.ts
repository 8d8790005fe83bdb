/** Tables with a row per hit or per judgement: bytes go from the file to the sink as they are. */

import { atLine, errorAt, notUtf8 } from "../_problems.ts";
import { kept } from "../_shown.ts";
import { isUtf8, parseNumber, sameBytes } from "../bytes/bytes.ts";
import type { ReadContext, RowOrder, Sink } from "../format.ts";
import type { Roles } from "../rows/column-roles.ts";
import { RankCheck } from "../rows/rank-check.ts";
import { RunNames } from "../rows/run-names.ts";
import { TableHits } from "../rows/table-hits.ts";
import { RowTags } from "../rows/tags.ts";
import { IdCells } from "./_id-cells.ts";
import { IgnoredNumbers } from "./_ignored-numbers.ts";
import type { CsvColumn } from "./_table.ts";
import { type TagColumns, tagCells } from "./_tags.ts";
import { parseWithComma } from "./decimal.ts";
import { csvProblem } from "./problems.ts";
import type { Cells } from "./records.ts";

/** A table that is read row by row. */
export interface CsvTable {
  /** Checks the bytes of its ids itself, so that callers need not. */
  readonly checked?: true;
  row(cells: Cells, line: number): void;
  end(): void;
}

const encoder = new TextEncoder();

/** What rows of hits and of judgements share: two ids and a number, checked. */
class PairReader {
  q: Uint8Array = new Uint8Array(0);
  qStart = 0;
  qEnd = 0;
  d: Uint8Array = new Uint8Array(0);
  dStart = 0;
  dEnd = 0;
  value = Number.NaN;
  readonly #context: ReadContext;
  readonly #sink: Sink;
  readonly #query: number;
  readonly #doc: number;
  readonly #words: number | undefined;
  readonly #number: CsvColumn | undefined;
  readonly #of: "score" | "rank" | "grade";
  readonly #parse: typeof parseNumber;
  /** The query of the previous row; its text is passed on once. */
  #before: Uint8Array = new Uint8Array(0);

  constructor(
    roles: Roles<CsvColumn>,
    number: CsvColumn | undefined,
    of: "score" | "rank" | "grade",
    sink: Sink,
    context: ReadContext,
  ) {
    this.#context = context;
    this.#sink = sink;
    this.#query = roles.query!.index;
    this.#doc = roles.doc!.index;
    this.#words = sink.query === undefined ? undefined : roles.words?.index;
    this.#number = number;
    this.#of = of;
    this.#parse = number?.decimalComma === undefined ? parseNumber : parseWithComma;
    if (number?.decimalComma === "shown")
      context.problem(csvProblem("decimal-comma", { column: number.name, of }, atLine(2)));
  }

  /** False, and a Problem, where the row cannot be read. */
  read(cells: Cells, line: number): boolean {
    [this.q, this.qStart, this.qEnd] = this.#id(cells, this.#query);
    [this.d, this.dStart, this.dEnd] = this.#id(cells, this.#doc);
    const { q, qStart, qEnd, dStart, dEnd } = this;
    if (qStart === qEnd || dStart === dEnd) return this.#empty(qStart === qEnd ? "query" : "document", line);
    // Of the bytes in the file: what was taken out of its quotes is text already.
    const isText = (at: number): boolean => isUtf8(cells.bytes, cells.start(at), cells.end(at));
    if (!isText(this.#query) || !isText(this.#doc)) {
      this.#context.problem(notUtf8(line));
      return false;
    }
    if (this.#number !== undefined) {
      const at = this.#number.index;
      this.value = this.#parse(cells.bytes, cells.start(at), cells.end(at));
      if (Number.isNaN(this.value) && this.#of === "grade") this.value = verdictOf(cells.text(at));
      if (Number.isNaN(this.value)) return this.#noNumber(cells.text(at), cells.text(this.#doc), line);
    }
    if (this.#words !== undefined && !sameBytes(q, qStart, qEnd, this.#before, 0, this.#before.length)) {
      this.#before = q.slice(qStart, qEnd);
      const words = cells.text(this.#words);
      if (words !== "") this.#sink.query!(cells.text(this.#query), words, line);
    }
    return true;
  }

  #id(cells: Cells, at: number): [Uint8Array, number, number] {
    if (cells.isPlain(at)) return [cells.bytes, cells.start(at), cells.end(at)];
    const bytes = encoder.encode(cells.text(at));
    return [bytes, 0, bytes.length];
  }

  #empty(of: "query" | "document", line: number): false {
    this.#context.problem(csvProblem("empty-id/row", { of }, errorAt(line)));
    return false;
  }

  #noNumber(text: string, doc: string, line: number): false {
    const document = kept(doc);
    this.#context.problem(
      text === ""
        ? csvProblem(`missing-${this.#of}/cell`, { document }, errorAt(line))
        : csvProblem(`bad-${this.#of}/cell`, { document, found: kept(text) }, errorAt(line)),
    );
    return false;
  }
}

/** A grade in words; NaN for any other word. */
function verdictOf(text: string): number {
  if (/^(yes|true|relevant)$/i.test(text)) return 1;
  return /^(no|false|not relevant|irrelevant)$/i.test(text) ? 0 : Number.NaN;
}

interface BesideHits {
  readonly text: CsvColumn | undefined;
  readonly rank: CsvColumn | undefined;
  /** Columns without a role. */
  readonly unread: readonly CsvColumn[];
  /** With the names of systems. */
  readonly run: CsvColumn | undefined;
}

/** Scores decide the order; without them ranks; without both the order in the file. */
export function hitTable(
  roles: Roles<CsvColumn>,
  { text, rank, unread, run }: BesideHits,
  sink: Sink,
  context: ReadContext,
): CsvTable {
  const ranks = new RankCheck(context);
  let before: Uint8Array = new Uint8Array(0);
  const order: RowOrder = roles.score !== undefined ? "score" : roles.rank !== undefined ? "rank" : "given";
  const pair = new PairReader(
    roles,
    roles.score ?? roles.rank,
    order === "rank" ? "rank" : "score",
    sink,
    context,
  );
  const lists = context.texts || sink.hit === undefined ? new TableHits(sink, context) : undefined;
  if (lists === undefined) sink.rows?.(order);
  const runs = run === undefined ? undefined : new RunNames(context);
  const ignored = order === "given" ? new IgnoredNumbers(unread, context) : undefined;
  return {
    checked: true,
    row(cells, line) {
      if (!pair.read(cells, line)) return;
      const { q, qStart, qEnd, d, dStart, dEnd, value } = pair;
      runs?.bytes(run!.name, cells.bytes, cells.start(run!.index), cells.end(run!.index), line);
      if (rank !== undefined || ignored !== undefined) {
        const same = sameBytes(q, qStart, qEnd, before, 0, before.length);
        if (!same) before = q.slice(qStart, qEnd);
        ignored?.row(cells, same);
        if (rank !== undefined)
          ranks.row(
            same,
            value,
            parseNumber(cells.bytes, cells.start(rank.index), cells.end(rank.index)),
            line,
          );
      }
      if (lists === undefined) {
        sink.hit!(q, qStart, qEnd, d, dStart, dEnd, value, line);
        return;
      }
      const hit = {
        query: cells.text(roles.query!.index),
        doc: cells.text(roles.doc!.index),
        line,
        ...(order === "given" ? {} : { [order]: value }),
        ...(text === undefined ? {} : { text: cells.text(text.index) }),
      };
      if (lists.orderOf(hit) !== undefined) lists.add(hit, false);
    },
    end() {
      lists?.end();
      ignored?.end();
      runs?.end();
    },
  };
}

/** Does a cell contain characters that are common in lists but rare in ids? */
function mayBeIds(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const byte = bytes[i]!;
    // , ; | [ ( {
    if (byte === 44 || byte === 59 || byte === 124 || byte === 91 || byte === 40 || byte === 123) return true;
  }
  return false;
}

/** Without a column of grades every row says "relevant". */
export function gradeTable(
  roles: Roles<CsvColumn>,
  aspect: CsvColumn | undefined,
  sink: Sink,
  context: ReadContext,
  tagged: TagColumns,
): CsvTable {
  const pair = new PairReader(roles, roles.grade, "grade", sink, context);
  const docs = new IdCells(roles.doc!.name, false, context);
  if (roles.grade === undefined) pair.value = 1;
  const tags = tagged.length === 0 ? undefined : new RowTags(sink, context);
  return {
    checked: true,
    row(cells, line) {
      if (!pair.read(cells, line)) return;
      tags?.add(cells.text(roles.query!.index), tagCells(cells, tagged), line);
      const { q, qStart, qEnd, d, dStart, dEnd, value } = pair;
      const subtopic = aspect === undefined ? undefined : cells.text(aspect.index) || undefined;
      if (!mayBeIds(d, dStart, dEnd)) {
        sink.grade?.(q, qStart, qEnd, d, dStart, dEnd, value, line, subtopic);
        return;
      }
      for (const id of docs.idsOf(cells.text(roles.doc!.index), line)) {
        const bytes = encoder.encode(id);
        sink.grade?.(q, qStart, qEnd, bytes, 0, bytes.length, value, line, subtopic);
      }
    },
    end() {
      docs.end();
      tags?.end();
    },
  };
}
