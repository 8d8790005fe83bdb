/** A file format: its reader pushes what it finds into a sink, and its writer is a sink. */
import type { DocId, QueryId } from "../core/ids.ts";
import type { Problem } from "../core/problem.ts";
import type { QrelsRule } from "../core/rules.ts";
import type { Source } from "../files/source.ts";

/** What a file can be read as. A file of cases (Ragas, DeepEval, AutoRAG results) contains both gold and run. */
export type Kind = "gold" | "run" | "corpus" | "scores";

/** What orders the rows of a run: score, rank (1 is best), or position in the file. */
export type RowOrder = "score" | "rank" | "given";

/** Hits as columns, the first `count` of each. `hashes`: hashBytes of the ids. */
export interface HitBatch {
  readonly count: number;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  readonly hashes: Int32Array;
  /** As in `hit`. */
  readonly values: Float64Array;
  readonly lines: Uint32Array;
  /** The sink may keep and overwrite the columns until the call after the next. */
  readonly lent?: boolean;
}

/**
 * Receives what a reader finds. The reader calls only the methods that exist, and does only the work they need.
 * Formats with rows pass ids as bytes (`buffer`, start, end), so that no string is created unless needed;
 * the bytes are valid only during the call.
 */
export interface Sink {
  /** Before the first hit of a table. */
  rows?(order: RowOrder): void;
  /**
   * Several hits of one query: readers of large files call this if it exists, otherwise `hit`.
   * The bytes of such hits stay valid until `blockEnd`, so they need not be copied.
   */
  hits?(bytes: Uint8Array, qStart: number, qEnd: number, batch: HitBatch): void;
  blockEnd?(): void;
  /** One hit of a table. Ids are UTF-8: a reader refuses others. `value`: its score or rank; NaN where it has none. */
  hit?(
    q: Uint8Array,
    qStart: number,
    qEnd: number,
    d: Uint8Array,
    dStart: number,
    dEnd: number,
    value: number,
    line: number,
  ): void;
  /** A whole list in any form of the library: ids, hits, id → score, ScoredHits. `text` of a hit only if the context asks for texts. */
  ranking?(query: QueryId, hits: unknown, line: number): void;
  /** Grades may arrive twice: first without aspects and then, if the whole file shows that it has aspects, with them. */
  readonly twice?: boolean;
  /** One judgement of a table. `subtopic`: the aspect that it is for, where the format has aspects. */
  grade?(
    q: Uint8Array,
    qStart: number,
    qEnd: number,
    d: Uint8Array,
    dStart: number,
    dEnd: number,
    grade: number,
    line: number,
    subtopic?: string,
  ): void;
  /** The gold of one query in any form of the library: ids, groups, grades, named facets. The receiver validates it. */
  gold?(query: QueryId, value: unknown, line: number): void;
  /** The answer generated from a query's hits, if the data set has it. */
  response?(query: QueryId, text: string, line: number): void;
  /** A query's tags, if they are not part of its gold: for cases, and for rows per judgement. */
  tags?(query: QueryId, tags: Readonly<Record<string, string>>, line: number): void;
  /** The words of a query. */
  query?(id: QueryId, text: string, line: number): void;
  /** `doc`: the document that it is a part of, where the corpus is one of chunks. */
  doc?(id: DocId, text: string, line: number, title?: string, doc?: string): void;
  /** A number that another tool printed: of one query, or its aggregate (query undefined). */
  score?(metric: string, query: QueryId | undefined, value: number, line: number): void;
  /** The run's name in the file: the tag of a TREC run, the system of LiveRAG. The last one counts. */
  tag?(name: string): void;
}

export interface ReadContext {
  /** What the file is read as. */
  readonly kind: Kind;
  /** Receives every Problem; `level: "error"` if the data cannot be trusted. `log` adds the file. */
  problem(problem: Problem): void;
  /** Whether texts of hits are needed. */
  readonly texts: boolean;
  /** Which column holds what, as the user said: { query: "question_id", doc: "pid" }. */
  readonly columns: Readonly<Record<string, string>>;
  readonly table?: TableReading;
  /** For TREC qrels: read them as this tool does. */
  readonly qrels?: QrelsRule | undefined;
}

/** How the cells of a table are written, as the user said. */
export interface TableReading {
  /** Separator of ids in a cell; "none" if a cell is one id. */
  readonly listSeparator?: string;
  /** The decimal separator (default: detected per column). */
  readonly decimal?: "," | ".";
}

/** A sink, and the context for reading. */
export interface Reading {
  readonly sink: Sink;
  readonly context: ReadContext;
}

/** A sink that writes a file. */
export interface Writer extends Sink {
  /** The end of the input. */
  end(): void | Promise<void>;
}
export interface WriteContext {
  readonly kind: Kind;
  /** The run's name, where the format has a place for it. */
  readonly name: string;
  write(text: string | Uint8Array): void;
  problem(problem: Problem): void;
}

/** How sure `detect` is: 0 not at all … 1 it cannot be anything else. `why` is shown when the user asks, or when two are as sure. */
export interface Guess {
  readonly sure: number;
  readonly why: string;
}

export interface Format {
  readonly id: string;
  readonly title: string;
  /** One sentence: what a row looks like, where it comes from. */
  readonly about: string;
  /** Without the dot; only a hint, the content decides. */
  readonly extensions: readonly string[];
  readonly kinds: readonly Kind[];
  /** If a folder can be a data set: the files that identify it, as paths within it. */
  readonly folder?: RegExp;
  /** Exported traces: every span is a question from real use. */
  readonly traces?: true;
  /** Binary format, recognised by its first bytes; "also" if its files may be text too. */
  readonly binary?: true | "also";
  /** A short file of this format for each kind: help, docs and the contract suite use it. */
  readonly example: Readonly<Partial<Record<Kind, string>>>;
  /** The example with one row that cannot be read, and its line: what the contract suite breaks. */
  readonly broken?: Readonly<Partial<Record<Kind, { readonly text: string; readonly line: number }>>>;
  /** By the head of the file and its name. */
  detect(head: Uint8Array, name: string, kind: Kind): Guess | undefined;
  /** Finds a position where the rows of a new query begin, in bytes from anywhere in a file: a second thread can read from there. */
  cut?(bytes: Uint8Array): number | undefined;
  /** Reads the whole source, in order. An unreadable row is a Problem with its line, and reading continues. */
  read(source: Source, sink: Sink, context: ReadContext): Promise<void>;
  /** The number of hits in a run, if the file states it. */
  countHits?(source: Source, context: ReadContext): Promise<number | undefined>;
  /** For formats whose rows are both gold and run: reads both at once. */
  readBoth?(source: Source, run: Reading, gold: Reading): Promise<void>;
  write?(context: WriteContext): Writer;
}
