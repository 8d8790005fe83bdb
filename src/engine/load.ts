/** Loads whole files into memory, for commands that need everything at once (doctor, explain, convert, fuse). */

import type { DocId, QueryId } from "../core/ids.ts";
import type { ProblemLog } from "../core/problem-log.ts";
import type { IdRule } from "../core/rules.ts";
import { inputProblem } from "../evaluate/input/problems.ts";
import type { GoldValue } from "../evaluate/input/read-gold.ts";
import type { RankingInput } from "../evaluate/input/read-run.ts";
import { remembered } from "../files/remembered.ts";
import type { Source } from "../files/source.ts";
import { detectFormat } from "../formats/detect.ts";
import type { Kind, Reading, RowOrder, Sink, TableReading } from "../formats/index.ts";
import { contextOf } from "./_context.ts";
import { GoldCollector, type LoadedValue } from "./_gold-collector.ts";
import { engineProblem } from "./_problems.ts";
import { rankingOfRows } from "./_ranking-of-rows.ts";
import { besideRun, type LookFor, readListed } from "./list-cells.ts";
import { qrelsRuleOf } from "./qrels-rule.ts";
import { renamingQueries } from "./rename-queries.ts";

export interface LoadOptions {
  /** Format id, to override detection. */
  readonly format?: string;
  /** Which column holds what: { query: "question_id" }; "gold.query" says it of gold only. */
  readonly columns?: Readonly<Record<string, string>>;
  /** How the cells of tables are written. */
  readonly table?: TableReading;
  /** Keep the texts of hits. */
  readonly texts?: boolean;
  /** How the ids of queries are written, so that those of two files meet. */
  readonly queryIds?: IdRule;
  /** The dialect as which judgements are read. */
  readonly as?: string | undefined;
  /** Receives all Problems of the file. */
  readonly log: ProblemLog;
}
interface DetectedAs {
  /** The id of the format, and why it was taken for that. */
  readonly format: string;
  readonly why: string;
}
export interface LoadedGold extends DetectedAs {
  readonly gold: Map<QueryId, LoadedValue>;
  /** The words of the queries, where the file has them. */
  readonly words: Map<QueryId, string>;
  /** The first line of each query. */
  readonly lines: Map<QueryId, number>;
}
export interface LoadedRun extends DetectedAs {
  readonly run: Map<QueryId, RankingInput>;
  readonly words: Map<QueryId, string>;
  readonly lines: Map<QueryId, number>;
  /** What was answered from the hits, where a data set holds it. */
  readonly responses: Map<QueryId, string>;
  /** What the file calls its run. */
  readonly tag?: string;
}
export interface LoadedCorpus extends DetectedAs {
  /** `doc`: the document that it is a part of. */
  readonly docs: Map<DocId, { readonly text: string; readonly title?: string; readonly doc?: string }>;
}
export interface LoadedScores extends DetectedAs {
  /** metric → query → value; the aggregate is under undefined. */
  readonly scores: Map<string, Map<QueryId | undefined, number>>;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const textOf = (bytes: Uint8Array, start: number, end: number): string =>
  decoder.decode(bytes.subarray(start, end));

/** The receiver for a source: adds the file name to Problems and applies the query id rule. */
export function readingOf(source: Source, kind: Kind, sink: Sink, options: LoadOptions): Reading {
  const { queryIds, columns = {}, log, texts, table, as } = options;
  const context = { ...contextOf(source, kind, columns, [log], texts, table), qrels: qrelsRuleOf(as) };
  return {
    sink: queryIds === undefined ? sink : renamingQueries(sink, queryIds, context.problem),
    context,
  };
}

/** Reads a source for one kind into a sink. */
export async function readInto(
  source: Source,
  kind: Kind,
  sink: Sink,
  options: LoadOptions,
): Promise<DetectedAs> {
  const { format, why } = await detectFormat(source, kind, options.format);
  const reading = readingOf(source, kind, sink, options);
  await format.read(source, reading.sink, reading.context);
  return { format: format.id, why };
}

/** `amongHits`: tells whether cells such as "d1, d2" are lists; without it they are refused, unless `table` says what they are. */
export function loadGold(given: Source, options: LoadOptions, amongHits?: LookFor): Promise<LoadedGold> {
  const source = remembered(given);
  return readListed(
    options.table,
    options.log,
    async (table, log) => {
      const collector = new GoldCollector(source.name, log);
      const as = table === undefined ? {} : { table };
      const loaded = await readInto(source, "gold", collector, { ...options, ...as, log });
      return { ...loaded, gold: collector.end(), words: collector.words, lines: collector.lines };
    },
    amongHits,
  );
}

/** `gold`: tells whether cells such as "d1, d2" are lists; without it they are refused, unless `table` says what they are. */
export function loadRun(
  given: Source,
  options: LoadOptions,
  gold?: ReadonlyMap<QueryId, GoldValue>,
): Promise<LoadedRun> {
  const source = gold === undefined ? given : remembered(given);
  return readListed(
    options.table,
    options.log,
    (table, log) => loadRunOnce(source, { ...options, ...(table === undefined ? {} : { table }), log }),
    gold && besideRun(gold, source, options.format, options.columns ?? {}),
  );
}

async function loadRunOnce(source: Source, options: LoadOptions): Promise<LoadedRun> {
  const run = new Map<QueryId, RankingInput>();
  const words = new Map<QueryId, string>();
  const lines = new Map<QueryId, number>();
  const responses = new Map<QueryId, string>();
  const rows = new Map<QueryId, { ids: DocId[]; values: number[]; lines: number[] }>();
  let order: RowOrder = "given";
  let tag: string | undefined;
  /** The hits of a query, once: in one list, or in rows. */
  const add = (query: QueryId, hits: RankingInput, line: number): void => {
    if (!run.has(query)) {
      run.set(query, hits);
      lines.set(query, line);
      return;
    }
    // Rows that a reader brings together come after what follows them in the file.
    const both = [lines.get(query)!, line];
    const places = { line: Math.max(...both), firstLine: Math.min(...both) };
    const at = { side: "run", file: source.name, ...places, query } as const;
    options.log.add(inputProblem("duplicate-query/two-rows", {}, { level: "error", at }));
  };
  const sink: Sink = {
    rows(by) {
      order = by;
    },
    hit(q, qStart, qEnd, d, dStart, dEnd, value, line) {
      const query = textOf(q, qStart, qEnd);
      const id = textOf(d, dStart, dEnd);
      const list = rows.get(query);
      if (list === undefined) {
        // Not an empty list and a push, which makes room for 17: there may be a million queries with one hit each.
        rows.set(query, { ids: [id], values: [value], lines: [line] });
        add(query, [], line);
        return;
      }
      list.ids.push(id);
      list.values.push(value);
      list.lines.push(line);
    },
    ranking(query, hits, line) {
      add(query, hits as RankingInput, line);
    },
    query: (id, text) => void words.set(id, text),
    response: (id, text) => void responses.set(id, text),
    tag(name) {
      tag = name;
    },
  };
  const loaded = await readInto(source, "run", sink, options);
  for (const [query, { ids, values, lines: at }] of rows)
    run.set(query, rankingOfRows(ids, values, at, order, source.name));
  return { ...loaded, run, words, lines, responses, ...(tag === undefined ? {} : { tag }) };
}

export async function loadCorpus(source: Source, options: LoadOptions): Promise<LoadedCorpus> {
  const docs: LoadedCorpus["docs"] = new Map();
  const loaded = await readInto(
    source,
    "corpus",
    {
      doc(id, text, line, title, doc) {
        if (docs.has(id))
          options.log.add(
            engineProblem(
              "duplicate-document",
              { document: id },
              { at: { side: "corpus", file: source.name, line } },
            ),
          );
        else
          docs.set(id, {
            text,
            ...(title === undefined ? {} : { title }),
            ...(doc === undefined ? {} : { doc }),
          });
      },
    },
    options,
  );
  return { ...loaded, docs };
}

export async function loadScores(source: Source, options: LoadOptions): Promise<LoadedScores> {
  const scores = new Map<string, Map<QueryId | undefined, number>>();
  const loaded = await readInto(
    source,
    "scores",
    {
      score(metric, query, value) {
        const byQuery = scores.get(metric) ?? new Map<QueryId | undefined, number>();
        byQuery.set(query, value);
        scores.set(metric, byQuery);
      },
    },
    options,
  );
  return { ...loaded, scores };
}
