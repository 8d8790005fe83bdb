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
