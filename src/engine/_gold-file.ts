/** A gold file as the evaluation reads it, and as the reader of a run looks documents up. */

import type { DocId, QueryId } from "../core/ids.ts";
import { GoldieError, type Problem } from "../core/problem.ts";
import { ProblemLog } from "../core/problem-log.ts";
import type { QrelsRule } from "../core/rules.ts";
import { type GoldValue, readGold } from "../evaluate/input/read-gold.ts";
import { remembered } from "../files/remembered.ts";
import type { Source } from "../files/source.ts";
import { detectFormat } from "../formats/detect.ts";
import type { Format, ReadContext, Sink, TableReading } from "../formats/index.ts";
import { ByteNames } from "./_bytes-table.ts";
import { contextOf } from "./_context.ts";
import { GoldCollector } from "./_gold-collector.ts";
import { GoldRows, type GoldTable } from "./_gold-table.ts";
import type { GoldLookup } from "./_score-rows.ts";
import { type LookFor, readListed } from "./list-cells.ts";
import { qrelsRuleOf } from "./qrels-rule.ts";

const encoder = new TextEncoder();

/** Judgements are kept as rows until another form of gold appears; then everything is converted. */
class GoldReading implements Sink {
  /** Files with aspects are rare, so judgements are first passed on without them. */
  readonly twice = true;
  readonly table: GoldRows;
  readonly words: Map<QueryId, string> = new Map();
  other: GoldCollector | undefined;
  log: ProblemLog = new ProblemLog();
  readonly #source: Source;

  constructor(source: Source) {
    this.table = new GoldRows(source.file?.size);
    this.#source = source;
  }

  /** Options for a reader, and where its Problems go. */
  context(
    columns: Readonly<Record<string, string>>,
    table: TableReading | undefined,
    qrels: QrelsRule | undefined,
  ): ReadContext {
    const tell = (problem: Problem): void => {
      // Everything passed on without aspects comes again with them.
      if (problem.code === "aspects") this.log = new ProblemLog();
      contextOf(this.#source, "gold", columns, [this.log]).problem(problem);
    };
    return { ...contextOf(this.#source, "gold", columns, [], false, table), qrels, problem: tell };
  }

  grade(
    q: Uint8Array,
    qStart: number,
    qEnd: number,
    d: Uint8Array,
    dStart: number,
    dEnd: number,
    grade: number,
    line: number,
    aspect?: string,
  ): void {
    if (aspect !== undefined) this.other ??= new GoldCollector(this.#source.name, this.log);
    if (this.other === undefined) this.table.add(q, qStart, qEnd, d, dStart, dEnd, grade, line);
    else this.other.grade(q, qStart, qEnd, d, dStart, dEnd, grade, line, aspect);
  }

  gold(query: QueryId, value: unknown, line: number): void {
    this.#collector().gold(query, value, line);
  }

  tags(query: QueryId, tags: Readonly<Record<string, string>>): void {
    this.#collector().tags(query, tags);
  }

  /** Rows of judgements hold nothing else. */
  #collector(): GoldCollector {
    if (this.other !== undefined) return this.other;
    this.other = new GoldCollector(this.#source.name, this.log);
    this.table.tellAgain(this.other);
    return this.other;
  }

  query(id: QueryId, text: string): void {
    this.words.set(id, text);
  }
}

export interface GoldFile {
  readonly values: GoldTable | Map<QueryId, GoldValue>;
  /** Where each query is, if the gold has more than judgements. */
  readonly lines?: ReadonlyMap<QueryId, number>;
  readonly lookup: GoldLookup;
  readonly format: string;
  readonly words: ReadonlyMap<QueryId, string>;
}

interface GoldOptions {
  readonly goldFormat?: string;
  readonly columns?: Readonly<Record<string, string>>;
  readonly table?: TableReading;
  /** The dialect as which judgements are read. */
  readonly as?: string;
}

/** A table of judgements stays bytes; other gold is read as the library takes it. */
export async function readGoldFile(
  source: Source,
  { goldFormat, columns = {}, table, as }: GoldOptions,
  log: ProblemLog,
  amongHits?: LookFor,
): Promise<GoldFile> {
  const { format } = await detectFormat(source, "gold", goldFormat);
  // Aspects and list cells are only known at the end of the file.
  const kept = remembered(source);
  const qrels = qrelsRuleOf(as);
  return readListed(
    table,
    log,
    (reading, said) => readOnce(kept, format, columns, reading, qrels, said),
    amongHits,
  );
}

async function readOnce(
  source: Source,
  format: Format,
  columns: Readonly<Record<string, string>>,
  reading: TableReading | undefined,
  qrels: QrelsRule | undefined,
  log: ProblemLog,
): Promise<GoldFile> {
  const sink = new GoldReading(source);
  await format.read(source, sink, sink.context(columns, reading, qrels));
  log.merge(sink.log);
  if (sink.other === undefined) {
    const table = sink.table.table(source.name, log);
    return {
      values: table,
      lookup: { names: table.names, ids: table },
      format: format.id,
      words: sink.words,
    };
  }
  const gold = sink.other.end();
  const { lines } = sink.other;
  const names = new ByteNames();
  const queries = [...gold.keys()];
  for (const query of queries) {
    const bytes = encoder.encode(query);
    names.add(bytes, 0, bytes.length);
    try {
      // Warnings about it are reported during scoring.
      readGold(query, gold.get(query)!, new ProblemLog());
    } catch (error) {
      if (!(error instanceof GoldieError)) throw error;
      const line = lines.get(query);
      log.add({
        ...error.problem,
        level: "error",
        at: { ...error.problem.at, file: source.name, ...(line === undefined ? {} : { line }) },
      });
    }
  }
  const ids = (i: number): readonly DocId[] => {
    const { graded, relevant, groups } = readGold(queries[i]!, gold.get(queries[i]!)!, new ProblemLog());
    return [...new Set([...(graded?.ids ?? []), ...(relevant ?? []), ...(groups?.flat() ?? [])])];
  };
  return { values: gold, lines, lookup: { names, ids }, format: format.id, words: sink.words };
}
