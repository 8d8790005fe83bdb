/** MS MARCO: runs as `query passage rank`, judgements as `query 0 passage 1`. */

import type { Source } from "../files/source.ts";
import { counted, emptyFile, errorAt, notUtf8 } from "./_problems.ts";
import { kept } from "./_shown.ts";
import { trecProblem } from "./_trec-problems.ts";
import { isUtf8, parseCount, sameBytes, splitFields, textOf } from "./bytes/bytes.ts";
import { headLines, walkLines } from "./bytes/lines.ts";
import type { Format, Guess, Kind, ReadContext, Sink, WriteContext, Writer } from "./format.ts";
import { gatherHits } from "./rows/gather.ts";
import { fitsColumn, type HitRow, hitRows, rowBuffer } from "./rows/rows-out.ts";
import { readJudgements, writeJudgements } from "./trec-qrels.ts";

async function readRun(source: Source, sink: Sink, { problem }: ReadContext): Promise<void> {
  const at = new Uint32Array(6);
  let [rows, refused, ties, firstTie] = [0, 0, 0, 0];
  /** The row before: its query and rank. */
  let before = new Uint8Array();
  let lastRank = 0;
  sink.rows?.("rank");
  await walkLines(source, (bytes, start, end, line) => {
    const n = splitFields(bytes, start, end, at);
    if (n === 0) return;
    const [qs, qe, ds, de, rs, re] = [at[0]!, at[1]!, at[2]!, at[3]!, at[4]!, at[5]!];
    const rank = n === 3 ? parseCount(bytes, rs, re) : -1;
    if (rank < 1 || !isUtf8(bytes, start, end)) {
      refused++;
      if (n !== 3) problem(trecProblem("bad-columns/msmarco", { found: n, wanted: 3 }, errorAt(line)));
      else if (rank < 1) {
        const of = { document: kept(textOf(bytes, ds, de)), found: kept(textOf(bytes, rs, re)) };
        problem(trecProblem("bad-rank/msmarco", of, errorAt(line, textOf(bytes, qs, qe))));
      } else problem(notUtf8(line));
      return;
    }
    if (!sameBytes(before, 0, before.length, bytes, qs, qe)) before = bytes.slice(qs, qe);
    else if (rank === lastRank) {
      ties++;
      if (firstTie === 0) firstTie = line;
    }
    lastRank = rank;
    rows++;
    sink.hit?.(bytes, qs, qe, bytes, ds, de, rank, line);
  });
  if (rows === 0 && refused === 0) problem(emptyFile("hit"));
  if (ties > 0) problem(trecProblem("same-rank", { count: ties }, counted(ties, firstTie)));
}

const WHOLE = /^[1-9]\d{0,8}$/;

function detect(head: Uint8Array, name: string, kind: Kind): Guess | undefined {
  if (name.endsWith("/")) return undefined;
  const rows = headLines(head, 100).filter((line) => line.trim() !== "");
  const fits = (pattern: RegExp): boolean => rows.length > 0 && rows.every((line) => pattern.test(line));
  if (kind === "gold")
    return fits(/^\d+\t0\t[\w#.]+\t1\s*$/)
      ? { sure: 0.93, why: "query, 0, passage and 1, with tabs" }
      : undefined;
  if (fits(/^\d+\t\d+\t[1-9]\d*\s*$/)) return { sure: 0.9, why: "three whole numbers, the last a rank" };
  const words = rows.map((line) => line.trim().split(/\s+/));
  const three = words.filter((fields) => fields.length === 3 && WHOLE.test(fields[2]!)).length;
  return three > rows.length / 2 ? { sure: 0.6, why: "three columns, the last a rank" } : undefined;
}

function writeRun({ write: put, problem }: WriteContext): Writer {
  const out = rowBuffer(put);
  const { rankings, ...gathered } = gatherHits();
  const ranking = (query: string, hits: readonly HitRow[]): void => {
    if (!fitsColumn(query, problem)) return;
    let rank = 0;
    for (const { id } of hits) if (fitsColumn(id, problem)) out.add(`${query}\t${id}\t${++rank}\n`);
  };
  return {
    ...gathered,
    ranking: (query, hits) => ranking(query, hitRows(query, hits, problem)),
    end() {
      for (const [query, hits] of rankings()) ranking(query, hits);
      out.flush();
    },
  };
}

export const msmarco: Format = {
  id: "msmarco",
  title: "MS MARCO",
  about:
    "A run has query, passage and rank on each line, with tabs; judgements have query, 0, passage and 1.",
  extensions: ["tsv", "txt"],
  kinds: ["gold", "run"],
  example: {
    run: "1048585\t7187158\t1\n1048585\t7187157\t2\n2\t4339068\t1\n",
    gold: "1048585\t0\t7187158\t1\n2\t0\t4339068\t1\n",
  },
  broken: {
    run: { text: "1048585\t7187158\t1\n1048585\t7187157\t0\n", line: 2 },
    gold: { text: "1048585\t0\t7187158\t1\n2\t0\t4339068\n", line: 2 },
  },
  detect,
  read: (source, sink, context) =>
    context.kind === "run" ? readRun(source, sink, context) : readJudgements(source, sink, context),
  write: (context) => (context.kind === "run" ? writeRun(context) : writeJudgements(context, "\t")),
};
