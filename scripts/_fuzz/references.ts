/** Readers that are slow and plain, written from what each format is said to be: what a line means, and whether it can be read. */
import { type Event, latin1 } from "./read.ts";

export interface Expected {
  readonly rows: readonly Event[];
  /** Lines that cannot be read: each needs a Problem of level error. */
  readonly rejected: ReadonlySet<number>;
  /** The file is something else: nothing can be said. */
  readonly unsure?: true;
}
export type Reference = (bytes: Uint8Array) => Expected;

/** Lines as text with one letter for each byte. */
const linesOf = (bytes: Uint8Array): string[] => {
  const lines = latin1(bytes).split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
};
const fieldsOf = (line: string): string[] => line.split(/[ \t\r\v\f]+/).filter((field) => field !== "");
const isUtf8 = (line: string): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(line, "latin1"));
    return true;
  } catch {
    return false;
  }
};
/** A finite decimal number, or undefined. */
const numberOf = (word: string): number | undefined => {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word) ? Number(word) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
};

/** query Q0 document rank score tag; the rank is not read, what follows the tag is left out. */
const trecRun: Reference = (bytes) => {
  const rows: Event[] = [];
  const rejected = new Set<number>();
  linesOf(bytes).forEach((text, i) => {
    const fields = fieldsOf(text);
    if (fields.length === 0 || fields[0]!.startsWith("#")) return;
    const [query, , doc, , score] = fields;
    const value = numberOf(score ?? "");
    if (fields.length < 6 || value === undefined || !isUtf8(query!) || !isUtf8(doc!)) rejected.add(i + 1);
    else rows.push(["hit", i + 1, query, doc, value]);
  });
  return { rows, rejected };
};

const TITLES =
  /^((q|query|topic)[-_]?(id|num|no)|query|topic|(d|doc|document|corpus|passage|p|chunk)[-_]?(id|no|num)|doc|document|score|rel|relevance|grade|label|judge?ment|rating|iter|iteration|subtopic)$/i;

/** query iteration document grade, or without the iteration; a header is left out; the iteration may name an aspect. */
const trecQrels: Reference = (bytes) => {
  const lines = linesOf(bytes).map((text, i) => ({ text, line: i + 1, fields: fieldsOf(text) }));
  let data = lines.filter(({ fields }) => fields.length > 0 && !fields[0]!.startsWith("#"));
  const first = data[0]?.fields ?? [];
  if (
    first.filter((field) => TITLES.test(field)).length >= 2 &&
    numberOf(first.at(-1)!) === undefined &&
    !/^[+-]?\d/.test(first.at(-1)!)
  )
    data = data.slice(1);
  const near = data.filter(({ line }) => line <= 200);
  const columns =
    near.some(({ fields }) => fields.length === 3) && !near.some(({ fields }) => fields.length === 4) ? 3 : 4;
  const seconds = new Map<string, Set<string>>();
  for (const { fields } of data)
    if (fields.length === 4) {
      const pair = JSON.stringify([fields[0], fields[2]]);
      seconds.set(pair, (seconds.get(pair) ?? new Set()).add(fields[1]!));
    }
  const aspects = columns === 4 && [...seconds.values()].some((set) => set.size > 1);
  const rows: Event[] = [];
  const rejected = new Set<number>();
  for (const { text, line, fields } of data) {
    const grade = numberOf(fields.at(-1)!);
    if (fields.length !== columns || grade === undefined || !isUtf8(text)) rejected.add(line);
    else rows.push(["grade", line, fields[0], fields.at(-2), grade, aspects ? utf8(fields[1]!) : undefined]);
  }
  return { rows, rejected };
};

const utf8 = (text: string): string => Buffer.from(text, "latin1").toString("utf8");

/** query passage rank */
const msmarcoRun: Reference = (bytes) => {
  const rows: Event[] = [];
  const rejected = new Set<number>();
  linesOf(bytes).forEach((text, i) => {
    const fields = fieldsOf(text);
    if (fields.length === 0) return;
    const [query, doc, rank] = fields;
    if (fields.length !== 3 || !/^0*[1-9]\d*$/.test(rank!) || rank!.length > 15 || !isUtf8(text))
      rejected.add(i + 1);
    else rows.push(["hit", i + 1, query, doc, Number(rank)]);
  });
  return { rows, rejected };
};

/** query-id corpus-id score under a header, with tabs; quotes around an id are taken away. */
const beirGold: Reference = (bytes) => {
  const rows: Event[] = [];
  const rejected = new Set<number>();
  let first = true;
  const lines = linesOf(bytes);
  // A file of queries holds no judgement.
  if (lines[0]?.trimStart().startsWith("{")) return { rows, rejected, unsure: true };
  lines.forEach((line, i) => {
    const text = line.replace(/[ \t\r\v\f]+$/, "");
    if (text === "") return;
    const fields = text.split("\t");
    const grade = fields.length === 3 ? numberOf(fields[2]!.replace(/^[ \r\v\f]+/, "")) : undefined;
    const header =
      first &&
      grade === undefined &&
      /^"?(query|q|topic)[-_ ]?(id)?"?\t.*\t"?(score|rel|relevance|grade|label)"?$/i.test(text);
    first = false;
    if (header) return;
    const [query, doc] = fields.map((field) =>
      /^".+"$/s.test(field) ? field.slice(1, -1).replaceAll('""', '"') : field,
    );
    if (grade === undefined || !isUtf8(text) || query === "" || doc === "") rejected.add(i + 1);
    else rows.push(["grade", i + 1, query, doc, grade, undefined]);
  });
  return { rows, rejected };
};

/** measure query value; runid and relstring hold no number, and nan is no value but no fault of the line either. */
const trecEvalOutput: Reference = (bytes) => {
  const rows: Event[] = [];
  const rejected = new Set<number>();
  linesOf(bytes).forEach((text, i) => {
    const fields = fieldsOf(text);
    if (fields.length === 0) return;
    const [measure, query, word] = fields.map(utf8);
    if (!isUtf8(text)) rejected.add(i + 1);
    else if (fields.length >= 3 && (measure === "runid" || measure!.startsWith("relstring"))) return;
    else if (fields.length !== 3) rejected.add(i + 1);
    else if (numberOf(word!) !== undefined)
      rows.push(["score", i + 1, measure, query === "all" ? undefined : query, numberOf(word!)]);
    else if (!/^[+-]?(nan|inf)/i.test(word!)) rejected.add(i + 1);
  });
  return { rows, rejected };
};

/** By format and kind. */
export const references: Readonly<Record<string, Reference>> = {
  "trec-run run": trecRun,
  "trec-qrels gold": trecQrels,
  "msmarco gold": trecQrels,
  "msmarco run": msmarcoRun,
  "beir gold": beirGold,
  "trec-eval-output scores": trecEvalOutput,
};
