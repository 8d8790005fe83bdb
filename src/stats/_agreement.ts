/** Two raters as a table of counts: what kappa and its weighted kinds are made from. */
import { known, none } from "./_define.ts";
import { statProblem } from "./_problems.ts";
import type { Stat } from "./_types.ts";

export type Label = string | number | boolean;

export interface Ratings {
  /** One label for each item, by two raters. */
  readonly a: readonly Label[];
  readonly b: readonly Label[];
  /** All labels, in order; where absent those that occur, numbers by size, words by alphabet. */
  readonly labels?: readonly Label[];
}

/** `table[i][j]`: items that a calls labels[i] and b calls labels[j]. */
export function tableOf({ a, b, labels = sortedLabels([...a, ...b]) }: Ratings): number[][] {
  if (a.length !== b.length)
    throw statProblem.error("bad-statistic/raters", { counts: [a.length, b.length] });
  const place = new Map(labels.map((label, i) => [label, i]));
  const table = labels.map(() => labels.map(() => 0));
  for (const [i, label] of a.entries()) {
    const [row, column] = [place.get(label), place.get(b[i]!)];
    if (row === undefined || column === undefined)
      throw statProblem.error("bad-statistic/label", {
        found: String(JSON.stringify(row === undefined ? label : b[i])),
        names: labels.map(String),
      });
    table[row]![column]!++;
  }
  return table;
}

const sortedLabels = (labels: readonly Label[]): Label[] =>
  [...new Set(labels)].sort((x, y) =>
    typeof x === "number" && typeof y === "number" ? x - y : String(x) < String(y) ? -1 : 1,
  );

/** 1 − weighted disagreement seen / expected by chance; the weight says how bad it is to take label i for label j. */
export function kappaOf(
  table: readonly (readonly number[])[],
  weight: (i: number, j: number) => number,
): Stat {
  const rows = table.map((row) => row.reduce((sum, n) => sum + n, 0));
  const columns = table.map((_, j) => table.reduce((sum, row) => sum + row[j]!, 0));
  const total = rows.reduce((sum, n) => sum + n, 0);
  if (total === 0) return none("no-data");
  let seen = 0;
  let chance = 0;
  for (let i = 0; i < table.length; i++)
    for (let j = 0; j < table.length; j++) {
      seen += weight(i, j) * table[i]![j]!;
      chance += (weight(i, j) * rows[i]! * columns[j]!) / total;
    }
  // Chance agreement is 1: both raters use a single label.
  return chance === 0 ? none("one-class") : known(1 - seen / chance);
}

export const unweighted = (i: number, j: number): number => (i === j ? 0 : 1);
export const linear = (i: number, j: number): number => Math.abs(i - j);
export const quadratic = (i: number, j: number): number => (i - j) ** 2;
