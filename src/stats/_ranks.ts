/** Places in order of size; ties share the mean of theirs. */
export interface Ranks {
  readonly ranks: Float64Array;
  /** How many share a place, for each place. */
  readonly groups: readonly number[];
}

/** `slack`: values that far above the least of a group still belong to it. */
export function rankAscending(values: ArrayLike<number>, slack = 0): Ranks {
  const order = Array.from({ length: values.length }, (_, i) => i).sort((x, y) => values[x]! - values[y]!);
  const ranks = new Float64Array(values.length);
  const groups: number[] = [];
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && values[order[to]!]! - values[order[from]!]! <= slack) to++;
    for (let i = from; i < to; i++) ranks[order[i]!] = (from + 1 + to) / 2;
    groups.push(to - from);
  }
  return { ranks, groups };
}
