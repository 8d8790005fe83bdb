import { CallError } from "../../calls/call-error.ts";
import type { ModelRequest } from "../model-types.ts";
import { moneyFor, type Prices } from "./estimate.ts";

/** What a run may spend; reused calls cost nothing. */
export interface Budget {
  readonly calls?: number;
  /** Input and output together. */
  readonly tokens?: number;
  /** Dollars; needs prices. */
  readonly money?: number;
}
interface TokenCounts {
  readonly input: number;
  readonly output: number;
}
export interface Reservation {
  /** What it was in the end; nothing, where it was not billed. */
  settle(tokens?: TokenCounts): void;
}

/** Whose call it is, and what that case will ask next. */
type BudgetedRequest = Pick<ModelRequest, "item" | "next">;
interface Held {
  calls: number;
  readonly each: TokenCounts;
}
export interface SpendingLimit {
  reserve(estimate: () => TokenCounts, about?: BudgetedRequest): Reservation;
  /** One of the calls that were held back for a case is not needed. */
  spare(item: string | undefined): void;
  /** Something is held back for a case that has begun. */
  readonly holds: boolean;
}

/**
 * Asks before each call whether what it may cost is still there, with what its case will ask next: that is held back for it.
 * The first call that does not fit ends the spending but for those: cheaper ones that come later are not let through,
 * so what was judged is a first part and no odd selection.
 */
export function createBudget(budget: Budget, prices: Prices | undefined): SpendingLimit {
  const used = { calls: 0, tokens: 0, money: 0 };
  const kept = { calls: 0, tokens: 0, money: 0 };
  const held = new Map<string, Held>();
  // Estimates take time, and calls need none.
  const counted = budget.tokens !== undefined || budget.money !== undefined;
  let spent: CallError | undefined;
  const add = (to: typeof used, calls: number, tokens: TokenCounts): void => {
    to.calls += calls;
    to.tokens += calls * (tokens.input + tokens.output);
    to.money += calls * (prices === undefined ? 0 : moneyFor(tokens, prices));
  };
  const release = (item: string | undefined, most = Number.POSITIVE_INFINITY): boolean => {
    const mine = item === undefined ? undefined : held.get(item);
    if (mine === undefined) return false;
    const calls = Math.min(most, mine.calls);
    add(kept, -calls, mine.each);
    mine.calls -= calls;
    if (mine.calls === 0) held.delete(item!);
    return true;
  };
  const over = (): { unit: keyof Budget; most: number } | undefined => {
    for (const unit of ["calls", "tokens", "money"] as const) {
      const most = budget[unit];
      // Sums of money are not exact in the last digits.
      if (most !== undefined && used[unit] + kept[unit] > most * (1 + 1e-12)) return { unit, most };
    }
    return undefined;
  };
  return {
    reserve(guess, { item, next } = {}) {
      const known = release(item, next === undefined ? 1 : undefined);
      if (spent !== undefined && !known) throw spent;
      const estimate = counted ? guess() : { input: 0, output: 0 };
      add(used, 1, estimate);
      if (item !== undefined && next !== undefined && next.calls > 0) {
        const more = counted ? next.tokens() / next.calls : 0;
        const each = { input: estimate.input + more, output: estimate.output };
        held.set(item, { calls: next.calls, each });
        add(kept, next.calls, each);
      }
      const full = over();
      if (full !== undefined) {
        const alone = used[full.unit] > full.most * (1 + 1e-12);
        const wanted = say(full.unit, used[full.unit] + kept[full.unit]);
        add(used, -1, estimate);
        release(item);
        const all = say(full.unit, full.most);
        spent ??= new CallError(
          "budget",
          alone
            ? `the budget of ${all} is used up (${say(full.unit, used[full.unit])} so far)`
            : `the budget of ${all} does not reach this case: ${wanted} with what is set aside`,
        );
        throw spent;
      }
      return {
        settle(tokens) {
          add(used, -1, estimate);
          if (tokens !== undefined) add(used, 1, tokens);
          else if (next !== undefined) release(item);
        },
      };
    },
    spare: (item) => void release(item, 1),
    get holds() {
      return held.size > 0;
    },
  };
}

function say(unit: keyof Budget, n: number): string {
  if (unit === "money") return `$${n.toFixed(n < 0.01 ? 6 : 2)}`;
  return `${Math.round(n)} ${Math.round(n) === 1 ? unit.slice(0, -1) : unit}`;
}
