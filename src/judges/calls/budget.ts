import { CallError } from "../_model-types.ts";
import { moneyFor, type Prices } from "./estimate.ts";

/** What a run may spend; reused calls cost nothing. */
export interface Budget {
  readonly calls?: number;
  /** Input and output together. */
  readonly tokens?: number;
  /** Dollars; needs prices. */
  readonly money?: number;
}
export interface Tokens {
  readonly input: number;
  readonly output: number;
}
export interface Reservation {
  /** What it was in the end; nothing, where it was not billed. */
  settle(tokens?: Tokens): void;
}

/**
 * Asks before each call whether what it may cost is still there. The first call that does not fit ends the spending:
 * cheaper ones that come later are not let through, so what was judged is a first part and no odd selection.
 */
export function createBudget(
  budget: Budget,
  prices: Prices | undefined,
): { reserve(estimate: () => Tokens): Reservation } {
  const used = { calls: 0, tokens: 0, money: 0 };
  // Estimates take time, and calls need none.
  const counted = budget.tokens !== undefined || budget.money !== undefined;
  let spent: CallError | undefined;
  const add = (sign: 1 | -1, tokens: Tokens): void => {
    used.calls += sign;
    used.tokens += sign * (tokens.input + tokens.output);
    used.money += sign * (prices === undefined ? 0 : moneyFor(tokens, prices));
  };
  return {
    reserve(guess) {
      if (spent !== undefined) throw spent;
      const estimate = counted ? guess() : { input: 0, output: 0 };
      add(1, estimate);
      for (const unit of ["calls", "tokens", "money"] as const) {
        const most = budget[unit];
        // Sums of money are not exact in the last digits.
        if (most === undefined || used[unit] <= most * (1 + 1e-12)) continue;
        add(-1, estimate);
        spent = new CallError(
          "budget",
          `the budget of ${say(unit, most)} is used up (${say(unit, used[unit])} so far)`,
        );
        throw spent;
      }
      return {
        settle(tokens) {
          add(-1, estimate);
          if (tokens !== undefined) add(1, tokens);
        },
      };
    },
  };
}

function say(unit: keyof Budget, n: number): string {
  if (unit === "money") return `$${n.toFixed(n < 0.01 ? 6 : 2)}`;
  return `${Math.round(n)} ${Math.round(n) === 1 ? unit.slice(0, -1) : unit}`;
}
