/** Reading an export of traces: rows, as spans, as a run. */
import { emptyFile } from "../_problems.ts";
import { caseNames } from "../cases/rows.ts";
import type { Format, Guess } from "../format.ts";
import { startsParquet } from "../parquet/magic.ts";
import { readTraceRows } from "./_rows.ts";
import { RetrievalSteps, type TracedSpan } from "./steps.ts";
import type { TraceRecord } from "./values.ts";

export interface TraceTool {
  /** Keys under which an object has its rows. */
  readonly holders: readonly string[];
  spans(row: TraceRecord, line: number): Iterable<TracedSpan>;
}

export const readTraces =
  ({ holders, spans }: TraceTool): Format["read"] =>
  async (source, sink, context) => {
    const steps = new RetrievalSteps(sink, context);
    const rows = await readTraceRows(source, holders, context.problem, (row, line) => {
      for (const span of spans(row, line)) steps.add(span);
    });
    if (rows === 0) context.problem(emptyFile("span"));
    else steps.end();
  };

/** The column names of a Parquet file are at its end: the head of a small file includes them. */
export function detectTraces(
  head: Uint8Array,
  fits: (has: (name: string) => boolean) => Guess | undefined,
): Guess | undefined {
  if (startsParquet(head)) {
    const words = new TextDecoder("latin1").decode(head);
    return fits((name) => words.includes(name));
  }
  if (head.includes(0)) return undefined;
  const names = caseNames(head);
  return fits((name) => names.has(name.toLowerCase().replace(/[\s._-]/g, "")));
}

/** The first that is a text or a number. */
export function textAt(row: TraceRecord, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = row[name];
    if ((typeof value === "string" && value !== "") || typeof value === "number") return String(value);
  }
  return undefined;
}
