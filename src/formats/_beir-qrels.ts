/** BEIR's judgements: `query-id corpus-id score` with a header, tabs between. */

import type { Source } from "../files/source.ts";
import { count, emptyFile, notUtf8, shown } from "./_words.ts";
import { isBlank, isUtf8, parseNumber, splitTabs, textOf } from "./bytes/bytes.ts";
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
    while (end > start && isBlank(bytes[end - 1]!)) end--;
    if (end === start) return;
    const n = splitTabs(bytes, start, end, at);
    const grade = n === 3 ? parseNumber(bytes, trimStart(bytes, at[4]!, end), end) : Number.NaN;
    if (first) {
      first = false;
      if (Number.isNaN(grade) && isTitles(textOf(bytes, start, end))) return;
      problem({
        code: "no-header",
        what: "there is no header; the first line was read as a judgement",
        why: "BEIR's own loader would leave it out",
        fix: "put query-id, corpus-id and score, with tabs, on a line before it",
        at: { line },
      });
    }
    const nameless = n === 3 && (isEmpty(bytes, at[0]!, at[1]!) || isEmpty(bytes, at[2]!, at[3]!));
    if (n !== 3 || nameless || Number.isNaN(grade) || !isUtf8(bytes, start, end)) {
      refused++;
      if (n !== 3) problem(badColumns(n, line));
      else if (nameless) problem(emptyId(line));
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
    problem({
      code: "fractional-grade",
      what: `${count(fractions, "score")} with a fraction; used as written`,
      why: "BEIR's own loader refuses them",
      fix: "write whole numbers if other tools shall read the file",
      at: { line: firstFraction },
      ...(fractions > 1 ? { count: fractions } : {}),
    });
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
  while (i < end && isBlank(bytes[i]!)) i++;
  return i;
}

/** Python's csv module, which BEIR reads with, takes quotes around a field away. */
function unquoted(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const text = textOf(bytes, start, end);
  return text.length > 1 && text.startsWith('"') && text.endsWith('"')
    ? encoder.encode(text.slice(1, -1).replaceAll('""', '"'))
    : bytes.slice(start, end);
}

const badColumns = (n: number, line: number) =>
  ({
    code: "bad-columns",
    what: `the line has ${n} ${n === 1 ? "column" : "columns"}, and BEIR's judgements have three, with tabs between: query-id corpus-id score`,
    fix: "correct the line; four columns are a TREC file, --gold-format trec-qrels",
    level: "error",
    at: { line },
  }) as const;

const emptyId = (line: number) =>
  ({
    code: "empty-id",
    what: "an id is empty",
    fix: "complete the line",
    level: "error",
    at: { line },
  }) as const;

function badGrade(bytes: Uint8Array, at: Uint32Array, line: number) {
  const query = textOf(bytes, at[0]!, at[1]!);
  return {
    code: "bad-grade",
    what: `the score of document ${textOf(bytes, at[2]!, at[3]!)} for query ${query} is ${shown(textOf(bytes, at[4]!, at[5]!))}, not a number`,
    fix: "write a number, such as 0 or 1",
    level: "error",
    at: { line, query },
  } as const;
}
