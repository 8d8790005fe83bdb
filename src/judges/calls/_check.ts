import { GoldieError } from "../../core/problem.ts";
import type { Budget } from "./budget.ts";
import type { Prices } from "./estimate.ts";
import type { CallLimits } from "./retry.ts";

/** Before anything is spent: a limit that is not a number would limit nothing. */
export function checkCallOptions(
  limits: Required<CallLimits>,
  budget: Budget,
  prices: Prices | undefined,
): void {
  for (const name of ["concurrency", "attempts"] as const) {
    if (!(Number.isInteger(limits[name]) && limits[name] >= 1))
      throw bad(name, limits[name], "a whole number from 1");
  }
  for (const name of ["attemptMs", "totalMs", "firstBackoffMs", "longestBackoffMs", "graceMs"] as const) {
    if (!(limits[name] >= 0)) throw bad(name, limits[name], "milliseconds, 0 or more");
  }
  for (const name of ["calls", "tokens", "money"] as const) {
    const most = budget[name];
    if (most !== undefined && !(most >= 0)) throw bad(`the budget of ${name}`, most, "0 or more");
  }
  for (const name of ["input", "output"] as const) {
    const price = prices?.[name];
    if (price !== undefined && !(price >= 0 && price < Number.POSITIVE_INFINITY))
      throw bad(`the price of ${name}`, price, "dollars for a million tokens");
  }
  if (budget.money !== undefined && prices === undefined)
    throw new GoldieError({
      code: "budget-without-prices",
      what: "there is a budget of money, and no price is known",
      why: "prices change, so none are built in, and without them the budget would never be used up",
      fix: "give prices (dollars for a million input and output tokens), or a budget in calls or tokens",
    });
}

const bad = (name: string, value: unknown, must: string): GoldieError =>
  new GoldieError({
    code: "bad-option",
    what: `${name} is ${String(value)}; it must be ${must}`,
    fix: `give it as ${must}, or leave it out`,
  });
