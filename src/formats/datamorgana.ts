/**
 * Questions made with DataMorgana, as gold: the TSV of LiveRAG (document_ids and context as Python prints lists, columns
 * question_… and user_… for categories) and what its API gave (JSON Lines, categories in lists).
 * Rows without a qid are numbered from 1, as LiveRAG numbers them. Categories become tags by the name behind question_ or user_.
 * `context` has the gold texts, kept as passages if texts are requested.
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
import { errorAt } from "./_problems.ts";
import type { Format, Guess, ReadContext, Sink, WriteContext, Writer } from "./format.ts";
import { IdReader } from "./json/ids.ts";
import { JsonObject } from "./json/parse.ts";
import { jsonWriter } from "./json/write.ts";
import { rowProblem } from "./rows/problems.ts";
import { gradeRows } from "./rows/rows-out.ts";

async function read(source: Source, sink: Sink, context: ReadContext): Promise<void> {
  const ids = new IdReader(context.problem);
  const queries = new QueryIds("qid", ids, context.problem);
  await readRows(source, context, (row) => {
    const query = queries.of(row);
    const { line, get } = row;
    const [words, answer] = [get("question"), get("answer")];
    if (typeof words === "string") sink.query?.(query, words, line);
    const relevant = relevantOf(row, query, ids, context);
    if (relevant === undefined) return;
    const tags = tagsOf(row);
    const texts = context.texts ? contextOf(get("context")) : [];
    sink.gold?.(
      query,
      {
        relevant,
        ...(typeof answer === "string" ? { answer } : {}),
        ...(texts.length > 0 ? { passages: texts.map((text) => [{ text }]) } : {}),
        ...(Object.keys(tags).length > 0 ? { tags } : {}),
      },
      line,
    );
  });
  queries.end();
  ids.end();
}

/** A list in JSON or as Python prints it; any other text is one id, as LiveRAG reads it. */
function relevantOf(
  row: LiveragRow,
  query: string,
  ids: IdReader,
  context: ReadContext,
): string[] | undefined {
  const value = row.get("document_ids");
  const list =
    listOf(value)?.list ?? (typeof value === "string" && !/^\s*[[({]/.test(value) ? [value] : undefined);
  if (list !== undefined) return idList(list, ids, query, row.line, context.problem);
  context.problem(
    dataSetProblem(
      value === undefined ? "no-gold/datamorgana" : "bad-list/datamorgana",
      { query },
      errorAt(row.line, query),
    ),
  );
  return undefined;
}

const contextOf = (value: unknown): string[] => textsOf(value) ?? (typeof value === "string" ? [value] : []);

function tagsOf({ names, get }: LiveragRow): Record<string, string> {
  const tags: Record<string, string> = {};
  const add = (kind: string, name: string, value: unknown): void => {
    // The same name for question and user: the second one says whose it is.
    if (value !== undefined && value !== null)
      tags[Object.hasOwn(tags, name) ? `${kind}_${name}` : name] = String(value);
  };
  for (const name of names) {
    const match = /^(question|user)_(.+)$/.exec(name);
    if (match === null || name === "question_length") continue;
    const [, kind, rest] = match;
    if (rest !== "categories") add(kind!, rest!, get(name));
    else
      for (const one of (get(name) ?? []) as readonly unknown[])
        if (one instanceof JsonObject)
          add(kind!, String(one.get("categorization_name")), one.get("category_name"));
  }
  return tags;
}

function detect(head: Uint8Array): Guess | undefined {
  const names = firstNames(head);
  if (!names.has("document_ids") || !names.has("question")) return undefined;
  return { sure: 0.95, why: "DataMorgana's names: question, document_ids" };
}

/** Tags are not written: their columns would have to be known before the first row. */
function write(context: WriteContext): Writer {
  const put = (...cells: string[]): void => context.write(tsvRow(...cells));
  put("qid", "question", "answer", "document_ids");
  return jsonWriter(context, {
    gold(id, value, words = "") {
      const rows = gradeRows(id, value, context.problem, ["answer"]);
      const { answer } = (value ?? {}) as { readonly answer?: unknown };
      if (rows.some(({ grade }) => grade !== 1))
        context.problem(rowProblem("lost-grades", { query: id, format: "LiveRAG" }, { at: { query: id } }));
      const relevant = rows.filter(({ grade }) => grade > 0).map(({ doc }) => doc);
      put(id, words, typeof answer === "string" ? answer : "", JSON.stringify(relevant));
    },
    run() {},
    doc() {},
    end() {},
  });
}

export const datamorgana: Format = {
  id: "datamorgana",
  title: "DataMorgana",
  about:
    "A row per question with qid, answer and document_ids, as LiveRAG keeps DataMorgana's questions (TSV) or as the API gave them (JSON Lines). Categories become tags; rows without a qid are numbered from 1.",
  extensions: ["tsv", "jsonl", "json"],
  kinds: ["gold"],
  example: {
    gold: "qid\tquestion\tanswer\tdocument_ids\n1\twho?\tshe\t['<urn:uuid:a>', '<urn:uuid:b>']\n2\twhy?\tso\t['<urn:uuid:c>']\n",
  },
  broken: {
    gold: { text: "qid\tquestion\tdocument_ids\n1\twho?\t['a']\n2\twhy?\t['b\n", line: 3 },
  },
  detect,
  read,
  write,
};
