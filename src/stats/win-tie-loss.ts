import { defineStatistic, known, none } from "./_define.ts";
import { countSigns, differencesOf, type PairedValues } from "./_pairs.ts";
import type { Stat } from "./_types.ts";

export interface WinTieLoss {
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

/**
 * Queries on which a is better, the same, worse.
 * @example winTieLoss.compute({ a: [1, 0.5, 0], b: [0, 0.5, 0] }).value // { wins: 1, ties: 2, losses: 0 }
 */
export const winTieLoss = defineStatistic({
  id: "win-tie-loss",
  title: "Wins, ties and losses",
  definition:
    "Number of queries on which the first system scores higher, the same, and lower than the second.",
  formula: "count of a > b, a = b, a < b",
  cite: "ranx, compare(): win_tie_loss",
  compute(pairs: PairedValues): Stat<WinTieLoss> {
    const differences = differencesOf(pairs);
    return differences.length === 0 ? none("no-data") : known(countSigns(differences));
  },
});
