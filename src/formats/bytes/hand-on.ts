import type { HitBatch, Sink } from "../format.ts";

/** Passes the hits of one query to the sink, in a batch or row by row. Their bytes stay valid until `blockEnd`. */
export function handOn(
  sink: Sink,
  b: Uint8Array,
  queryStart: number,
  queryEnd: number,
  batch: HitBatch,
): void {
  if (sink.hits !== undefined) {
    sink.hits(b, queryStart, queryEnd, batch);
    return;
  }
  const { count, starts, ends, values, lines } = batch;
  for (let i = 0; i < count; i++)
    sink.hit?.(b, queryStart, queryEnd, b, starts[i]!, ends[i]!, values[i]!, lines[i]!);
}
