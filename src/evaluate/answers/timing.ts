/** How long answers took. */
import type { Answer } from "../../core/answer.ts";
import { sumPlain } from "../../core/numbers.ts";
import { quantileOf } from "../../stats/index.ts";

/**
 * In milliseconds, of the attempts that succeeded: from sending the query to its answer, without waiting for a turn.
 * Percentiles lie between the two nearest values in proportion, as NumPy's default has them.
 */
export interface AnswerTiming {
  readonly n: number;
  readonly mean: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Answers per second, counting only the time in which a query was under way. Absent for stored answers. */
  readonly throughput?: number;
}

/** Of the answers that were timed; undefined where there is none. `busyMs`: how long at least one query was under way. */
export function timingOf(
  answers: Iterable<Answer>,
  busy?: { readonly ms: number; readonly answers: number },
): AnswerTiming | undefined {
  const values: number[] = [];
  for (const answer of answers)
    if (answer.status === "answered" && answer.ms !== undefined) values.push(answer.ms);
  if (values.length === 0) return undefined;
  const sorted = Float64Array.from(values).sort();
  return {
    n: sorted.length,
    mean: sumPlain(sorted) / sorted.length,
    p50: quantileOf(sorted, 0.5),
    p95: quantileOf(sorted, 0.95),
    p99: quantileOf(sorted, 0.99),
    ...(busy === undefined || busy.ms <= 0 || busy.answers === 0
      ? {}
      : { throughput: (1000 * busy.answers) / busy.ms }),
  };
}
