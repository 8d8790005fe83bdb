/** Each metric over time, made from the list of runs. Pure: the client calls it. */
import type { BaselineView, NamedMean, RetrieverView, RunsView, StoredRunView } from "./data.ts";

export interface TrendView {
  readonly metric: string;
  readonly direction: "higher" | "lower";
  readonly range?: readonly [low: number, high: number];
  /** A line for each retriever, those of the newest run first. */
  readonly series: readonly TrendSeries[];
  /** Absent where no point was scored on the same gold by the same rules. */
  readonly baseline?: { readonly name: string; readonly mean: NamedMean };
}

interface TrendSeries {
  readonly retriever: string;
  /** Oldest first. */
  readonly points: readonly TrendPoint[];
}

export interface TrendPoint {
  /** The id of the run. */
  readonly run: string;
  readonly ref: string;
  /** ISO 8601. */
  readonly created: string;
  readonly commit?: string;
  readonly note?: string;
  /** Without a mean it says why. */
  readonly mean: NamedMean;
  /** Why no line leads here from the point before. gold: it was edited; queries: others were asked; rules: other rules; mean: one of the two has none. */
  readonly break?: "gold" | "queries" | "rules" | "mean";
  /** Comparable with the baseline. */
  readonly likeBaseline?: true;
}

/** A mean with where it comes from. */
interface TrendPlace {
  readonly run: StoredRunView;
  readonly retriever: RetrieverView;
  readonly mean: NamedMean;
}

/** The metrics in the order in which runs have them, newest run first. */
export function trendsOf({ runs, baseline }: RunsView): readonly TrendView[] {
  const byMetric = new Map<string, Map<string, TrendPlace[]>>();
  for (const run of runs)
    for (const retriever of run.retrievers) {
      if (run.created === undefined) continue;
      for (const mean of retriever.means) {
        const byName = byMetric.get(mean.metric) ?? new Map<string, TrendPlace[]>();
        byMetric.set(mean.metric, byName);
        const places = byName.get(retriever.name) ?? [];
        byName.set(retriever.name, places);
        places.push({ run, retriever, mean });
      }
    }
  return [...byMetric].map(([metric, byName]) => trendOf(metric, byName, baseline));
}

function trendOf(
  metric: string,
  byName: ReadonlyMap<string, readonly TrendPlace[]>,
  baseline: BaselineView | undefined,
): TrendView {
  const blessed = baseline?.means.find((mean) => mean.metric === metric && mean.mean !== null);
  const isLike = ({ retriever, mean }: TrendPlace): boolean =>
    blessed !== undefined && retriever.gold === baseline!.gold && mean.rules === blessed.rules;
  const series = [...byName].map(([retriever, places]) => {
    const oldestFirst = places.toReversed();
    return {
      retriever,
      points: oldestFirst.map((place, i) => pointOf(place, oldestFirst[i - 1], isLike(place))),
    };
  });
  const { direction, range } = byName.values().next().value![0]!.mean;
  return {
    metric,
    direction,
    ...(range === undefined ? {} : { range }),
    series,
    ...(blessed !== undefined && series.some(({ points }) => points.some((point) => point.likeBaseline))
      ? { baseline: { name: baseline!.name, mean: blessed } }
      : {}),
  };
}

function pointOf(place: TrendPlace, before: TrendPlace | undefined, like: boolean): TrendPoint {
  const { run, retriever, mean } = place;
  const cut = before === undefined ? undefined : breakBetween(before, place);
  return {
    run: run.id,
    ref: retriever.ref,
    created: run.created!,
    ...(run.commit === undefined ? {} : { commit: run.commit }),
    ...(run.note === undefined ? {} : { note: run.note }),
    mean,
    ...(cut === undefined ? {} : { break: cut }),
    ...(like ? { likeBaseline: true as const } : {}),
  };
}

function breakBetween(before: TrendPlace, after: TrendPlace): TrendPoint["break"] {
  if (before.retriever.gold !== after.retriever.gold)
    return before.run.gold?.hash === after.run.gold?.hash ? "queries" : "gold";
  if (before.mean.rules !== after.mean.rules) return "rules";
  return before.mean.mean === null || after.mean.mean === null ? "mean" : undefined;
}
