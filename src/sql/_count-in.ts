/** Numbers that an engine gives. */
import type { HitsNode } from "../core/form.ts";
import type { GoldieError } from "../core/problem.ts";
import type { SqlValue } from "./engine.ts";
import { sqlProblem } from "./problems.ts";

/** @throws GoldieError for anything but a whole number: a count that is not there must not pass for 0. */
export function countIn(value: SqlValue | undefined, what: string, engine: string): number {
  const isWritten = typeof value !== "string" || /^\d+$/.test(value);
  const isNumber = typeof value === "number" || typeof value === "bigint" || typeof value === "string";
  const count = isNumber && isWritten ? Number(value) : Number.NaN;
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw notANumber(value, what, engine);
}

/** The aggregate over hits that a metric is made of; only the least or greatest of no hits may be NULL. */
export function aggregateIn(
  value: SqlValue | undefined,
  { agg }: Pick<HitsNode, "agg">,
  engine: string,
): number | undefined {
  if (value === null && (agg === "min" || agg === "max")) return undefined;
  const isWritten = typeof value !== "string" || value.trim() !== "";
  const isNumber = typeof value === "number" || typeof value === "bigint" || typeof value === "string";
  const number = isNumber && isWritten ? Number(value) : Number.NaN;
  if (!Number.isNaN(number)) return number;
  throw notANumber(value, `${agg} over hits`, engine);
}

const notANumber = (value: SqlValue | undefined, what: string, engine: string): GoldieError =>
  sqlProblem.error(
    "engine-failed/count",
    { engine, what, found: String(value ?? "NULL") },
    { level: "error" },
  );
