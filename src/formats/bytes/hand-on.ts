import type { HitBatch, Sink } from "../format.ts";

/** Hits of one query, at once or row after row, as the sink takes them. Their bytes stay until `blockEnd`. */
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
