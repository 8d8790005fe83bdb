/** Scales of charts. Whatever comes in, what goes out is finite and within the chart. */

/** Where a value lies between two ends, from 0 to 1; values beyond an end lie on it. */
export function share(value: number, low: number, high: number): number {
  const at = (value - low) / (high - low);
  return Number.isFinite(at) ? Math.min(1, Math.max(0, at)) : 0;
}

/** A coordinate in few characters. */
export const short = (x: number): number => (Number.isFinite(x) ? Math.round(x * 100) / 100 : 0);

/** A share as SVG lengths have it, so that a chart may stretch: "12.5%". */
export const percent = (part: number): string =>
  `${Number.isFinite(part) ? Math.round(part * 1e5) / 1e3 : 0}%`;

/** The smallest of … 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5 … that no value exceeds; 1 where all are 0. */
export function scaleEnd(values: Iterable<number>): number {
  let most = 0;
  for (const value of values) if (Number.isFinite(value)) most = Math.max(most, Math.abs(value));
  if (most === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  const end = [1, 2, 5, 10].find((step) => step * power >= most * (1 - 1e-9)) ?? 10;
  return Math.max(0.02, Number((end * power).toPrecision(3)));
}

/**
 * Round ends of an axis for values that need not begin at 0; from 0 to 1 where there are none. Never below 0 for values that
 * are not.
 */
export function scaleBetween(values: readonly (number | null | undefined)[]): [low: number, high: number] {
  const known = values.filter((value) => typeof value === "number" && Number.isFinite(value)) as number[];
  if (known.length === 0) return [0, 1];
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const step = scaleEnd([Math.max(most - least, Math.abs(most) / 100) / 4]);
  const [low, high] = [Math.floor(least / step + 1e-9), Math.ceil(most / step - 1e-9)];
  if (low < high) return [round(low * step), round(high * step)];
  return low > 0
    ? [round((low - 1) * step), round(low * step)]
    : [round(low * step), round((low + 1) * step)];
}
const round = (x: number): number => Number(x.toPrecision(6));

/** The end of an axis: "1", "0.5", "200". */
export const endText = (end: number): string => String(Number(end.toPrecision(6)));

/** Five lines of a grid, from 0 to the end. */
export const quarters = (end: number): number[] => [0, end / 4, end / 2, (3 * end) / 4, end];

/**
 * Ticks that do not touch, in order: the last one, the one that is wanted, then from the first on.
 * @example clearOf([{ at: 0 }, { at: 8 }, { at: 30 }], 12) // those at 0 and 30
 */
export function clearOf<T extends { readonly at: number }>(
  ticks: readonly T[],
  apart: number,
  wanted: (tick: T) => boolean = () => false,
): T[] {
  const kept: T[] = [];
  const inOrder = [...ticks.slice(-1), ...ticks.filter(wanted), ...ticks];
  for (const tick of inOrder) if (kept.every(({ at }) => Math.abs(at - tick.at) >= apart)) kept.push(tick);
  return kept.sort((a, b) => a.at - b.at);
}

/** Places of labels beside their marks, moved apart as little as needed, within low and high. In the order given. */
export function spreadOut(wanted: readonly number[], apart: number, low: number, high: number): number[] {
  const order = wanted.map((at, i) => ({ at, i })).sort((x, y) => x.at - y.at);
  const room = Math.min(apart, (high - low) / Math.max(1, order.length - 1));
  const placed = order.map(({ at }) => at);
  for (let i = 0; i < placed.length; i++)
    placed[i] = Math.max(placed[i]!, i === 0 ? low : placed[i - 1]! + room);
  for (let i = placed.length - 1; i >= 0; i--)
    placed[i] = Math.min(placed[i]!, i === placed.length - 1 ? high : placed[i + 1]! - room);
  const out = new Array<number>(wanted.length).fill(0);
  order.forEach(({ i }, at) => {
    out[i] = short(placed[at]!);
  });
  return out;
}
