/** Whole files into memory: for what looks at all of it at once (doctor, explain, convert, fuse), and for small things. */

import type { DocId, QueryId } from "../core/ids.ts";
import type { Problem } from "../core/problem.ts";
import type { ProblemLog } from "../core/problem-log.ts";
import type { IdRule } from "../core/rules.ts";
import type { GoldColumns } from "../evaluate/input/gold-columns.ts";
import type { GoldValue } from "../evaluate/input/read-gold.ts";
import { RankingColumns, type RankingInput } from "../evaluate/input/read-run.ts";
import type { TableRanking } from "../evaluate/input/table-ranking.ts";
import type { Source } from "../files/source.ts";
import { detectFormat } from "../formats/detect.ts";
import type { Kind, ReadContext, RowOrder, Sink } from "../formats/index.ts";
import { columnsFor } from "./_context.ts";
import { duplicateQuery } from "./_duplicate-query.ts";
import { renamingQueries } from "./rename-queries.ts";

export interface LoadOptions {
  /** The id of a format, where the content shall not decide. */
  readonly format?: string;
  /** Which column holds what: { query: "question_id" }; "gold.query" says it of gold only. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Keep the texts of hits. */
  readonly texts?: boolean;
  /** How the ids of queries are written, so that those of two files meet. */
  readonly queryIds?: IdRule;
  /** Hears of everything that is wrong with the file. */
  readonly log: ProblemLog;
}
interface Loaded {
  /** The id of the format, and why it was taken for that. */
  readonly format: string;
  readonly why: string;
}
// Without what only the streaming engine makes: those classes are others in the types of every entry of the package.
type LoadedValue = Exclude<GoldValue, GoldColumns>;
type LoadedRanking = Exclude<RankingInput, TableRanking>;
export interface LoadedGold extends Loaded {
  readonly gold: Map<QueryId, LoadedValue>;
  /** The words of the queries, where the file has them. */
  readonly words: Map<QueryId, string>;
  /** The first line of each query. */
  readonly lines: Map<QueryId, number>;
}
export interface LoadedRun extends Loaded {
  readonly run: Map<QueryId, LoadedRanking>;
  readonly words: Map<QueryId, string>;
  readonly lines: Map<QueryId, number>;
  /** What the file calls its run. */
  readonly tag?: string;
}
export interface LoadedCorpus extends Loaded {
  readonly docs: Map<DocId, { readonly text: string; readonly title?: string }>;
}
export interface LoadedScores extends Loaded {
  /** metric → query → value; the aggregate is under undefined. */
  readonly scores: Map<string, Map<QueryId | undefined, number>>;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const textOf = (bytes: Uint8Array, start: number, end: number): string =>
  decoder.decode(bytes.subarray(start, end));

/** Reads a source for one kind into a sink; Problems get the file's name. */
export async function readInto(
  source: Source,
  kind: Kind,
  sink: Sink,
  options: LoadOptions,
): Promise<Loaded> {
  const { format, why } = await detectFormat(source, kind, options.format);
  const context: ReadContext = {
    kind,
    texts: options.texts === true,
    columns: columnsFor(kind, options.columns ?? {}),
    problem: (problem: Problem) =>
      options.log.add({ ...problem, at: { side: kind, file: source.name, ...problem.at } }),
  };
  const { queryIds } = options;
  const named = queryIds === undefined ? sink : renamingQueries(sink, queryIds, context.problem);
  await format.read(source, named, context);
  return { format: format.id, why };
}

export async function loadGold(source: Source, options: LoadOptions): Promise<LoadedGold> {
  const gold = new Map<QueryId, LoadedValue>();
  const words = new Map<QueryId, string>();
  const lines = new Map<QueryId, number>();
  const judged = new Map<QueryId, { grades: Map<DocId, number>; lines: Map<DocId, number> }>();
  const aspects = new Map<QueryId, Map<string, Map<DocId, number>>>();
  const duplicate = (query: QueryId, what: string, line: number): void =>
    options.log.add({
      code: "duplicate-judgement",
      what,
      fix: "remove one",
      at: { file: source.name, line, query },
    });
  /** The gold of a query, once: in one row, in judgements, or in judgements by aspect. */
  const add = (query: QueryId, value: LoadedValue, line: number): void => {
    if (!gold.has(query)) {
      gold.set(query, value);
      lines.set(query, line);
      return;
    }
    const mixed = judged.has(query) && aspects.has(query);
    const problem = mixed ? mixedAspects(query) : duplicateQuery("gold", query, lines.get(query));
    options.log.add({ ...problem, at: { ...problem.at, file: source.name, line } });
  };
  const sink: Sink = {
    grade(q, qStart, qEnd, d, dStart, dEnd, grade, line, subtopic) {
      const query = textOf(q, qStart, qEnd);
      const doc = textOf(d, dStart, dEnd);
      if (subtopic !== undefined) {
        let byAspect = aspects.get(query);
        if (byAspect === undefined) {
          byAspect = new Map();
          aspects.set(query, byAspect);
          add(query, {}, line);
        }
        let grades = byAspect.get(subtopic);
        if (grades === undefined) {
          grades = new Map();
          byAspect.set(subtopic, grades);
        }
        if (grades.has(doc))
          duplicate(
            query,
            `query ${query} judges document ${doc} for aspect ${subtopic} twice; the first grade counts`,
            line,
          );
        else grades.set(doc, grade);
        return;
      }
      let known = judged.get(query);
      if (known === undefined) {
        known = { grades: new Map(), lines: new Map() };
        judged.set(query, known);
        add(query, known.grades, line);
      }
      const first = known.lines.get(doc);
      if (first === undefined) {
        known.grades.set(doc, grade);
        known.lines.set(doc, line);
      } else
        duplicate(
          query,
          `query ${query} judges document ${doc} twice (first at line ${first}); the first grade counts`,
          line,
        );
    },
    gold(query, value, line) {
      add(query, value as LoadedValue, line);
    },
    query: (id, text) => void words.set(id, text),
  };
  const loaded = await readInto(source, "gold", sink, options);
  for (const [query, byAspect] of aspects) gold.set(query, { subtopics: Object.fromEntries([...byAspect]) });
  return { ...loaded, gold, words, lines };
}

export async function loadRun(source: Source, options: LoadOptions): Promise<LoadedRun> {
  const run = new Map<QueryId, LoadedRanking>();
  const words = new Map<QueryId, string>();
  const lines = new Map<QueryId, number>();
  const rows = new Map<QueryId, { ids: DocId[]; values: number[]; lines: number[] }>();
  let order: RowOrder = "given";
  let tag: string | undefined;
  /** The hits of a query, once: in one list, or in rows. */
  const add = (query: QueryId, hits: LoadedRanking, line: number): void => {
    if (!run.has(query)) {
      run.set(query, hits);
      lines.set(query, line);
      return;
    }
    const problem = duplicateQuery("run", query, lines.get(query));
    options.log.add({ ...problem, at: { ...problem.at, file: source.name, line } });
  };
  const sink: Sink = {
    rows(by) {
      order = by;
    },
    hit(q, qStart, qEnd, d, dStart, dEnd, value, line) {
      const query = textOf(q, qStart, qEnd);
      let list = rows.get(query);
      if (list === undefined) {
        list = { ids: [], values: [], lines: [] };
        rows.set(query, list);
        add(query, [], line);
      }
      list.ids.push(textOf(d, dStart, dEnd));
      list.values.push(value);
      list.lines.push(line);
    },
    ranking(query, hits, line) {
      add(query, hits as LoadedRanking, line);
    },
    query: (id, text) => void words.set(id, text),
    tag(name) {
      tag = name;
    },
  };
  const loaded = await readInto(source, "run", sink, options);
  for (const [query, list] of rows) run.set(query, rankingOf(list, order, source.name));
  return { ...loaded, run, words, lines, ...(tag === undefined ? {} : { tag }) };
}

const mixedAspects = (query: QueryId): Problem => ({
  code: "bad-gold",
  what: `gold of query ${query}: some judgements name an aspect, and some do not`,
  why: "grades of the query as a whole and grades of its aspects are two tables",
  fix: "name an aspect in each, or in none",
  level: "error",
  at: { query },
});

/** Rows of one query as a ranking. */
function rankingOf(
  { ids, values, lines }: { ids: DocId[]; values: number[]; lines: number[] },
  order: RowOrder,
  file: string,
): RankingColumns {
  const columns = { mapping: order === "score", distinct: false, nulls: false, file };
  if (order === "score") return new RankingColumns({ ...columns, ids, scores: values, lines });
  if (order === "given") {
    if (values.every(Number.isNaN)) return new RankingColumns({ ...columns, ids, lines });
    // They do not decide the order here, but a dialect, a fusion or another format may ask for them.
    const scores = values.map((value) => (Number.isNaN(value) ? undefined : value));
    return new RankingColumns({ ...columns, ids, scores, lines });
  }
  // The rank column says where a hit stands; rows may come in any order.
  const at = [...ids.keys()].sort((a, b) => values[a]! - values[b]! || a - b);
  return new RankingColumns({ ...columns, ids: at.map((i) => ids[i]!), lines: at.map((i) => lines[i]!) });
}

export async function loadCorpus(source: Source, options: LoadOptions): Promise<LoadedCorpus> {
  const docs = new Map<DocId, { readonly text: string; readonly title?: string }>();
  const loaded = await readInto(
    source,
    "corpus",
    {
      doc(id, text, line, title) {
        if (docs.has(id))
          options.log.add({
            code: "duplicate-document",
            what: `the corpus has document ${id} twice; the first one counts`,
            fix: "remove one",
            at: { file: source.name, line },
          });
        else docs.set(id, { text, ...(title === undefined ? {} : { title }) });
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
