/** How well scores part two groups. */

export interface Groups {
  readonly yes: readonly number[];
  readonly no: readonly number[];
}

/** The chance that one of the first group scores above one of the second; half for a tie. */
export function auc({ yes, no }: Groups): number {
  const all = [...yes.map((score) => ({ score, yes: true })), ...no.map((score) => ({ score, yes: false }))];
  all.sort((a, b) => a.score - b.score);
  let ranks = 0;
  for (let from = 0; from < all.length; ) {
    let to = from;
    while (to < all.length && all[to]!.score === all[from]!.score) to++;
    for (let i = from; i < to; i++) if (all[i]!.yes) ranks += (from + 1 + to) / 2;
    from = to;
  }
  return (ranks - (yes.length * (yes.length + 1)) / 2) / (yes.length * no.length);
}

/** Mean of the shares that fall on the right side of a threshold. */
export const balancedAccuracy = ({ yes, no }: Groups, threshold: number): number =>
  (yes.filter((score) => score >= threshold).length / yes.length +
    no.filter((score) => score < threshold).length / no.length) /
  2;

/** Of thresholds a hundredth apart the one with the best value; of equally good ones the middle. */
export function bestThreshold(value: (threshold: number) => number): { threshold: number; value: number } {
  const tried = Array.from({ length: 101 }, (_, i) => ({ threshold: i / 100, value: value(i / 100) }));
  const best = Math.max(...tried.map((one) => one.value));
  const equal = tried.filter((one) => one.value > best - 1e-12);
  return equal[Math.floor((equal.length - 1) / 2)]!;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, v) => sum + v, 0) / values.length;
