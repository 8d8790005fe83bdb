/** Where a falling function is 0: Newton's steps, halving wherever one leaves the bracket. */
export function solveFalling(
  at: (u: number) => { readonly value: number; readonly slope: number },
  low: number,
  high: number,
): number {
  let [from, to] = [low, high];
  let u = (low + high) / 2;
  for (let i = 0; i < 200; i++) {
    const { value, slope } = at(u);
    if (value === 0) return u;
    if (value > 0) from = u;
    else to = u;
    const step = u - value / slope;
    const next = step > from && step < to ? step : (from + to) / 2;
    if (Math.abs(next - u) <= 2 ** -53 * Math.abs(u)) return next;
    u = next;
  }
  return u;
}

/** Where a rising function of which no slope is known is 0: the secant, bent towards the end that stays (Anderson and Björck). */
export function solveRising(at: (u: number) => number, low: number, high: number): number {
  let [from, to] = [low, high];
  let [below, above] = [at(from), at(to)];
  for (let i = 0; i < 200; i++) {
    const step = to - (above * (to - from)) / (above - below);
    const u = step > Math.min(from, to) && step < Math.max(from, to) ? step : (from + to) / 2;
    if (Math.abs(u - to) <= 2 ** -51 * Math.abs(u)) return u;
    const value = at(u);
    if (value === 0) return u;
    if (value > 0 !== above > 0) [from, below] = [to, above];
    else {
      const kept = 1 - value / above;
      below *= kept > 0 ? kept : 0.5;
    }
    [to, above] = [u, value];
  }
  return to;
}

/** The least whole number, from `first` on, that is enough; looked for near `about` first. */
export function leastCount(about: number, first: number, enough: (n: number) => boolean): number {
  let low = Math.max(first - 1, Math.floor(0.85 * about) - 1);
  let high = Math.max(first, Math.ceil(about) + 3);
  if (low >= first && enough(low)) [low, high] = [first - 1, low];
  while (!enough(high)) [low, high] = [high, high * 2];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}
