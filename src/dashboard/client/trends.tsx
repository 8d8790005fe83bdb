/** Each metric over the stored runs. */
import { useState } from "preact/hooks";
import { Trend, trendPointText } from "../../reports/html/charts/trend.tsx";
import type { RunsView } from "../data.ts";
import { type TrendPoint, type TrendView, trendsOf } from "../trends.ts";
import { axisTexts, timeText } from "./times.ts";

/** Charts that are shown at first. */
const MOST = 4;
/** Points of a chart: the newest. */
const POINTS = 60;

interface TrendsProps {
  readonly runs: RunsView;
  /** The retriever that was chosen; undefined: the first. */
  readonly retriever: string | undefined;
  onRetriever(name: string): void;
  onRun(ref: string): void;
}

export function Trends({ runs, retriever: chosen, onRetriever, onRun }: TrendsProps) {
  const trends = trendsOf(runs);
  const retrievers = [...new Set(trends.flatMap(({ series }) => series.map(({ retriever }) => retriever)))];
  const [all, setAll] = useState(false);
  const retriever = chosen !== undefined && retrievers.includes(chosen) ? chosen : retrievers[0];
  const shown = trends.flatMap((trend) => {
    const points = trend.series.find((one) => one.retriever === retriever)?.points ?? [];
    return points.length < 2 ? [] : [{ trend, points: points.slice(-POINTS), left: points.length - POINTS }];
  });
  if (retriever === undefined || (shown.length === 0 && retrievers.length < 2)) return null;
  const hasGaps = shown.some(({ points }) =>
    points.some(({ break: cut }) => cut !== undefined && BREAKS[cut] !== undefined),
  );
  const left = Math.max(0, ...shown.map((one) => one.left));
  return (
    <section aria-labelledby="trends">
      <div class="section-head">
        <h2 id="trends">Trends</h2>
        {retrievers.length === 1 ? null : (
          <label class="field">
            Retriever
            <select value={retriever} onChange={(event) => onRetriever(event.currentTarget.value)}>
              {retrievers.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        )}
      </div>
      {shown.length === 0 ? (
        <p class="muted">
          A trend needs two runs of <bdi>{retriever}</bdi>.
        </p>
      ) : (
        <p class="caption">
          Mean and 95 % CI of each run, oldest first
          {left === 0 ? "" : `; the ${POINTS} newest of ${POINTS + left}`}.
          {hasGaps
            ? " Across a gap, scores cannot be compared: the gold, the queries or the rules changed."
            : ""}
        </p>
      )}
      <div class="trends">
        {shown.slice(0, all ? undefined : MOST).map(({ trend, points }) => (
          <TrendFigure key={`${retriever} ${trend.metric}`} {...{ trend, points, onRun }} />
        ))}
      </div>
      {shown.length <= MOST ? null : (
        <button type="button" class="quiet" onClick={() => setAll(!all)}>
          {all ? "Show fewer metrics" : `Show all ${shown.length} metrics`}
        </button>
      )}
    </section>
  );
}

interface TrendFigureProps {
  readonly trend: TrendView;
  readonly points: readonly TrendPoint[];
  onRun(ref: string): void;
}

/** The chart is one stop of the Tab key; arrows move in it. Below it is the point that is pointed at, at first the newest. */
function TrendFigure({ trend: { metric, baseline }, points, onRun }: TrendFigureProps) {
  const [pointed, setPointed] = useState<number>();
  const drawn = pointsOf(points);
  const at = Math.min(pointed ?? points.length, points.length - 1);
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    Home: 0,
    End: points.length - 1,
  };
  return (
    <figure
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move in it
      tabIndex={0}
      aria-label={`${metric}: arrow keys move, Enter opens the run`}
      onKeyDown={(event) => {
        if (event.key === "Enter") onRun(points[at]!.ref);
        else if (Object.hasOwn(moves, event.key))
          setPointed(Math.min(points.length - 1, Math.max(0, moves[event.key]!)));
        else return;
        event.preventDefault();
      }}
      onPointerLeave={() => setPointed(undefined)}
      onBlur={() => setPointed(undefined)}
    >
      <figcaption>{metric}</figcaption>
      <Trend
        metric={metric}
        points={drawn}
        baseline={baseline?.mean.mean ?? undefined}
        current={pointed === undefined ? undefined : at}
        onCurrent={setPointed}
        onPoint={(place) => onRun(points[place]!.ref)}
      />
      <p class="caption reading" dir="auto" role="status" title={trendPointText(drawn[at]!)}>
        {trendPointText(drawn[at]!)}
      </p>
      {baseline === undefined ? null : (
        <p class="caption cut">
          Dashed line: the baseline <bdi>{baseline.name}</bdi>
        </p>
      )}
    </figure>
  );
}

const BREAKS: Readonly<Record<NonNullable<TrendPoint["break"]>, string | undefined>> = {
  gold: "The gold changed.",
  queries: "Other queries were asked.",
  rules: "The rules changed.",
  // Its mark says so.
  mean: undefined,
};

/** Points that can be compared share a group; a break begins another. */
function pointsOf(points: readonly TrendPoint[]) {
  let group = 0;
  const labels = axisTexts(points.map(({ created }) => created));
  return points.map(({ mean, created, commit, note, break: cut, likeBaseline }, i) => {
    const why = cut === undefined ? undefined : BREAKS[cut];
    if (why !== undefined) group++;
    return {
      label: labels[i]!,
      name: timeText(created),
      mean: mean.mean,
      low: mean.interval?.[0],
      high: mean.interval?.[1],
      commit: commit?.slice(0, 7),
      note,
      group: String(group),
      break: why,
      likeBaseline: likeBaseline === true,
    };
  });
}
