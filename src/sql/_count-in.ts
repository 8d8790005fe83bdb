/** Counts that an engine gives. */
import type { SqlValue } from "./engine.ts";
import { sqlProblem } from "./problems.ts";

/** @throws GoldieError for anything but a whole number: a count that is not there must not pass for 0. */
export function countIn(value: SqlValue | undefined, what: string, engine: string): number {
  const isWritten = typeof value !== "string" || /^\d+$/.test(value);
  const isNumber = typeof value === "number" || typeof value === "bigint" || typeof value === "string";
  const count = isNumber && isWritten ? Number(value) : Number.NaN;
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw sqlProblem.error(
    "engine-failed/count",
    { engine, what, found: value === null || value === undefined ? "NULL" : String(value) },
    { level: "error" },
  );
}
