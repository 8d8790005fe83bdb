import { betaQuantile, incompleteBeta } from "./_beta.ts";
import { checkConfidence, checkCount, defineStatistic, known, none } from "./_define.ts";
import { countSigns, differencesOf, type PairedValues } from "./_pairs.ts";
import type { Interval, Stat } from "./_types.ts";

export type SignInput = (
  | PairedValues
  | { readonly wins: number; readonly losses: number; readonly ties?: number }
) & {
  readonly confidence?: number;
  /** What to do with ties: drop them (default), or give half to each side (an odd one is dropped). */
  readonly zeros?: "drop" | "split";
};
export interface SignValue extends Interval {
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  /** Pairs that the test counted. */
  readonly n: number;
  /** Wins among them; low and high are its interval (Clopper and Pearson). */
  readonly share: number;
  /** That wins and losses are not equally likely, that wins are likelier, that losses are. */
  readonly p: number;
  readonly above: number;
  readonly below: number;
}

/**
 * Exact sign test.
 * @example sign.compute({ wins: 8, losses: 2 }).value // share 0.8, p 0.109375
 */
export const sign = defineStatistic({
  id: "sign",
  title: "Sign test",
  definition:
    "How likely so uneven a count of wins and losses is if both are equally likely. Ignores how large the differences are: the exact test where values are yes or no, a weak one elsewhere.",
  formula: "p = 2 × P(X ≤ min(wins, losses)), X binomial with n = wins + losses and ½, at most 1",
  cite: "Dixon and Mood, The statistical sign test, 1946; Clopper and Pearson 1934; split ties: Demšar 2006",
  compute({ confidence = 0.95, zeros = "drop", ...given }: SignInput): Stat<SignValue> {
    checkConfidence(confidence);
    const { wins, ties, losses } =
      "wins" in given
        ? {
            wins: checkCount(given.wins),
            ties: checkCount(given.ties ?? 0),
            losses: checkCount(given.losses),
          }
        : countSigns(differencesOf(given as PairedValues));
    if (wins + ties + losses === 0) return none("no-data");
    if (wins + losses === 0) return none("all-ties");
    const half = zeros === "split" ? Math.floor(ties / 2) : 0;
    const [up, down] = [wins + half, losses + half];
    const n = up + down;
    const [above, below] = [atMostHalf(down, n), atMostHalf(up, n)];
    const tail = (1 - confidence) / 2;
    return known({
      wins,
      ties,
      losses,
      n,
      share: up / n,
      p: Math.min(1, 2 * Math.min(above, below)),
      above,
      below,
      low: up === 0 ? 0 : betaQuantile(tail, up, down + 1),
      high: down === 0 ? 1 : 1 - betaQuantile(tail, down, up + 1),
    });
  },
});

/** P(X ≤ k) of n fair coins. */
const atMostHalf = (k: number, n: number): number => (k >= n ? 1 : incompleteBeta(n - k, k + 1, 0.5, 0.5));
