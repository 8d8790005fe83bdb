/** What a reader told, as data that can be compared: every call of the sink, and every Problem. */

import type { Problem } from "../../src/core/problem.ts";
import { GoldieError } from "../../src/core/problem.ts";
import type { Source } from "../../src/files/source.ts";
import { memorySource } from "../../src/files/source.ts";
import type { Format, Kind, Sink } from "../../src/formats/index.ts";

export type Event = readonly [call: string, ...rest: unknown[]];
export interface Told {
  readonly events: readonly Event[];
  readonly problems: readonly Problem[];
  /** The Problem with which reading ended early. */
  readonly refused?: Problem;
}

/** More calls than this for each byte is reading that does not end. */
const CALLS_PER_BYTE = 4;

/** Bytes as text in which each byte is one letter, so that broken ids stay apart. */
export const latin1 = (bytes: Uint8Array, start = 0, end = bytes.length): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("latin1");

/** Throws what is not a GoldieError: a crash. */
export async function readBytes(
  format: Pick<Format, "read">,
  kind: Kind,
  source: Source,
  size: number,
  texts = true,
): Promise<Told> {
  const events: Event[] = [];
  const problems: Problem[] = [];
  const most = CALLS_PER_BYTE * (size + 64);
  const tell = (...event: Event): void => {
    events.push(event);
    if (events.length + problems.length > most) throw new Error("the reader does not end");
  };
  const part = (bytes: Uint8Array, start: number, end: number): string => {
    if (!(start >= 0 && start <= end && end <= bytes.length))
      throw new Error(`a place outside of the buffer: ${start}-${end} of ${bytes.length}`);
    return latin1(bytes, start, end);
  };
  const sink: Sink = {
    rows: (order) => tell("rows", order),
    hit: (q, qs, qe, d, ds, de, value, line) => tell("hit", line, part(q, qs, qe), part(d, ds, de), value),
    ranking: (query, hits, line) => tell("ranking", line, query, plain(hits)),
    grade: (q, qs, qe, d, ds, de, grade, line, subtopic) =>
      tell("grade", line, part(q, qs, qe), part(d, ds, de), grade, subtopic),
    gold: (query, value, line) => tell("gold", line, query, plain(value)),
    query: (id, text, line) => tell("query", line, id, text),
    doc: (id, text, line, title) => tell("doc", line, id, text, title),
    score: (metric, query, value, line) => tell("score", line, metric, query, value),
    tag: (name) => tell("tag", name),
  };
  const problem = (one: Problem): void => {
    problems.push(one);
    if (events.length + problems.length > most) throw new Error("the reader does not end");
  };
  try {
    await format.read(source, sink, { kind, problem, texts, columns: {} });
  } catch (error) {
    if (!(error instanceof GoldieError)) throw error;
    return { events, problems, refused: error.problem };
  }
  return { events, problems };
}

/** A value that JSON shows whole: Maps, Sets, NaN and undefined too. */
function plain(value: unknown, depth = 0): unknown {
  if (depth > 50) return "…";
  if (typeof value === "number" && !Number.isFinite(value)) return `number ${value}`;
  if (typeof value === "bigint") return `bigint ${value}`;
  if (value === undefined) return "undefined";
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Map) return { map: [...value].map((pair) => plain(pair, depth + 1)) };
  if (value instanceof Set) return { set: [...value].map((one) => plain(one, depth + 1)) };
  if (Array.isArray(value)) return value.map((one) => plain(one, depth + 1));
  if (ArrayBuffer.isView(value)) return [...(value as Float64Array)].map((one) => plain(one));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one, depth + 1)]));
}

/** The same bytes in other pieces; each piece is spoilt when the next one is asked for, as the contract allows. */
export function inPieces(name: string, bytes: Uint8Array, sizes: () => number): Source {
  const whole = memorySource(name, bytes);
  return {
    ...whole,
    async *pieces() {
      for await (const piece of whole.pieces())
        for (let at = 0; at < piece.length; ) {
          const size = Math.max(1, sizes());
          const part = piece.slice(at, at + size);
          at += size;
          yield part;
          part.fill(0xaa);
        }
    },
  };
}
