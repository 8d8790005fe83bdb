/** BEIR data sets: a folder with corpus.jsonl, queries.jsonl and qrels/test.tsv, or one of these files. */
import { join } from "node:path";
import { GoldieError } from "../core/problem.ts";
import type { Source } from "../files/source.ts";
import { isTitles, readBeirQrels } from "./_beir-qrels.ts";
import { readBeirCorpus, readBeirQueries } from "./_beir-rows.ts";
import { dataSetProblem } from "./_data-set-problems.ts";
import { textOf } from "./bytes/bytes.ts";
import { headLines } from "./bytes/lines.ts";
import type { Format, Guess, Kind, ReadContext, Sink, WriteContext, Writer } from "./format.ts";
import { gradeRows, rowBuffer } from "./rows/rows-out.ts";

const PACKED = "(\\.(gz|zst))?$";
const SPLIT = new RegExp(`^qrels/([^/]+)\\.tsv${PACKED}`);
const PREFERRED = ["test", "dev", "train"];

async function read(source: Source, sink: Sink, context: ReadContext): Promise<void> {
  if (source.folder !== undefined) return readFolder(source, source.folder, sink, context);
  if (context.kind === "corpus") return readBeirCorpus(source, sink, context);
  const [first = ""] = headLines(await source.head(), 1);
  if (!first.trimStart().startsWith("{")) return readBeirQrels(source, sink, context);
  await readBeirQueries(source, sink, context);
  context.problem(dataSetProblem("no-gold/beir", {}, { level: "error" }));
}

async function readFolder(source: Source, folder: string, sink: Sink, context: ReadContext): Promise<void> {
  const files = headLines(await source.head(), Number.POSITIVE_INFINITY);
  const inside = async (
    file: string,
    reader: (source: Source, sink: Sink, context: ReadContext) => Promise<void>,
  ): Promise<void> => {
    const name = `${source.name}${file}`;
    const one = await source.inside!(join(folder, file), name);
    await reader(one, sink, {
      ...context,
      problem: (problem) => context.problem({ ...problem, at: { file: name, ...problem.at } }),
    });
  };
  const named = (stem: string): string | undefined =>
    files.find((file) => new RegExp(`^${stem}\\.jsonl${PACKED}`).test(file));
  if (context.kind === "corpus") {
    const corpus = named("corpus");
    if (corpus === undefined) throw absent(source, "corpus", "corpus.jsonl");
    return inside(corpus, readBeirCorpus);
  }
  const judgements = chooseSplit(source, files, context);
  const queries = named("queries");
  if (queries !== undefined && sink.query !== undefined) await inside(queries, readBeirQueries);
  await inside(judgements, readBeirQrels);
}

/** The file of judgements: the split that was asked for, else test, dev, train, else the first one. */
function chooseSplit(source: Source, files: readonly string[], { columns, problem }: ReadContext): string {
  const splits = new Map(files.flatMap((file) => (SPLIT.test(file) ? [[SPLIT.exec(file)![1]!, file]] : [])));
  const names = [...splits.keys()];
  if (names.length === 0) throw absent(source, "gold", "qrels/test.tsv");
  const asked = columns.split;
  if (asked !== undefined) {
    const file = splits.get(asked);
    if (file !== undefined) return file;
    throw new GoldieError(
      dataSetProblem(
        "no-split",
        { found: asked, splits: names },
        { at: { side: "gold", file: source.name } },
      ),
    );
  }
  const chosen = PREFERRED.find((name) => splits.has(name)) ?? names[0]!;
  if (names.length > 1) problem(dataSetProblem("split", { splits: names, split: chosen }));
  return splits.get(chosen)!;
}

const absent = (source: Source, side: Kind, path: string): GoldieError =>
  new GoldieError(dataSetProblem("no-file/beir", { path }, { at: { side, file: source.name } }));

function detect(head: Uint8Array, name: string, kind: Kind): Guess | undefined {
  if (name.endsWith("/")) {
    const files = headLines(head, Number.POSITIVE_INFINITY);
    const has = (pattern: RegExp): boolean => files.some((file) => pattern.test(file));
    const fits = kind === "corpus" ? has(new RegExp(`^corpus\\.jsonl${PACKED}`)) : has(SPLIT);
    return fits ? { sure: 0.95, why: "a folder with the files of a BEIR data set" } : undefined;
  }
  const [first = ""] = headLines(head, 1);
  if (kind === "gold" && isTitles(first)) {
    // A header of four columns is not BEIR's.
    if (first.split("\t").length !== 3) return undefined;
    const own = /^query-id\tcorpus-id\tscore\s*$/.test(first);
    return { sure: own ? 0.97 : 0.75, why: "three columns with a header, the last the score" };
  }
  const row = jsonObject(first);
  if (row?._id === undefined || row.text === undefined) return undefined;
  if (kind === "corpus") return { sure: 0.95, why: "rows with _id and text" };
  return Object.keys(row).some((key) => /relevant|gold|grades|answer/.test(key))
    ? undefined
    : { sure: 0.5, why: "queries with _id and text" };
}

function jsonObject(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function writeQrels({ write: put, problem }: WriteContext): Writer {
  const out = rowBuffer(put);
  const fits = (id: string): boolean => {
    if (id !== "" && !/[\t\r\n"]/.test(id)) return true;
    problem(dataSetProblem("blank-in-id/tabs", { id }, { level: "error" }));
    return false;
  };
  const row = (query: string, doc: string, grade: number, aspect?: string): void => {
    if (aspect !== undefined)
      problem(dataSetProblem("lost-aspects", { query }, { level: "error", at: { query } }));
    else if (fits(query) && fits(doc)) out.add(`${query}\t${doc}\t${grade}\n`);
  };
  out.add("query-id\tcorpus-id\tscore\n");
  return {
    grade(q, qStart, qEnd, d, dStart, dEnd, grade, _line, aspect) {
      row(textOf(q, qStart, qEnd), textOf(d, dStart, dEnd), grade, aspect);
    },
    gold(query, value) {
      for (const { doc, grade, aspect } of gradeRows(query, value, problem)) row(query, doc, grade, aspect);
    },
    end: () => out.flush(),
  };
}

function writeCorpus({ write: put }: WriteContext): Writer {
  const out = rowBuffer(put);
  return {
    doc: (id, text, _line, title) => out.add(`${JSON.stringify({ _id: id, title: title ?? "", text })}\n`),
    end: () => out.flush(),
  };
}

export const beir: Format = {
  id: "beir",
  title: "BEIR data set",
  about:
    "A folder with corpus.jsonl, queries.jsonl and qrels/test.tsv, or one of them; judgements are query-id, corpus-id and score under a header, with tabs.",
  extensions: ["tsv", "jsonl"],
  kinds: ["gold", "corpus"],
  folder: /^((corpus|queries)\.jsonl|qrels\/[^/]+\.tsv)(\.(gz|zst))?$/,
  example: {
    gold: "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\nq2\td7\t1\n",
    corpus:
      '{"_id": "d1", "title": "Deserts", "text": "The Sahara is large."}\n{"_id": "d2", "title": "", "text": "Rain."}\n',
  },
  broken: {
    gold: { text: "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\n", line: 3 },
    corpus: { text: '{"_id": "d1", "text": "The Sahara is large."}\n{"_id": "d2", "text": }\n', line: 2 },
  },
  detect,
  read,
  write: (context) => (context.kind === "corpus" ? writeCorpus(context) : writeQrels(context)),
};
