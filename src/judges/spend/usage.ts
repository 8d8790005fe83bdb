import type { Prices } from "./estimate.ts";
import { moneyFor } from "./estimate.ts";

/** The known cost of calls. */
export interface CallUsage {
  /** Answered by the model, now. */
  readonly calls: number;
  /** Answered from the store, or by the same call of another case. */
  readonly reused: number;
  /** Tries that ended in an error and were made again. */
  readonly retried: number;
  /** Tries without an answer that may have been billed: time ran out, or the run was cancelled. */
  readonly lost: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Calls whose tokens the server did not tell; they are estimated. */
  readonly estimated: number;
  /** In dollars, where prices are given. */
  readonly money?: number;
}
export interface Usage extends CallUsage {
  readonly byPrompt: Readonly<Record<string, CallUsage>>;
}
/** What a server says it counted. Anything but a finite number from 0 is not a count: a negative one would widen the budget. */
export const toldUsage = (
  input: unknown,
  output: unknown,
): { readonly usage?: { readonly input: number; readonly output: number } } =>
  isCount(input) && isCount(output) ? { usage: { input, output } } : {};

const isCount = (n: unknown): n is number => typeof n === "number" && Number.isFinite(n) && n >= 0;

type UsageCounts = { -readonly [name in Exclude<keyof CallUsage, "money">]: number };
type UsageCount = keyof UsageCounts;

const none = (): UsageCounts => ({
  calls: 0,
  reused: 0,
  retried: 0,
  lost: 0,
  inputTokens: 0,
  outputTokens: 0,
  estimated: 0,
});

export function createUsage(prices: Prices | undefined) {
  const all = none();
  const prompts = new Map<string, UsageCounts>();
  const total = (counts: UsageCounts): CallUsage => ({
    ...counts,
    ...(prices === undefined
      ? {}
      : { money: moneyFor({ input: counts.inputTokens, output: counts.outputTokens }, prices) }),
  });
  return {
    add(prompt: string, counts: Partial<UsageCounts>): void {
      const own = prompts.get(prompt) ?? none();
      prompts.set(prompt, own);
      for (const [name, n] of Object.entries(counts) as [UsageCount, number][]) {
        all[name] += n;
        own[name] += n;
      }
    },
    /** Of a prompt so far: what the next reply will be like. */
    outputOf(prompt: string): number | undefined {
      const own = prompts.get(prompt);
      return own === undefined || own.calls === 0 ? undefined : own.outputTokens / own.calls;
    },
    read: (): Usage => ({
      ...total(all),
      byPrompt: Object.fromEntries([...prompts].map(([name, counts]) => [name, total(counts)])),
    }),
  };
}
