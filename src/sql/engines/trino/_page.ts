/** One answer of the protocol. */
import { fieldsOf } from "../../../calls/http.ts";
import type { SqlValue } from "../../engine.ts";
import { decoderOf, quoteLongNumbers } from "./_values.ts";
import type { TrinoColumn, TrinoPage, TrinoProgress } from "./rows.ts";

/** undefined where the text is not an answer of Trino. */
export interface TrinoAnswer {
  readonly id: string;
  readonly nextUri?: string;
  readonly error?: Readonly<Record<string, unknown>>;
  readonly progress: TrinoProgress;
  readonly columns?: readonly TrinoColumn[];
  readonly text: string;
  readonly data: readonly unknown[];
}

export function parseAnswer(text: string): TrinoAnswer | undefined {
  const body = parsedJson(text);
  const { id, nextUri, error, stats, columns, data } = fieldsOf(body);
  if (typeof id !== "string" || typeof stats !== "object") return undefined;
  // Something else than rows, such as segments to be fetched elsewhere, was not asked for.
  if (data !== undefined && data !== null && !Array.isArray(data)) return undefined;
  return {
    id,
    text,
    progress: progressOf(fieldsOf(stats)),
    data: data ?? [],
    ...(typeof nextUri === "string" ? { nextUri } : {}),
    ...(Array.isArray(columns) ? { columns: columns.map(columnOf) } : {}),
    ...(typeof error === "object" && error !== null ? { error: fieldsOf(error) } : {}),
  };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const columnOf = (column: unknown): TrinoColumn => {
  const { name, type } = fieldsOf(column);
  return { name: String(name), type: String(type) };
};

function progressOf(stats: Readonly<Record<string, unknown>>): TrinoProgress {
  const count = (name: string): number => {
    const value = stats[name];
    return typeof value === "number" ? value : 0;
  };
  const { state, progressPercentage: percent } = stats;
  return {
    state: String(state),
    rows: count("processedRows"),
    bytes: count("processedBytes"),
    completedSplits: count("completedSplits"),
    totalSplits: count("totalSplits"),
    ...(typeof percent === "number" ? { done: Math.min(1, Math.max(0, percent / 100)) } : {}),
  };
}

/** Its rows, decoded. */
export function pageOf({ data, text }: TrinoAnswer, columns: readonly TrinoColumn[]): TrinoPage {
  let exact = true;
  const inexact = (): void => {
    exact = false;
  };
  const decoders = columns.map((column) => decoderOf(column, inexact));
  const decoded = (rows: readonly unknown[]): SqlValue[][] =>
    rows.map((row) => decoders.map((decode, i) => decode((row as readonly unknown[])[i])));
  const rows = decoded(data);
  if (exact) return { columns, rows };
  const again = fieldsOf(JSON.parse(quoteLongNumbers(text)))["data"] as readonly unknown[];
  return { columns, rows: decoded(again) };
}
