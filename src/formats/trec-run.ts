/** TREC runs: `query Q0 document rank score tag`, white space between. */
import type { Source } from "../files/source.ts";
import { trecProblem } from "./_trec-problems.ts";
import { TrecRunReader } from "./_trec-run-reader.ts";
import { lineBlocks } from "./bytes/blocks.ts";
import { isWhite, textOf } from "./bytes/bytes.ts";
import type { Format, Guess, ReadContext, Sink, WriteContext, Writer } from "./format.ts";
import { columnWord, fitsColumn, hitRows } from "./rows/rows-out.ts";

const NEWLINE = 10;
const HASH = 35;

/** A number as people write it; no hexadecimal, no words. */
const DECIMAL = /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

async function read(source: Source, sink: Sink, context: ReadContext): Promise<void> {
  sink.rows?.("score");
  const reader = new TrecRunReader(sink, context);
  for await (const { bytes, end } of lineBlocks(source)) reader.block(bytes, end);
  reader.end();
}

function detect(head: Uint8Array): Guess | undefined {
  const lines = textOf(head, 0, head.length)
    .split("\n")
    .slice(0, 20)
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[0] !== "" && !fields[0]!.startsWith("#"));
  const fit = lines.filter((fields) => fields.length >= 6 && DECIMAL.test(fields[4]!)).length;
  if (lines.length === 0) return undefined;
  if (fit > lines.length / 2) {
    const sixth = lines.filter((fields) => fields.length === 6 && /^\d+$/.test(fields[3]!)).length;
    return { sure: sixth > lines.length / 2 ? 0.9 : 0.6, why: "six columns, the fifth a number" };
  }
  // Accept broken runs too: the reader reports each broken line.
  const q0 = lines.filter((fields) => /^q0$/i.test(fields[1] ?? "") && fields.length >= 5).length;
  return q0 > lines.length / 2 ? { sure: 0.5, why: "Q0 in the second column" } : undefined;
}

/** The tag of a run, from its first row; undefined if this is not a run. */
export function tagIn(head: Uint8Array): string | undefined {
  if ((detect(head)?.sure ?? 0) < 0.9) return undefined;
  for (let start = 0; start < head.length; ) {
    const newline = head.indexOf(NEWLINE, start);
    const end = newline < 0 ? head.length : newline;
    const fields = textOf(head, start, end).trim().split(/\s+/);
    if (fields.length === 6 && !fields[0]!.startsWith("#")) return fields[5];
    start = end + 1;
  }
  return undefined;
}

/** Where the first field of a line differs from that of the line before. */
function cut(b: Uint8Array): number | undefined {
  let before: string | undefined;
  for (let start = b.indexOf(NEWLINE) + 1; start > 0; start = b.indexOf(NEWLINE, start) + 1) {
    let end = start;
    while (end < b.length && !isWhite(b[end]!)) end++;
    if (end === b.length) return undefined;
    // Blank lines, comments and blanks before the query are rare: the next line may do.
    if (end === start || b[start] === HASH) continue;
    const query = textOf(b, start, end);
    if (before !== undefined && query !== before) return start;
    before = query;
  }
  return undefined;
}

function write({ write: put, name, problem }: WriteContext): Writer {
  const tag = columnWord(name) || "run";
  return {
    ranking(query, hits) {
      const list = hitRows(query, hits, problem);
      if (!fitsColumn(query, problem)) return;
      if (query.startsWith("#"))
        return void problem(trecProblem("comment-id", { query }, { level: "error", at: { query } }));
      const lines: string[] = [];
      list.forEach(({ id, score }, i) => {
        if (fitsColumn(id, problem))
          lines.push(`${query} Q0 ${id} ${i + 1} ${score ?? list.length - i} ${tag}\n`);
      });
      put(lines.join(""));
    },
    end() {},
  };
}

export const trecRun: Format = {
  id: "trec-run",
  title: "TREC run",
  about:
    "One hit per line: query Q0 document rank score tag. The scores decide the order, the rank is not read.",
  extensions: ["run", "trec", "txt", "res"],
  kinds: ["run"],
  example: { run: "q1 Q0 d3 1 2.5 bm25\nq1 Q0 d1 2 1.75 bm25\nq2 Q0 d9 1 0.5 bm25\n" },
  broken: { run: { text: "q1 Q0 d3 1 2.5 bm25\nq1 Q0 d1 2 nan bm25\n", line: 2 } },
  detect,
  cut,
  read,
  write,
};
