/** Readers that are slow and plain, written from what each format is said to be: what a line means, and whether it can be read. */
import { type Event, latin1 } from "./read.ts";

export interface Expected {
  readonly rows: readonly Event[];
  /** Lines that cannot be read: each needs a Problem of level error. */
  readonly rejected: ReadonlySet<number>;
  /** Lines of which this says nothing but that they may not be passed over in silence. */
  readonly unsure?: ReadonlySet<number>;
  /** Rows come without line numbers. */
  readonly anywhere?: true;
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
const isControl = (letter: string): boolean => letter < " " && !/\s/.test(letter);
/** A carriage return before the end of the line: perhaps a line break that was lost. */
const hasBareCr = (line: string): boolean => line.replace(/\r+$/, "").includes("\r");
/** A finite decimal number, or undefined. */
const numberOf = (word: string): number | undefined => {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word) ? Number(word) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
};

/**
 * query Q0 document rank score tag; the rank is not read, what follows the tag is left out.
 * A zero byte makes a line unreadable. Other control characters are part of a field.
 */
const trecRun: Reference = (bytes) => {
  const rows: Event[] = [];
  const rejected = new Set<number>();
  const unsure = new Set<number>();
  let before: string | undefined;
  for (const [i, text] of linesOf(bytes).entries()) {
    const line = i + 1;
    const fields = fieldsOf(text);
    const [query, , doc, , score] = fields;
    const value = numberOf(score ?? "");
    const odd = fields.length > 6 || fields[0]?.startsWith("#") === true;
    if (text.includes("\0") || (odd && hasBareCr(text.replace(/^[ \t\r\v\f]+/, "")))) rejected.add(line);
    else if (fields.length === 0 || query!.startsWith("#")) continue;
    else if (fields.length < 6 || value === undefined || !isUtf8(doc!)) rejected.add(line);
    // Of a query that is no text, the first row is named.
    else if (!isUtf8(query!)) (query === before ? unsure : rejected).add(line);
    else rows.push(["hit", line, query, doc, value]);
    before = query;
  }
  return { rows, rejected, unsure };
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
  const rejected = new Set(lines.filter(({ text }) => text.includes("\0")).map(({ line }) => line));
  for (const { text, line, fields } of lines)
    if (fields[0]?.startsWith("#") && hasBareCr(text)) rejected.add(line);
  for (const { text, line, fields } of data) {
    const grade = numberOf(fields.at(-1)!);
    if (rejected.has(line)) continue;
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
  const unsure = new Set<number>();
  let first = true;
  const lines = linesOf(bytes);
  // A file of queries holds no judgement.
  if (lines[0]?.trimStart().startsWith("{"))
    return { rows, rejected, unsure: new Set(lines.map((_, i) => i + 1)) };
  lines.forEach((line, i) => {
    const text = line.replace(/[ \t\r\v\f]+$/, "");
    if (text === "") return;
    const fields = text.split("\t");
    const grade = fields.length === 3 ? numberOf(fields[2]!.replace(/^[ \r\v\f]+/, "")) : undefined;
    const header =
      first &&
      grade === undefined &&
      /^"?(query|q|topic)[-_ ]?(id)?"?\t.*\t"?(score|rel|relevance|grade|label)"?$/i.test(utf8(text));
    first = false;
    if (header) return;
    const [query, doc] = fields.map((field) =>
      /^".*"$/s.test(field) && field.length > 1 ? field.slice(1, -1).replaceAll('""', '"') : field,
    );
    if ([...text].some(isControl)) unsure.add(i + 1);
    else if (grade === undefined || !isUtf8(text) || query!.trim() === "" || doc!.trim() === "")
      rejected.add(i + 1);
    else rows.push(["grade", i + 1, query, doc, grade, undefined]);
  });
  return { rows, rejected, unsure };
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

/** The JSON of a line, or undefined where it is none. */
function jsonOf(line: string): { readonly value: unknown } | undefined {
  try {
    return {
      value: JSON.parse(
        new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(line, "latin1")),
      ),
    };
  } catch {
    return undefined;
  }
}
type Row = Readonly<Record<string, unknown>>;
/** Without half of a pair of surrogates. */
const isWell = (text: string): boolean => !/[\ud800-\udfff]/u.test(text);
const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isId = (value: unknown): value is string =>
  typeof value === "string" && value.trim() !== "" && isWell(value);
const has = (row: Row, ...keys: string[]): boolean => Object.keys(row).sort().join() === keys.sort().join();
/** Whether JSON that is valid has no key twice in one object: that is another matter. */
function keysOnce(json: string): boolean {
  const open: Set<string>[] = [];
  for (const [, key, bracket] of json.matchAll(/("(?:[^"\\]|\\.)*")\s*(?=:)|"(?:[^"\\]|\\.)*"|([[{}\]])/g)) {
    if (bracket === "{" || bracket === "[") open.push(new Set());
    else if (bracket !== undefined) open.pop();
    else if (key !== undefined) {
      const name = JSON.parse(key) as string;
      if (open.at(-1)!.has(name)) return false;
      open.at(-1)!.add(name);
    }
  }
  return true;
}

/** A JSON object per line. What `known` does not know is left open; what is no JSON, or no object, cannot be read. */
const jsonl =
  (known: (row: Row, line: number) => Event | undefined): Reference =>
  (bytes) => {
    const rows: Event[] = [];
    const rejected = new Set<number>();
    const unsure = new Set<number>();
    const seen = new Set<unknown>();
    linesOf(bytes).forEach((line, i) => {
      const text = line.replace(/[\0-\x20]+$/, "");
      const read = jsonOf(text);
      const event = isRow(read?.value) && keysOnce(text) ? known(read.value, i + 1) : undefined;
      if (text === "") return;
      if (!isRow(read?.value)) rejected.add(i + 1);
      // A query that comes again is for others to judge.
      else if (event === undefined || (event[0] !== "grade" && seen.has(event[2]))) unsure.add(i + 1);
      else rows.push(event);
      seen.add(isRow(read?.value) ? (read.value.id ?? read.value.query) : undefined);
    });
    return { rows, rejected, unsure };
  };

const jsonlRun = jsonl((row, line) => {
  if (!has(row, "id", "hits") || !isId(row.id) || !Array.isArray(row.hits) || row.hits.length === 0)
    return undefined;
  const hits = row.hits.map((hit: unknown) => (isId(hit) ? { id: hit } : hit));
  const plain = hits.every(
    (hit) =>
      isRow(hit) &&
      isId(hit.id) &&
      (has(hit, "id") || (has(hit, "id", "score") && Number.isFinite(hit.score))),
  );
  return plain ? ["ranking", line, row.id, hits] : undefined;
});
const jsonlGold = jsonl((row, line) => {
  if (has(row, "query", "doc", "grade") && isId(row.query) && isId(row.doc) && Number.isFinite(row.grade))
    return [
      "grade",
      line,
      latin1(Buffer.from(row.query)),
      latin1(Buffer.from(row.doc)),
      row.grade,
      undefined,
    ];
  const grades = row.relevant;
  if (has(row, "id", "relevant") && isId(row.id) && isRow(grades) && Object.keys(grades).length > 0)
    return Object.entries(grades).every(([doc, grade]) => isId(doc) && Number.isFinite(grade))
      ? ["gold", line, row.id, { relevant: grades }]
      : undefined;
  const { id, ...facets } = row;
  const { relevant, forbidden, hops } = facets;
  if (!isId(id)) return undefined;
  const listed = has(row, "id", "relevant") || has(row, "id", "relevant", "forbidden");
  const known =
    (listed && isIds(relevant) && (forbidden === undefined || isIds(forbidden))) ||
    (has(row, "id", "hops") && Array.isArray(hops) && hops.length > 0 && hops.every(isIds));
  return known ? ["gold", line, id, facets] : undefined;
});
const isIds = (list: unknown): boolean => Array.isArray(list) && list.length > 0 && list.every(isId);
const jsonlCorpus = jsonl((row, line) => {
  const texts = isId(row.id) && typeof row.text === "string" && isWell(row.text);
  if (!texts) return undefined;
  if (has(row, "id", "text")) return ["doc", line, row.id, row.text, undefined];
  const title = has(row, "id", "title", "text") && isId(row.title);
  return title ? ["doc", line, row.id, row.text, row.title] : undefined;
});

/** query → document → score, as one JSON object. */
const ranxRun: Reference = (bytes) => {
  const text = latin1(bytes);
  const read = jsonOf(text);
  const value = read !== undefined && keysOnce(text) ? read.value : undefined;
  const numbers = (list: unknown): boolean =>
    isRow(list) && Object.entries(list).every(([id, score]) => isId(id) && Number.isFinite(score));
  if (
    !isRow(value) ||
    !Object.entries(value).every(([id, list]) => isId(id) && numbers(list)) ||
    has(value, "id", "hits")
  )
    return { rows: [], rejected: new Set(), unsure: new Set([1]), anywhere: true };
  // Keys that look like numbers come first in an object of JavaScript: order is told by none of these files.
  const rows = Object.entries(value).map(([query, list]): Event => {
    const map = Object.entries(list as Row).sort();
    return ["ranking", 0, query, map.length === 0 ? [] : { map }];
  });
  return { rows, rejected: new Set(), anywhere: true };
};

/** A cell, and whether it stood in quotes. */
interface Cell {
  readonly text: string;
  readonly quoted: boolean;
}
interface CsvRecord {
  readonly line: number;
  /** undefined: a quote was not closed. */
  readonly cells: readonly Cell[] | undefined;
}

/** Records letter by letter. With tabs a quote that is not closed is a letter; with commas the record cannot be read. */
function recordsOf(text: string, separator: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const first = line;
    const cells: Cell[] = [];
    let broken = false;
    for (;;) {
      const quoted =
        /^"((?:[^"]|"")*)" *(?=\r?\n|\r?$)/.exec(text.slice(at)) ??
        new RegExp(`^"((?:[^"]|"")*)" *(?=${separator})`).exec(text.slice(at));
      if (quoted !== null) {
        cells.push({ text: quoted[1]!.replaceAll('""', '"'), quoted: true });
        line += quoted[1]!.split("\n").length - 1;
        at += quoted[0].length;
        if (text[at] === "\r") at++;
      } else {
        if (text[at] === '"' && separator !== "\t") broken = true;
        const from = at;
        while (at < text.length && text[at] !== separator && text[at] !== "\n") at++;
        const cell = text.slice(from, at);
        cells.push({
          text: (text[at] === separator ? cell : cell.replace(/\r$/, "")).replace(/^[ \t]+|[ \t]+$/g, ""),
          quoted: false,
        });
      }
      if (text[at] !== separator) break;
      at++;
    }
    at++;
    line++;
    const blank = cells.length === 1 && !cells[0]!.quoted && cells[0]!.text === "";
    if (broken || !blank) records.push({ line: first, cells: broken ? undefined : cells });
  }
  return records;
}

/** query, document and a number under their names; tables of other columns are left open. */
const table =
  (separator: string, call: "hit" | "grade"): Reference =>
  (bytes) => {
    const text = latin1(bytes);
    const records = recordsOf(text, separator);
    const rows: Event[] = [];
    const rejected = new Set<number>();
    const open = { rows, rejected, unsure: new Set(linesOf(bytes).map((_, i) => i + 1)) };
    const [header, first] = records;
    const names = header?.cells?.map((cell) => cell.text.trim()).join();
    if (names !== (call === "hit" ? "query,doc,score" : "query,doc,grade")) return open;
    // What the first row looks like decides whether cells hold lists.
    if (
      first?.cells === undefined ||
      first.cells.some((cell) => /^[[({]|[|]/.test(cell.text)) ||
      text.includes(";")
    )
      return open;
    for (const { line, cells } of records.slice(1)) {
      const extra = cells?.slice(3).some((cell) => cell.text.trim() !== "") ?? true;
      const [query, doc, number] = cells?.map((cell) => cell.text) ?? [];
      const value = numberOf(number ?? "");
      // A cell of gold may be a list: whether it is, the hits say; and a grade may be a word or have a decimal comma.
      if (call === "grade" && /[,|[({]|^(yes|no|true|false)/i.test(`${doc}${number}`))
        return { rows: [], rejected: new Set(), unsure: open.unsure };
      if (extra || number === undefined || !query || !doc || value === undefined || !isUtf8(query + doc))
        rejected.add(line);
      else
        rows.push(
          call === "hit" ? [call, line, query, doc, value] : [call, line, query, doc, value, undefined],
        );
    }
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
  "jsonl run": jsonlRun,
  "jsonl gold": jsonlGold,
  "jsonl corpus": jsonlCorpus,
  "ranx-json run": ranxRun,
  "csv run": table(",", "hit"),
  "csv gold": table(",", "grade"),
  "tsv run": table("\t", "hit"),
  "tsv gold": table("\t", "grade"),
};
