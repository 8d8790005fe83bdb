/** Several p-values at once. */
import { checkProbability, known, none } from "./_define.ts";
import type { Stat } from "./_types.ts";

export interface PValues {
  readonly p: ArrayLike<number>;
}

/** Adjusted p-values in the order given. `adjust` gets the ascending ones and changes them in place. */
export function adjusted({ p }: PValues, adjust: (ascending: Float64Array) => void): Stat<readonly number[]> {
  if (p.length === 0) return none("no-data");
  const order = Array.from(p, (value, i) => [checkProbability(value), i] as const).sort(
    (x, y) => x[0] - y[0],
  );
  const ascending = Float64Array.from(order, ([value]) => value);
  adjust(ascending);
  const out = new Array<number>(p.length);
  order.forEach(([, i], rank) => {
    out[i] = Math.min(1, ascending[rank]!);
  });
  return known(out);
}
