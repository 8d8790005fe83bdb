/** A judge's budget, from the flags. */
import type { Budget } from "../../../judges/spend/budget.ts";
import type { Prices } from "../../../judges/spend/estimate.ts";
import type { Args } from "../args.ts";
import { wrongUse } from "./problems.ts";

const UNITS = ["calls", "tokens", "money"] as const;

/** --budget calls=100,tokens=1e6 --budget money=2.50 */
export function budgetBy(args: Args): Budget {
  const budget: Partial<Record<(typeof UNITS)[number], number>> = {};
  for (const part of args.all("budget").flatMap((text) => text.split(","))) {
    const [, name, given] = /^\s*(\w+)\s*=(.+)$/.exec(part) ?? [];
    const amount = given?.trim().replace(/^\$/, "");
    const unit = UNITS.find((one) => one === name);
    const most = Number(amount);
    if (unit === undefined || !Number.isFinite(most) || most < 0 || amount!.trim() === "")
      throw wrongUse("not-a-budget", { found: part });
    if (budget[unit] !== undefined) throw wrongUse("budget-twice", { unit });
    budget[unit] = most;
  }
  if (budget.money !== undefined && !args.has("prices")) throw wrongUse("budget-without-prices");
  return budget;
}

/** --prices 0.25,2 */
export function pricesBy(args: Args): Prices | undefined {
  const text = args.text("prices");
  if (text === undefined) return undefined;
  const [input, output, ...more] = text
    .split(",")
    .map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const fine = (price: number | undefined): price is number => Number.isFinite(price) && price! >= 0;
  if (!fine(input) || !fine(output) || more.length > 0) throw wrongUse("not-prices", { found: text });
  return { input, output };
}
