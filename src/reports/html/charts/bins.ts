/** Scores in six bins: 0, four quarters of the scale, and its end. */
import { endText } from "./scale.ts";

export interface Bin {
  readonly label: string;
  readonly count: number;
}

export function binsOf(scores: readonly (number | null)[], end: number): Bin[] {
  const counts = [0, 0, 0, 0, 0, 0];
  for (const score of scores) {
    if (score === null) continue;
    const bin = score <= 0 ? 0 : score >= end ? 5 : 1 + Math.min(3, Math.floor((4 * score) / end));
    counts[bin] = counts[bin]! + 1;
  }
  const at = (quarter: number): string => endText((quarter * end) / 4);
  const labels = ["0", `<${at(1)}`, `<${at(2)}`, `<${at(3)}`, `<${at(4)}`, at(4)];
  return counts.map((count, i) => ({ label: labels[i]!, count }));
}
