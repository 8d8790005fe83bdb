/** What a file format is, and how its rows travel: a reader pushes what it finds into a sink, a writer is a sink. */
import type { DocId, QueryId } from "../core/ids.ts";
import type { Problem } from "../core/problem.ts";
import type { QrelsRule } from "../core/rules.ts";
import type { Source } from "../files/source.ts";

/** What a file can be read for. A file of cases (Ragas, DeepEval, AutoRAG results) holds gold and run at once. */
export type Kind = "gold" | "run" | "corpus" | "scores";

/** What the rows of a run are ordered by: their score, their rank (1 is best), or nothing but their place in the file. */
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
  /** The columns are the sink's, to keep and to write in, until the next but one call. */
  readonly lent?: boolean;
}

/**
 * Receives what a reader finds. The reader calls only the methods that exist, and does only the work they need.
 * Ids come as bytes where the format has rows (`buffer`, start, end), so that no string is made of a row that needs none;
 * the bytes are valid only during the call.
 */
export interface Sink {
  /** Before the first hit of a table. */
  rows?(order: RowOrder): void;
  /**
   * Several hits of one query at once: readers of large files call this where it is there, and `hit` where it is not.
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
  /** What was answered from the hits of a query, where a data set holds it. */
  response?(query: QueryId, text: string, line: number): void;
  /** What a query can be grouped by, where it is not part of its gold: of cases, and of rows per judgement. */
  tags?(query: QueryId, tags: Readonly<Record<string, string>>, line: number): void;
  /** The words of a query. */
  query?(id: QueryId, text: string, line: number): void;
  /** `doc`: the document that it is a part of, where the corpus is one of chunks. */
  doc?(id: DocId, text: string, line: number, title?: string, doc?: string): void;
  /** A number that another tool printed: of one query, or its aggregate (query undefined). */
  score?(metric: string, query: QueryId | undefined, value: number, line: number): void;
  /** What the file calls its run: the tag of a TREC run, the system of LiveRAG. The last one counts. */
  tag?(name: string): void;
}

export interface ReadContext {
  /** What the file is read for. */
  readonly kind: Kind;
  /** Receives every Problem; `level: "error"` if the data cannot be trusted. `log` adds the file. */
  problem(problem: Problem): void;
  /** Whether texts of hits are needed. */
  readonly texts: boolean;
  /** Which column holds what, as the user said: { query: "question_id", doc: "pid" }. */
  readonly columns: Readonly<Record<string, string>>;
  readonly table?: TableReading;
  /** Of a TREC file of judgements: as which tool reads it. */
  readonly qrels?: QrelsRule | undefined;
}

/** How the cells of a table are written, as the user said. */
export interface TableReading {
  /** Separator of ids in a cell; "none" if a cell is one id. */
  readonly listSeparator?: string;
  /** The decimal separator (default: detected per column). */
  readonly decimal?: "," | ".";
}

/** A sink, and the context to read in. */
export interface Reading {
  readonly sink: Sink;
  readonly context: ReadContext;
}

/** A sink that writes a file. */
export interface Writer extends Sink {
  /** Nothing more will come. */
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
  /** Where a folder with several files can be one data set: the files by which it is known, as paths in it. */
  readonly folder?: RegExp;
  /** Exported traces: every span is a question from real use. */
  readonly traces?: true;
  /** Binary format, recognised by its first bytes; "also" where files of it are text as often. */
  readonly binary?: true | "also";
  /** A short file of this format for each kind: help, docs and the contract suite use it. */
  readonly example: Readonly<Partial<Record<Kind, string>>>;
  /** The example with one row that cannot be read, and its line: what the contract suite breaks. */
  readonly broken?: Readonly<Partial<Record<Kind, { readonly text: string; readonly line: number }>>>;
  /** By the head of the file and its name. */
  detect(head: Uint8Array, name: string, kind: Kind): Guess | undefined;
  /** A place in these bytes, which begin anywhere in a file, where the rows of a new query begin: from there on a second thread may read. */
  cut?(bytes: Uint8Array): number | undefined;
  /** Everything in the source, in order. A row that cannot be read is a Problem with its line, and reading goes on. */
  read(source: Source, sink: Sink, context: ReadContext): Promise<void>;
  /** The number of hits in a run, if the file states it. */
  countHits?(source: Source, context: ReadContext): Promise<number | undefined>;
  /** Of a format whose rows are gold and run at once: both in one reading. */
  readBoth?(source: Source, run: Reading, gold: Reading): Promise<void>;
  write?(context: WriteContext): Writer;
}
