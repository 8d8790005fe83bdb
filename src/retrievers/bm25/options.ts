/** The options of BM25, checked. */
import { named } from "../../core/named.ts";
import type { Problem } from "../../core/problem.ts";
import { withCommas } from "../../core/shown.ts";
import { type Analyzer, analyzers } from "../../text/analyzer.ts";
import type { ChunkRule } from "../../text/chunk/chunk.ts";
import { checkNames } from "../_check-options.ts";
import { kindOf } from "../_kind.ts";
import { retrieverProblem } from "../problems.ts";
import { type CorpusFiles, nodeCorpusFiles } from "./files.ts";
import { bm25Problem } from "./problems.ts";
import type { CorpusInput } from "./read-corpus.ts";

export interface Bm25Options {
  /** A folder of Markdown and text files, a corpus file or data set (JSONL, CSV, BEIR, AutoRAG parquet), or the documents. */
  readonly corpus: CorpusInput;
  /** How documents are cut; a number is a size in words. Default: not at all. */
  readonly chunk?: ChunkRule | ChunkRule["by"] | number | "none" | undefined;
  /** A language ("english", "german" …), "unicode", "cjk", or a function that returns the terms of a text. Default: "english". */
  readonly analyzer?: string | ((text: string) => Iterable<string>) | undefined;
  /** How soon repeating a term stops to count. Default: 1.2. */
  readonly k1?: number | undefined;
  /** How much long documents are held back, from 0 to 1. Default: 0.75. */
  readonly b?: number | undefined;
  /** How often each word of a title counts. Default: 1; 0 leaves titles out. */
  readonly fields?: { readonly title?: number } | undefined;
  /** Format of the corpus file. Default: detected. */
  readonly format?: string | undefined;
  /** Which column holds what, e.g. { doc: "passage_id" }. */
  readonly columns?: Readonly<Record<string, string>> | undefined;
  /** Receives warnings about the corpus. */
  readonly warn?: ((problem: Problem) => void) | undefined;
  /** Where the corpus is read from. Default: the file system. */
  readonly files?: CorpusFiles | undefined;
}

/** Options with their defaults. */
export interface CheckedOptions {
  readonly corpus: CorpusInput;
  readonly chunk: ChunkRule | undefined;
  readonly analyzer: Analyzer;
  readonly k1: number;
  readonly b: number;
  readonly titleWeight: number;
  readonly format: string | undefined;
  readonly columns: Readonly<Record<string, string>> | undefined;
  readonly warn: (problem: Problem) => void;
  readonly files: CorpusFiles;
}

const OPTIONS = [
  "corpus",
  "chunk",
  "analyzer",
  "k1",
  "b",
  "fields",
  "format",
  "columns",
  "warn",
  "files",
] as const satisfies readonly (keyof Bm25Options)[];

const bad = (option: string, found: unknown, wanted: string): never => {
  throw retrieverProblem.error("bad-retriever/option", {
    retriever: "bm25",
    option,
    found: kindOf(found),
    wanted,
  });
};

function inRange(option: string, value: unknown, least: number, most: number, wanted: string): number {
  return typeof value === "number" && value >= least && value <= most ? value : bad(option, value, wanted);
}

function whole(option: string, value: unknown, least: number, most: number): number {
  const wanted = `a whole number from ${least} to ${withCommas(most)}`;
  return Number.isInteger(value) ? inRange(option, value, least, most, wanted) : bad(option, value, wanted);
}

export function checkedOptions(options: Bm25Options): CheckedOptions {
  checkNames("bm25", options, OPTIONS);
  const { corpus, k1 = 1.2, b = 0.75, fields, format, columns, warn = () => {} } = options;
  if ((typeof corpus !== "string" || corpus === "") && !isIterable(corpus))
    bad("corpus", corpus, "a path or an array of documents");
  return {
    corpus,
    chunk: chunkRule(options.chunk),
    analyzer: analyzerOf(options.analyzer ?? "english"),
    k1: inRange("k1", k1, 0, 1000, "a number from 0 to 1,000"),
    b: inRange("b", b, 0, 1, "a number from 0 to 1"),
    titleWeight: whole("fields.title", fields?.title ?? 1, 0, 100),
    format,
    columns,
    warn,
    files: options.files ?? nodeCorpusFiles(),
  };
}

const isIterable = (value: unknown): boolean =>
  typeof value === "object" && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value);

const LARGEST = 1_000_000;

function chunkRule(chunk: Bm25Options["chunk"]): ChunkRule | undefined {
  if (chunk === undefined || chunk === "none") return undefined;
  if (chunk === "size" || chunk === "sentence" || chunk === "heading") return { by: chunk };
  if (typeof chunk === "number") return { by: "size", size: whole("chunk", chunk, 1, LARGEST) };
  if (typeof chunk !== "object" || chunk === null)
    return bad(
      "chunk",
      chunk,
      'a number of words, "size", "sentence", "heading", "none", or { by, size, overlap }',
    );
  const { by, size, overlap, unit } = chunk;
  if (by !== "size" && by !== "sentence" && by !== "heading")
    bad("chunk.by", by, '"size", "sentence" or "heading"');
  if (unit !== undefined && unit !== "words" && unit !== "characters")
    bad("chunk.unit", unit, '"words" or "characters"');
  if (size !== undefined) whole("chunk.size", size, 1, LARGEST);
  // With more, the chunks together would be many times as long as the text.
  const most = by === "heading" && size === undefined ? 0 : Math.floor((size ?? 200) / 2);
  if (overlap !== undefined && (!Number.isInteger(overlap) || overlap < 0 || overlap > most))
    bad("chunk.overlap", overlap, `a whole number up to half of chunk.size (${most})`);
  return chunk;
}

function analyzerOf(given: NonNullable<Bm25Options["analyzer"]>): Analyzer {
  if (typeof given === "string") return named(analyzers, given, "analyzer");
  if (typeof given !== "function") return bad("analyzer", given, "the name of an analyzer or a function");
  return {
    name: "custom",
    keepsAscii: false,
    term: (word) => word,
    words(text, sink) {
      const terms: unknown = given(text);
      if (
        typeof terms === "string" ||
        terms === null ||
        typeof terms !== "object" ||
        !(Symbol.iterator in terms)
      )
        throw bm25Problem.error("bad-analyzer", { found: kindOf(terms) });
      for (const term of terms as Iterable<unknown>) {
        if (typeof term !== "string")
          throw bm25Problem.error("bad-analyzer", { found: `a list with ${kindOf(term)}` });
        sink.word(term, false);
      }
    },
  };
}
