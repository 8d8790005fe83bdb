import { checkFinite, defineStatistic, known, none } from "./_define.ts";
import { normalTail } from "./_normal.ts";
import { statProblem } from "./_problems.ts";
import type { Stat } from "./_types.ts";

export interface KendallInput {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** Default: "exact" where nothing ties and there are at most 33 items (or at most one swap), otherwise "normal". */
  readonly method?: "exact" | "normal";
}
export interface KendallValue {
  /** tau-b: ties count for neither side. */
  readonly tau: number;
  /** That it is not 0. */
  readonly p: number;
  /** Pairs in the same order, and in opposite orders. */
  readonly concordant: number;
  readonly discordant: number;
}

/**
 * Kendall's rank correlation, such as of the order of systems under two metrics.
 * @example kendall.compute({ x: [1, 2, 3, 4], y: [1, 3, 2, 4] }).value // tau 0.666…, p 0.333…
 */
export const kendall = defineStatistic({
  id: "kendall",
  title: "Kendall's tau",
  definition:
    "How far two lists of values put the same items in the same order: 1 the same, −1 the reverse, 0 unrelated. p as SciPy computes it.",
  formula: "(concordant − discordant) / √((pairs − ties in x) (pairs − ties in y))",
  cite: "Kendall, The treatment of ties in ranking problems, 1945; Knight 1966",
  compute({ x, y, method }: KendallInput): Stat<KendallValue> {
    checkFinite(x);
    checkFinite(y);
    if (x.length !== y.length)
      throw statProblem.error("bad-statistic/pairs", { counts: [x.length, y.length] });
    const n = x.length;
    if (n === 0) return none("no-data");
    if (n === 1) return none("too-few");
    const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => x[i]! - x[j]! || y[i]! - y[j]!);
    const inX = tiesOf(n, (i) => x[order[i]!]! === x[order[i - 1]!]!);
    const inBoth = tiesOf(
      n,
      (i) => x[order[i]!]! === x[order[i - 1]!]! && y[order[i]!]! === y[order[i - 1]!]!,
    );
    const ordered = Float64Array.from(order, (i) => y[i]!);
    const discordant = countInversions(ordered);
    const inY = tiesOf(n, (i) => ordered[i] === ordered[i - 1]);
    const pairs = (n * (n - 1)) / 2;
    const concordant = pairs - inX.pairs - inY.pairs + inBoth.pairs - discordant;
    if (inX.pairs === pairs || inY.pairs === pairs) return none("all-ties");
    const score = concordant - discordant;
    const tau = score / Math.sqrt(pairs - inX.pairs) / Math.sqrt(pairs - inY.pairs);
    const untied = inX.pairs + inY.pairs === 0;
    const fewSwaps = n <= 33 || Math.min(discordant, pairs - discordant) <= 1;
    const exact = method === undefined ? untied && fewSwaps : method === "exact";
    if (exact && !untied) throw statProblem.error("bad-statistic/ties", {});
    const p = exact ? exactP(n, Math.min(discordant, pairs - discordant)) : normalP(n, score, inX, inY);
    return known({ tau: Math.max(-1, Math.min(1, tau)), p, concordant, discordant });
  },
});

interface TieSums {
  readonly pairs: number;
  readonly triples: number;
  readonly weighted: number;
}

/** Over groups of neighbours that are the same. */
function tiesOf(n: number, sameAsBefore: (i: number) => boolean): TieSums {
  let [pairs, triples, weighted] = [0, 0, 0];
  for (let i = 1, size = 1; i <= n; i++) {
    if (i < n && sameAsBefore(i)) {
      size++;
      continue;
    }
    pairs += (size * (size - 1)) / 2;
    triples += size * (size - 1) * (size - 2);
    weighted += size * (size - 1) * (2 * size + 5);
    size = 1;
  }
  return { pairs, triples, weighted };
}

/** Pairs in falling order; sorts the values by merging. */
function countInversions(values: Float64Array): number {
  let [from, to]: [Float64Array, Float64Array] = [values, new Float64Array(values.length)];
  let count = 0;
  for (let width = 1; width < values.length; width *= 2) {
    for (let start = 0; start < values.length; start += 2 * width) {
      const middle = Math.min(start + width, values.length);
      const end = Math.min(start + 2 * width, values.length);
      for (let i = start, j = middle, at = start; at < end; at++) {
        if (j >= end || (i < middle && from[i]! <= from[j]!)) to[at] = from[i++]!;
        else {
          count += middle - i;
          to[at] = from[j++]!;
        }
      }
    }
    [from, to] = [to, from];
  }
  values.set(from);
  return count;
}

/** Twice the share of all orders with at most so many swaps. */
function exactP(n: number, swaps: number): number {
  let shares = new Float64Array(swaps + 1);
  shares[0] = 1;
  for (let size = 2; size <= n; size++) {
    const next = new Float64Array(swaps + 1);
    let window = 0;
    for (let k = 0; k <= swaps; k++) {
      window += shares[k]! - (k >= size ? shares[k - size]! : 0);
      next[k] = window / size;
    }
    shares = next;
  }
  return Math.min(1, 2 * shares.reduce((sum, share) => sum + share, 0));
}

function normalP(n: number, score: number, inX: TieSums, inY: TieSums): number {
  const twice = n * (n - 1);
  const triples = inX.triples * inY.triples;
  const variance =
    (twice * (2 * n + 5) - inX.weighted - inY.weighted) / 18 +
    (2 * inX.pairs * inY.pairs) / twice +
    (triples === 0 ? 0 : triples / (9 * twice * (n - 2)));
  return Math.min(1, 2 * normalTail(Math.abs(score) / Math.sqrt(variance)));
}
