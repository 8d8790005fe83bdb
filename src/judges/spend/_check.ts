import { badLimit, type CallLimits, checkLimits } from "../../calls/limits.ts";
import type { Budget } from "./budget.ts";
import type { Prices } from "./estimate.ts";
import { spendProblem } from "./problems.ts";

/** Before anything is spent: a limit that is not a number would limit nothing. */
export function checkCallOptions(
  limits: Required<CallLimits>,
  budget: Budget,
  prices: Prices | undefined,
): void {
  checkLimits(limits);
  for (const name of ["calls", "tokens", "money"] as const) {
    const most = budget[name];
    if (most !== undefined && !(most >= 0)) throw badLimit(`the budget of ${name}`, most, "0 or more");
  }
  for (const name of ["input", "output"] as const) {
    const price = prices?.[name];
    if (price !== undefined && !(price >= 0 && price < Number.POSITIVE_INFINITY))
      throw badLimit(`the price of ${name}`, price, "dollars for a million tokens");
  }
  if (budget.money !== undefined && prices === undefined)
    throw spendProblem.error("budget-without-prices", {});
}
