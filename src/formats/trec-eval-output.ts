/** What trec_eval prints: `measure query value`, a line each; numbers to compare with. */

import type { Source } from "../files/source.ts";
import { counted, emptyFile, errorAt, notUtf8 } from "./_problems.ts";
import { kept } from "./_shown.ts";
import { trecProblem } from "./_trec-problems.ts";
import { isText, isUtf8, parseNumber, splitFields, textOf } from "./bytes/bytes.ts";
import { headLines, walkLines } from "./bytes/lines.ts";
import type { Format, Guess, ReadContext, Sink } from "./format.ts";

/** Lines that hold no number: the run's name, and the relevance of its first hits as letters. */
const isWords = (measure: string): boolean => measure === "runid" || measure.startsWith("relstring");
const NO_NUMBER = /^[+-]?(nan|inf)/i;

async function read(source: Source, sink: Sink, { problem }: ReadContext): Promise<void> {
  const at = new Uint32Array(6);
  let [lines, absent, firstAbsent] = [0, 0, 0];
  await walkLines(source, (bytes, start, end, line) => {
    const n = splitFields(bytes, start, end, at);
    if (n === 0) return;
    lines++;
    if (!isUtf8(bytes, start, end)) return void problem(notUtf8(line));
    const measure = textOf(bytes, at[0]!, at[1]!);
    if (n >= 3 && isWords(measure)) {
      if (measure === "runid") sink.tag?.(textOf(bytes, at[4]!, end).trimEnd());
      return;
    }
    if (n !== 3)
      return void problem(
        trecProblem("bad-columns/trec-eval-output", { found: n, wanted: 3 }, errorAt(line)),
      );
    const value = parseNumber(bytes, at[4]!, at[5]!);
    if (!Number.isNaN(value)) {
      const query = isText(bytes, at[2]!, at[3]!, "all") ? undefined : textOf(bytes, at[2]!, at[3]!);
      sink.score?.(measure, query, value, line);
      return;
    }
    const word = textOf(bytes, at[4]!, at[5]!);
    if (NO_NUMBER.test(word)) {
      absent++;
      if (firstAbsent === 0) firstAbsent = line;
    } else problem(trecProblem("bad-value", { metric: measure, found: kept(word) }, errorAt(line)));
  });
  if (lines === 0) problem(emptyFile("score"));
  if (absent > 0) problem(trecProblem("no-value", { count: absent }, counted(absent, firstAbsent)));
}

function detect(head: Uint8Array, name: string): Guess | undefined {
  if (name.endsWith("/")) return undefined;
  const rows = headLines(head, 100).filter((line) => line.trim() !== "");
  const share = (pattern: RegExp): number =>
    rows.length === 0 ? 0 : rows.filter((line) => pattern.test(line)).length / rows.length;
  if (share(/^[A-Za-z]\S* *\t\S+\t\S+\s*$/) > 0.5 && share(/^\S{1,21} +\t/) > 0)
    return { sure: 0.95, why: "measures padded with blanks, then query and value after tabs" };
  return share(/^[A-Za-z]\S*\s+\S+\s+[-+.\d]\S*\s*$/) > 0.5
    ? { sure: 0.6, why: "three columns: a word, a query, a number" }
    : undefined;
}

const line = (measure: string, query: string, value: string): string =>
  `${measure.padEnd(22)}\t${query}\t${value}\n`;
const EXAMPLE =
  line("runid", "all", "bm25") +
  line("map", "q1", "0.5833") +
  line("map", "q2", "1.0000") +
  line("map", "all", "0.7917");

export const trecEvalOutput: Format = {
  id: "trec-eval-output",
  title: "Output of trec_eval",
  about: "One score per line: measure, query and value; the query `all` stands for the mean.",
  extensions: ["txt", "out", "eval"],
  kinds: ["scores"],
  example: { scores: EXAMPLE },
  broken: { scores: { text: `${EXAMPLE}${line("map", "q3", "high")}`, line: 5 } },
  detect,
  read,
};
