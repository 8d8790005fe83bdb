import type { Random } from "../../core/random.ts";
import type { CallTrouble } from "../model-types.ts";

/** All in milliseconds. */
export interface CallLimits {
  /** Calls at once, at most; fewer while the server says that it is too much. */
  readonly concurrency?: number;
  /** Tries of one call that ended in an error of the server or the network. Refusals for too many calls are not counted. */
  readonly attempts?: number;
  readonly attemptMs?: number;
  /** Of one call with all its tries and waits. */
  readonly totalMs?: number;
  readonly firstBackoffMs?: number;
  readonly longestBackoffMs?: number;
  /** How long calls that were sent may go on after the run was cancelled: they are paid for. */
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

const passing: ReadonlySet<CallTrouble> = new Set(["rate", "server", "network", "timeout"]);
export const mayPass = (trouble: CallTrouble): boolean => passing.has(trouble);

/** Doubles with each try, and half of it is chance, so that many calls do not come back at once. */
export function backoff(
  failures: number,
  limits: Required<CallLimits>,
  random: Random,
  retryAfterMs?: number,
): number {
  const full = Math.min(limits.longestBackoffMs, limits.firstBackoffMs * 2 ** Math.min(failures - 1, 30));
  const own = full * (0.5 + random() / 2);
  // What the server asks for is the least; a little chance on top. "Retry-After: 0" of a busy server would be asked again without end.
  return retryAfterMs === undefined || retryAfterMs < limits.firstBackoffMs
    ? Math.max(own, retryAfterMs ?? 0)
    : retryAfterMs + random() * limits.firstBackoffMs;
}
