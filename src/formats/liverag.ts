/**
 * LiveRAG results (TSV, JSON, JSON Lines: qid, question, answer, context, doc_ids, system_name) and the answers that its
 * challenge wanted (JSON Lines: id, question, passages with their doc_IDs), as runs.
 * doc_ids is a list, in a table one in JSON. Where it is what Python prints, it is read, and told: LiveRAG itself would take
 * its characters for ids. Rows without a qid are numbered from 1. Ids are text: LiveRAG's 0, which it drops, and 1, which is
 * not "1" to it, are differences that its dialect names.
 */

import type { Source } from "../files/source.ts";
import { dataSetProblem } from "./_data-set-problems.ts";
import {
  firstNames,
  idList,
  type LiveragRow,
  listOf,
  QueryIds,
  readRows,
  textsOf,
  tsvRow,
} from "./_liverag-rows.ts";
import { atLine, errorAt } from "./_problems.ts";
import { kept } from "./_shown.ts";
import type { Format, Guess, ReadContext, Sink, WriteContext, Writer } from "./format.ts";
import { IdReader } from "./json/ids.ts";
import { JsonObject } from "./json/parse.ts";
import { jsonWriter } from "./json/write.ts";
import { bestFirst } from "./rows/ranking-forms.ts";
import { noId } from "./rows/rows-out.ts";

interface TextHit {
  readonly id: string | null;
  readonly text?: string;
}

async function read(source: Source, sink: Sink, context: ReadContext): Promise<void> {
  const { problem } = context;
  const ids = new IdReader(problem);
  const isAnswers = firstNames(await source.head()).has("passages");
  const queries = new QueryIds(isAnswers ? "id" : "qid", ids, problem);
  const oddly = new Map<"python" | "json", { rows: number; line: number }>();
  let first = true;
  await readRows(source, context, (row) => {
    const query = queries.of(row);
    const system = row.get("system_name");
    // LiveRAG uses the name of the first result for all of them.
    if (first && typeof system === "string") sink.tag?.(system);
    first = false;
    const words = row.get("question");
    if (typeof words === "string") sink.query?.(query, words, row.line);
    const hits = isAnswers
      ? passagesOf(row, query, ids, context)
      : hitsOf(row, query, ids, context, (as) => {
          const seen = oddly.get(as) ?? { rows: 0, line: row.line };
          oddly.set(as, { ...seen, rows: seen.rows + 1 });
        });
    if (hits !== undefined) sink.ranking?.(query, hits, row.line);
  });
  for (const [as, { rows, line }] of oddly)
    problem(dataSetProblem(`odd-list/${as}`, { count: rows }, atLine(line)));
  queries.end();
  ids.end();
}

function hitsOf(
  row: LiveragRow,
  query: string,
  ids: IdReader,
  context: ReadContext,
  odd: (as: "python" | "json") => void,
): readonly TextHit[] | readonly string[] | undefined {
  const { line, get, isTable } = row;
  const value = get("doc_ids");
  const at = { line, query };
  if (value === undefined) {
    if (get("passages") !== undefined) return passagesOf(row, query, ids, context);
    context.problem(dataSetProblem("no-list/liverag", { query }, { at }));
    return [];
  }
  const found = listOf(value);
  if (found === undefined) {
    const fields = { query, found: kept(String(value)) };
    context.problem(dataSetProblem("bad-list/liverag", fields, { level: "error", at }));
    return undefined;
  }
  if (found.as === "python" || (found.as === "json" && !isTable)) odd(found.as);
  const list = idList(found.list, ids, query, line, context.problem);
  if (list === undefined || !context.texts) return list;
  const texts = textsOf(get("context"));
  if (texts?.length === list.length) return list.map((id, i) => ({ id, text: texts[i]! }));
  if (get("context") !== undefined) {
    const fields = { query, wanted: list.length, ...(texts === undefined ? {} : { found: texts.length }) };
    context.problem(dataSetProblem("uneven-lists/liverag", fields, { at }));
  }
  return list;
}

/** A passage may come from several documents: each of them is a hit, with its text. */
function passagesOf(
  { get, line }: LiveragRow,
  query: string,
  ids: IdReader,
  { problem, texts }: ReadContext,
): readonly TextHit[] | undefined {
  const passages = get("passages");
  const hits: TextHit[] = [];
  const refuse = (reason: "no-passages" | "no-doc-ids"): undefined => {
    problem(dataSetProblem(`bad-list/${reason}`, { query }, errorAt(line, query)));
  };
  if (!Array.isArray(passages)) return refuse("no-passages");
  for (const passage of passages) {
    const docs = passage instanceof JsonObject ? passage.get("doc_IDs") : undefined;
    if (!Array.isArray(docs)) return refuse("no-doc-ids");
    const list = idList(docs, ids, query, line, problem);
    if (list === undefined) return undefined;
    const text = (passage as JsonObject).get("passage");
    for (const id of list) hits.push(texts && typeof text === "string" ? { id, text } : { id });
  }
  return hits;
}

function detect(head: Uint8Array): Guess | undefined {
  const names = firstNames(head);
  if (names.has("doc_ids") && names.has("question")) {
    const own = ["qid", "answer", "context", "system_name", "total_time_ms"].filter((name) =>
      names.has(name),
    );
    return own.length > 1
      ? { sure: 0.95, why: `LiveRAG's names: doc_ids, question, ${own.join(", ")}` }
      : undefined;
  }
  return names.has("passages") && names.has("question") && names.has("id")
    ? { sure: 0.9, why: "the names of LiveRAG answers: id, question, passages" }
    : undefined;
}

function write(context: WriteContext): Writer {
  const put = (...cells: string[]): void => context.write(tsvRow(...cells));
  put("qid", "question", "context", "doc_ids", "system_name");
  return jsonWriter(context, {
    run(id, { mapping, hits }, words = "") {
      const list = mapping ? bestFirst(hits) : hits;
      if (list.some((hit) => hit.id === null)) context.problem(noId(id));
      const texts = list.map((hit) => hit["text"]);
      put(
        id,
        words,
        JSON.stringify(texts.every((text) => typeof text === "string") ? texts : []),
        JSON.stringify(list.map((hit) => hit.id ?? "")),
        context.name,
      );
    },
    gold() {},
    doc() {},
    end() {},
  });
}

export const liverag: Format = {
  id: "liverag",
  title: "LiveRAG results",
  about:
    "A row per query with qid, question and doc_ids, the list of chunks in JSON (TSV, JSON or JSON Lines), or LiveRAG answers with their passages. Rows without a qid are numbered from 1.",
  extensions: ["tsv", "json", "jsonl"],
  kinds: ["run"],
  example: {
    run: 'qid\tquestion\tanswer\tdoc_ids\tsystem_name\n1\twho?\tshe\t"[""doc-<urn:uuid:a>::chunk-0"", ""doc-<urn:uuid:b>::chunk-2""]"\tVanillaRAG\n2\twhy?\tso\t[]\tVanillaRAG\n',
  },
  broken: {
    run: {
      text: "qid\tquestion\tanswer\tdoc_ids\n1\twho?\tshe\t[]\n2\twhy?\tso\tdoc-1\n",
      line: 3,
    },
  },
  detect,
  read,
  write,
};
