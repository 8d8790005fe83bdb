/** Quality against latency and cost: which settings no other beats. */

export interface FrontierPoint {
  readonly name: string;
  /** More is better. */
  readonly quality: number;
  /** Less is better. Each counts where all points have it. */
  readonly latency?: number;
  readonly cost?: number;
}
export interface FrontierPlace extends FrontierPoint {
  /** A setting that is at least as good in everything, and better in something. Absent on the frontier. */
  readonly beatenBy?: string;
}

/** Every point, in the order given. Equal points do not beat each other. */
export function frontierOf(points: readonly FrontierPoint[]): FrontierPlace[] {
  const axes: ((point: FrontierPoint) => number)[] = [({ quality }) => quality];
  if (points.every(({ latency }) => latency !== undefined)) axes.push(({ latency }) => -latency!);
  if (points.every(({ cost }) => cost !== undefined)) axes.push(({ cost }) => -cost!);
  const beats = (a: FrontierPoint, b: FrontierPoint): boolean =>
    axes.every((axis) => axis(a) >= axis(b)) && axes.some((axis) => axis(a) > axis(b));
  return points.map((point) => {
    const better = points.filter((other) => beats(other, point));
    // The one to take instead: no other beats it.
    const best = better.find((one) => !better.some((other) => beats(other, one)));
    return best === undefined ? point : { ...point, beatenBy: best.name };
  });
}
