/** Gold, runs, documents and scores as a table with a header. */

import { textOf } from "../bytes/bytes.ts";
import type { WriteContext, Writer } from "../format.ts";
import { jsonWriter } from "../json/write.ts";
import { bestFirst, followsScores, type WrittenRanking } from "../rows/ranking-forms.ts";
import { gradeRows, noHits, noId, rowBuffer } from "../rows/rows-out.ts";

/** Quotes cells that would otherwise not round-trip, including those with leading or trailing spaces. */
function cellText(cell: string | number | undefined, separator: string): string {
  const text = cell === undefined ? "" : String(cell);
  return text.includes(separator) || /["\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function writeTable(context: WriteContext, separator: string): Writer {
  const out = rowBuffer(context.write);
  const put = (...cells: (string | number | undefined)[]): void =>
    out.add(`${cells.map((cell) => cellText(cell, separator)).join(separator)}\n`);
  switch (context.kind) {
    case "corpus":
      put("id", "title", "text");
      return { doc: (id, text, _, title) => put(id, title, text), end: () => out.flush() };
    case "scores":
      put("query", "metric", "value");
      return { score: (metric, query, value) => put(query, metric, value), end: () => out.flush() };
    case "gold":
      return goldWriter(context, put, () => out.flush());
    default:
      return runWriter(context, put, () => out.flush());
  }
}

type Put = (...cells: (string | number | undefined)[]) => void;

/** Rows hold one number per document; warns about gold that does not fit. */
function goldWriter({ problem }: WriteContext, put: Put, flush: () => void): Writer {
  // The header has to say whether there are aspects.
  const rows: [string, string, number, string | undefined][] = [];
  const words = new Map<string, string>();
  return {
    grade: (q, qStart, qEnd, d, dStart, dEnd, grade, _, subtopic) =>
      void rows.push([textOf(q, qStart, qEnd), textOf(d, dStart, dEnd), grade, subtopic]),
    gold(query, value) {
      for (const { doc, grade, aspect } of gradeRows(query, value, problem))
        rows.push([query, doc, grade, aspect]);
    },
    query: (id, text) => void words.set(id, text),
    end() {
      const aspects = rows.some(([, , , aspect]) => aspect !== undefined);
      const texts = rows.some(([query]) => (words.get(query) ?? query) !== query);
      put(...(texts ? ["query_id", "query"] : ["query"]), "doc", "grade", ...(aspects ? ["subtopic"] : []));
      for (const [query, doc, grade, aspect] of rows)
        put(query, ...(texts ? [words.get(query)] : []), doc, grade, ...(aspects ? [aspect] : []));
      flush();
    },
  };
}

/** One column decides the order of all rows: the score, or the rank where some list has no falling scores. */
function runWriter(context: WriteContext, put: Put, flush: () => void): Writer {
  const rankings: [string, WrittenRanking][] = [];
  return jsonWriter(context, {
    gold() {},
    doc() {},
    run: (query, ranking) => void rankings.push([query, ranking]),
    end() {
      const scored = rankings.every(([, { mapping, hits }]) => mapping || followsScores(hits));
      const texts = rankings.some(([, { hits }]) => hits.some((hit) => hit["text"] !== undefined));
      put("query", "doc", scored ? "score" : "rank", ...(texts ? ["text"] : []));
      for (const [query, { mapping, hits }] of rankings) {
        const ordered = mapping && !scored ? bestFirst(hits) : hits;
        ordered.forEach((hit, i) => {
          if (hit.id === null) context.problem(noId(query));
          else
            put(
              query,
              hit.id,
              scored ? hit.score : i + 1,
              ...(texts ? [hit["text"] as string | undefined] : []),
            );
        });
        if (hits.length === 0) context.problem(noHits(query));
      }
      flush();
    },
  });
}
