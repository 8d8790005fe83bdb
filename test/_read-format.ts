/** What a format's reader tells of a file, written down. */
import type { Problem } from "../src/core/problem.ts";
import type { Source } from "../src/files/source.ts";
import { memorySource } from "../src/files/source.ts";
import type { Format, Kind, ReadContext, WriteContext, Writer } from "../src/formats/index.ts";

const decoder = new TextDecoder();
const text = (bytes: Uint8Array, start: number, end: number): string =>
  decoder.decode(bytes.subarray(start, end));

export interface Told {
  /** Every call but Problems, in order: ["grade", "q1", "d1", 2, line]. */
  readonly events: unknown[][];
  readonly problems: Problem[];
}

export async function readFormat(
  format: Format,
  input: string | Uint8Array | Source,
  kind: Kind,
  more: Partial<Pick<ReadContext, "columns" | "texts" | "qrels">> = {},
): Promise<Told> {
  const events: unknown[][] = [];
  const problems: Problem[] = [];
  const source =
    typeof input === "string" || input instanceof Uint8Array ? memorySource("file", input) : input;
  await format.read(
    source,
    {
      rows: (order) => void events.push(["rows", order]),
      hit: (q, qs, qe, d, ds, de, value, line) =>
        void events.push(["hit", text(q, qs, qe), text(d, ds, de), value, line]),
      ranking: (query, hits, line) => void events.push(["ranking", query, hits, line]),
      grade: (q, qs, qe, d, ds, de, grade, line, aspect) =>
        void events.push([
          "grade",
          text(q, qs, qe),
          text(d, ds, de),
          grade,
          line,
          ...(aspect === undefined ? [] : [aspect]),
        ]),
      gold: (query, value, line) => void events.push(["gold", query, value, line]),
      query: (id, words, line) => void events.push(["query", id, words, line]),
      doc: (id, words, line, title) =>
        void events.push(["doc", id, words, line, ...(title === undefined ? [] : [title])]),
      score: (metric, query, value, line) => void events.push(["score", metric, query, value, line]),
      tag: (name) => void events.push(["tag", name]),
    },
    {
      kind,
      texts: more.texts ?? false,
      columns: more.columns ?? {},
      qrels: more.qrels,
      problem: (problem) => void problems.push(problem),
    },
  );
  return { events, problems };
}

/** The problems as "code:line", errors with an exclamation mark. */
export const codesOf = ({ problems }: Told): string[] =>
  problems.map(({ code, level, at }) => `${code}${level === "error" ? "!" : ""}:${at?.line ?? ""}`);

/** What a format writes when `fill` has told its writer everything. */
export async function writeFormat(
  format: Format,
  kind: Kind,
  fill: (writer: Writer) => void | Promise<void>,
): Promise<{ readonly bytes: Uint8Array; readonly text: string; readonly problems: Problem[] }> {
  const parts: Uint8Array[] = [];
  const problems: Problem[] = [];
  const context: WriteContext = {
    kind,
    name: "example",
    write: (part) =>
      void parts.push(typeof part === "string" ? new TextEncoder().encode(part) : part.slice()),
    problem: (problem) => void problems.push(problem),
  };
  const writer = format.write!(context);
  await fill(writer);
  await writer.end();
  const bytes = new Uint8Array(Buffer.concat(parts));
  return { bytes, text: decoder.decode(bytes), problems };
}
