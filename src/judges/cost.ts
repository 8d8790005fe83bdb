import type { Cost } from "../core/judgement-record.ts";

export const noCost: Cost = { calls: 0 };

/** Absent stays absent: no price known is not a price of 0. */
export function addCost(a: Cost, b: Cost | undefined): Cost {
  if (b === undefined) return a;
  const sum = (
    key: "pairs" | "reused" | "shared" | "inputTokens" | "outputTokens" | "money",
  ): Partial<Cost> =>
    a[key] === undefined && b[key] === undefined ? {} : { [key]: (a[key] ?? 0) + (b[key] ?? 0) };
  return {
    calls: a.calls + b.calls,
    ...sum("pairs"),
    ...sum("reused"),
    ...sum("shared"),
    ...sum("inputTokens"),
    ...sum("outputTokens"),
    ...sum("money"),
  };
}
