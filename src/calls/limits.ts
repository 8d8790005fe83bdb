import type { GoldieError } from "../core/problem.ts";
import { callsProblem } from "./problems.ts";

/** All in milliseconds. */
export interface CallLimits {
  /** Maximum number of concurrent calls; fewer while the server refuses some. */
  readonly concurrency?: number;
  /** Attempts per call that may fail with a server or network error. Rate-limit refusals do not count. */
  readonly attempts?: number;
  readonly attemptMs?: number;
  /** For one call, including retries and waits. */
  readonly totalMs?: number;
  readonly firstBackoffMs?: number;
  readonly longestBackoffMs?: number;
  /** Grace period for calls in flight when the run is cancelled: they are paid for. */
  readonly graceMs?: number;
}

export const defaultLimits: Required<CallLimits> = {
  concurrency: 8,
  attempts: 6,
  attemptMs: 120_000,
  totalMs: 900_000,
  firstBackoffMs: 500,
  longestBackoffMs: 60_000,
  graceMs: 10_000,
};

/** Checked first: a limit that is not a number would limit nothing. */
export function checkLimits(limits: Required<CallLimits>): void {
  for (const name of ["concurrency", "attempts"] as const) {
    if (!(Number.isInteger(limits[name]) && limits[name] >= 1))
      throw badLimit(name, limits[name], "a whole number from 1");
  }
  for (const name of ["attemptMs", "totalMs", "firstBackoffMs", "longestBackoffMs", "graceMs"] as const) {
    if (!(limits[name] >= 0)) throw badLimit(name, limits[name], "milliseconds, 0 or more");
  }
}

export const badLimit = (option: string, value: unknown, wanted: string): GoldieError =>
  callsProblem.error("bad-option/limit", { option, found: String(value), wanted });
