/** BEIR's judgements: `query-id corpus-id score` with a header, tabs between. */

import type { Problem } from "../core/problem.ts";
import type { Source } from "../files/source.ts";
import { dataSetProblem } from "./_data-set-problems.ts";
import { atLine, counted, emptyFile, errorAt, notUtf8 } from "./_problems.ts";
import { kept } from "./_shown.ts";
import { isUtf8, isWhite, parseNumber, splitTabs, textOf } from "./bytes/bytes.ts";
import { walkLines } from "./bytes/lines.ts";
import type { ReadContext, Sink } from "./format.ts";

const QUOTE = 34;
const encoder = new TextEncoder();

export async function readBeirQrels(source: Source, sink: Sink, context: ReadContext): Promise<void> {
  const { problem } = context;
  const at = new Uint32Array(6);
  let [rows, refused, fractions, firstFraction] = [0, 0, 0, 0];
  let first = true;
  await walkLines(source, (bytes, start, lineEnd, line) => {
    let end = lineEnd;
    while (end > start && isWhite(bytes[end - 1]!)) end--;
    if (end === start) return;
    const n = splitTabs(bytes, start, end, at);
    const grade = n === 3 ? parseNumber(bytes, trimStart(bytes, at[4]!, end), end) : Number.NaN;
    if (first) {
      first = false;
      if (Number.isNaN(grade) && isTitles(textOf(bytes, start, end))) return;
      problem(dataSetProblem("no-header/beir", {}, atLine(line)));
    }
    const nameless = n === 3 && (isEmpty(bytes, at[0]!, at[1]!) || isEmpty(bytes, at[2]!, at[3]!));
    if (n !== 3 || nameless || Number.isNaN(grade) || !isUtf8(bytes, start, end)) {
      refused++;
      if (n !== 3) problem(dataSetProblem("bad-columns/beir", { found: n, wanted: 3 }, errorAt(line)));
      else if (nameless) problem(dataSetProblem("empty-id/beir", {}, errorAt(line)));
      else if (Number.isNaN(grade)) problem(badGrade(bytes, at, line));
      else problem(notUtf8(line));
      return;
    }
    if (!Number.isInteger(grade)) {
      fractions++;
      if (firstFraction === 0) firstFraction = line;
    }
    rows++;
    if (bytes[at[0]!] === QUOTE || bytes[at[2]!] === QUOTE) {
      const [query, doc] = [unquoted(bytes, at[0]!, at[1]!), unquoted(bytes, at[2]!, at[3]!)];
      sink.grade?.(query, 0, query.length, doc, 0, doc.length, grade, line);
    } else sink.grade?.(bytes, at[0]!, at[1]!, bytes, at[2]!, at[3]!, grade, line);
  });
  if (rows === 0 && refused === 0) problem(emptyFile("judgement"));
  if (fractions > 0)
    problem(dataSetProblem("fractional-grade/beir", { count: fractions }, counted(fractions, firstFraction)));
}

/** A header's last title is a word that no grade could be. */
export const isTitles = (line: string): boolean =>
  /^"?(query|q|topic)[-_ ]?(id)?"?\t.*\t"?(score|rel|relevance|grade|label)"?\s*$/i.test(line);

/** Nothing but blanks, or quotes around nothing. */
const isEmpty = (bytes: Uint8Array, start: number, end: number): boolean =>
  trimStart(bytes, start, end) === end ||
  (end - start === 2 && bytes[start] === QUOTE && bytes[start + 1] === QUOTE);

function trimStart(bytes: Uint8Array, start: number, end: number): number {
  let i = start;
  while (i < end && isWhite(bytes[i]!)) i++;
  return i;
}

/** Python's csv module, which BEIR reads with, takes quotes around a field away. */
function unquoted(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const text = textOf(bytes, start, end);
  return text.length > 1 && text.startsWith('"') && text.endsWith('"')
    ? encoder.encode(text.slice(1, -1).replaceAll('""', '"'))
    : bytes.slice(start, end);
}

function badGrade(bytes: Uint8Array, at: Uint32Array, line: number): Problem {
  const query = textOf(bytes, at[0]!, at[1]!);
  const document = textOf(bytes, at[2]!, at[3]!);
  const found = kept(textOf(bytes, at[4]!, at[5]!));
  return dataSetProblem("bad-grade/beir", { query, document, found }, errorAt(line, query));
}
