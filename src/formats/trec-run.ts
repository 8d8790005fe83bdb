/** TREC runs: `query Q0 document rank score tag`, white space between. */
import { lineBlocks } from "./_blocks.ts";
import type { Format, Guess, ReadContext, Sink, Source, WriteContext, Writer } from "./_types.ts";

const NEWLINE = 10;
const HASH = 35;

/** 10^0 … 10^22, the powers of ten that a double holds exactly. */
const POWERS = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

/** A number as people write it; no hexadecimal, no words. */
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

const text = (bytes: Uint8Array, start: number, end: number): string =>
  new TextDecoder().decode(bytes.subarray(start, end));

/** A score that the fast way could not read exactly; NaN where it is no finite number. */
function parseScore(bytes: Uint8Array, start: number, end: number): number {
  const word = text(bytes, start, end);
  return DECIMAL.test(word) ? Number(word) : Number.NaN;
}

function same(a: Uint8Array, aStart: number, b: Uint8Array, bStart: number, n: number): boolean {
  for (let i = 0; i < n; i++) if (a[aStart + i] !== b[bStart + i]) return false;
  return true;
}

async function read(source: Source, sink: Sink, context: ReadContext): Promise<void> {
  sink.rows?.("score");
  const reader = new RunReader(sink, context);
  for await (const { bytes, end } of lineBlocks(source)) reader.block(bytes, end);
  reader.end();
}

class RunReader {
  readonly #sink: Sink;
  readonly #context: ReadContext;
  #line = 0;
  #rows = 0;
  #tag: string | undefined;
  /** Lines with more than six columns. */
  #wide = 0;
  #firstWide = 0;
  /** Rows whose rank and score disagree about the row before. */
  #against = 0;
  #firstAgainst = 0;
  /** The row before: its rank, its score, and the query, kept across blocks. */
  #rank = Number.NaN;
  #score = Number.NaN;
  #query: Uint8Array = new Uint8Array(0);

  constructor(sink: Sink, context: ReadContext) {
    this.#sink = sink;
    this.#context = context;
  }

  /** One pass over the bytes of whole lines. It is long because calls and strings per field would cost more than all the rest. */
  block(b: Uint8Array, end: number): void {
    const sink = this.#sink;
    let i = 0;
    let line = this.#line;
    let rows = this.#rows;
    // Where the query of the row before stands: in this block, or kept from the last one.
    let before = this.#query;
    let beforeStart = 0;
    let beforeLength = before.length;
    let lastRank = this.#rank;
    let lastScore = this.#score;
    let tagStart = -1;
    let tagEnd = -1;
    while (i < end) {
      line++;
      let c = b[i]!;
      while (c <= 32 && c !== NEWLINE) c = b[++i]!;
      if (c === NEWLINE) {
        i++;
        continue;
      }
      const start = i;
      if (c === HASH) {
        while (c !== NEWLINE) c = b[++i]!;
        i++;
        continue;
      }
      const queryStart = i;
      while (c > 32) c = b[++i]!;
      const queryEnd = i;
      while (c <= 32 && c !== NEWLINE) c = b[++i]!;
      while (c > 32) c = b[++i]!;
      while (c <= 32 && c !== NEWLINE) c = b[++i]!;
      const docStart = i;
      while (c > 32) c = b[++i]!;
      const docEnd = i;
      while (c <= 32 && c !== NEWLINE) c = b[++i]!;
      // The rank is looked at only to see whether it contradicts the score.
      const rankStart = i;
      let rank = 0;
      while (c > 32) {
        rank = c >= 48 && c <= 57 ? rank * 10 + (c - 48) : Number.NaN;
        c = b[++i]!;
      }
      const rankEnd = i;
      while (c <= 32 && c !== NEWLINE) c = b[++i]!;
      // A decimal of at most 15 digits is exact as a whole number divided by a power of ten.
      const scoreStart = i;
      let negative = false;
      if (c === 45) {
        negative = true;
        c = b[++i]!;
      }
      let mantissa = 0;
      const digitsStart = i;
      while (c >= 48 && c <= 57) {
        mantissa = mantissa * 10 + (c - 48);
        c = b[++i]!;
      }
      let digits = i - digitsStart;
      let fraction = 0;
      if (c === 46) {
        c = b[++i]!;
        const fractionStart = i;
        while (c >= 48 && c <= 57) {
          mantissa = mantissa * 10 + (c - 48);
          c = b[++i]!;
        }
        fraction = i - fractionStart;
        digits += fraction;
      }
      let score: number;
      if (c <= 32 && digits > 0 && digits <= 15) {
        score = mantissa / POWERS[fraction]!;
        if (negative) score = -score;
      } else {
        while (c > 32) c = b[++i]!;
        score = parseScore(b, scoreStart, i);
      }
      const scoreEnd = i;
      while (c <= 32 && c !== NEWLINE) c = b[++i]!;
      tagStart = i;
      while (c > 32) c = b[++i]!;
      tagEnd = i;
      const columnsFit = tagEnd > tagStart;
      while (c <= 32 && c !== NEWLINE) c = b[++i]!;
      if (c !== NEWLINE) {
        this.#wide++;
        if (this.#firstWide === 0) this.#firstWide = line;
        while (c !== NEWLINE) c = b[++i]!;
      }
      i++;
      // Infinity has no place in an order either.
      if (!columnsFit || score - score !== 0) {
        this.#refuse(b, start, i - 1, scoreStart, scoreEnd, line, columnsFit);
        continue;
      }
      const n = queryEnd - queryStart;
      if (n === beforeLength && same(b, queryStart, before, beforeStart, n)) {
        if ((rank > lastRank && score > lastScore) || (rank < lastRank && score < lastScore)) {
          this.#against++;
          if (this.#firstAgainst === 0) this.#firstAgainst = line;
        }
      } else {
        before = b;
        beforeStart = queryStart;
        beforeLength = n;
      }
      lastRank = rankEnd > rankStart ? rank : Number.NaN;
      lastScore = score;
      rows++;
      sink.hit?.(b, queryStart, queryEnd, b, docStart, docEnd, score, line);
    }
    this.#line = line;
    this.#rows = rows;
    this.#rank = lastRank;
    this.#score = lastScore;
    this.#query = before.slice(beforeStart, beforeStart + beforeLength);
    if (tagEnd > tagStart) this.#tag = text(b, tagStart, tagEnd);
  }

  #refuse(
    b: Uint8Array,
    start: number,
    end: number,
    scoreStart: number,
    scoreEnd: number,
    line: number,
    columnsFit: boolean,
  ): void {
    const fields = text(b, start, Math.min(end, start + 4096))
      .trim()
      .split(/\s+/);
    this.#context.problem(
      columnsFit
        ? {
            code: "bad-score",
            what: `the score of ${shown(fields[2]!)} is ${shown(text(b, scoreStart, scoreEnd))}, which is no finite number`,
            why: "it has no place in an order",
            fix: "write a decimal number, or leave the line out",
            level: "error",
            at: { line, query: fields[0]! },
          }
        : {
            code: "bad-columns",
            what: `the line has ${fields.length} ${fields.length === 1 ? "column" : "columns"}, and a run has six: query Q0 document rank score tag`,
            fix:
              fields.length === 5
                ? "add the missing column, such as a tag at the end"
                : "complete the line, or name the file's format with --run-format",
            level: "error",
            at: { line },
          },
    );
  }

  end(): void {
    const { problem } = this.#context;
    if (this.#tag !== undefined) this.#sink.tag?.(this.#tag);
    if (this.#rows === 0 && this.#line === 0)
      problem({
        code: "empty-file",
        what: "the file is empty",
        fix: "check what was to be written there",
        level: "error",
      });
    if (this.#wide > 0)
      problem({
        code: "extra-columns",
        what: `${count(this.#wide, "line")} with more than six columns; what comes after the tag was left out`,
        fix: "write the tag without blanks",
        at: { line: this.#firstWide },
      });
    if (this.#against > 0)
      problem({
        code: "rank-against-score",
        what: `in ${count(this.#against, "place")} the rank column and the scores disagree about the order; the scores decide`,
        why: "tools that read the rank column would give other numbers",
        fix: "write ranks by descending score",
        at: { line: this.#firstAgainst },
      });
  }
}

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;
const shown = (word: string): string => JSON.stringify(word.length > 80 ? `${word.slice(0, 80)}…` : word);

function detect(head: Uint8Array): Guess | undefined {
  const lines = text(head, 0, head.length)
    .split("\n")
    .slice(0, 20)
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[0] !== "" && !fields[0]!.startsWith("#"));
  const fit = lines.filter((fields) => fields.length >= 6 && DECIMAL.test(fields[4]!)).length;
  if (lines.length === 0) return undefined;
  if (fit > lines.length / 2) {
    const sixth = lines.filter((fields) => fields.length === 6 && /^\d+$/.test(fields[3]!)).length;
    return { sure: sixth > lines.length / 2 ? 0.9 : 0.6, why: "six columns, the fifth a number" };
  }
  // Broken runs are worth reading too: the reader says what is wrong with each line.
  const q0 = lines.filter((fields) => /^q0$/i.test(fields[1] ?? "") && fields.length >= 5).length;
  return q0 > lines.length / 2 ? { sure: 0.5, why: "Q0 in the second column" } : undefined;
}

function write({ write: put, name, problem }: WriteContext): Writer {
  const tag = /\s/.test(name) || name === "" ? name.trim().replace(/\s+/g, "_") || "run" : name;
  const blank = (id: string): boolean => {
    if (!/\s/.test(id) && id !== "") return false;
    problem({
      code: "blank-in-id",
      what: `the id ${shown(id)} is empty or holds white space, which separates columns here`,
      fix: "write another format, such as JSONL",
      level: "error",
    });
    return true;
  };
  return {
    ranking(query, hits) {
      const list = hits as readonly { readonly id: string; readonly score?: number }[];
      if (blank(query)) return;
      const lines: string[] = [];
      list.forEach(({ id, score }, i) => {
        if (!blank(id)) lines.push(`${query} Q0 ${id} ${i + 1} ${score ?? list.length - i} ${tag}\n`);
      });
      put(lines.join(""));
    },
    end() {},
  };
}

export const trecRun: Format = {
  id: "trec-run",
  title: "TREC run",
  about:
    "One hit per line: query Q0 document rank score tag. The scores decide the order, the rank is not read.",
  extensions: ["run", "trec", "txt", "res"],
  kinds: ["run"],
  example: { run: "q1 Q0 d3 1 2.5 bm25\nq1 Q0 d1 2 1.75 bm25\nq2 Q0 d9 1 0.5 bm25\n" },
  broken: { run: { text: "q1 Q0 d3 1 2.5 bm25\nq1 Q0 d1 2 nan bm25\n", line: 2 } },
  detect,
  read,
  write,
};
