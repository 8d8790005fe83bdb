/** Each metric over the stored runs. */
import { useState } from "preact/hooks";
import { Trend } from "../../reports/html/charts/trend.tsx";
import type { RunsView } from "../data.ts";
import { type TrendPoint, type TrendView, trendsOf } from "../trends.ts";
import { axisTexts } from "./times.ts";

/** Charts that are shown at first. */
const MOST = 4;
/** Points of a chart: the newest. */
const POINTS = 60;

export function Trends({ runs, onRun }: { readonly runs: RunsView; onRun(ref: string): void }) {
  const trends = trendsOf(runs);
  const retrievers = [...new Set(trends.flatMap(({ series }) => series.map(({ retriever }) => retriever)))];
  const [chosen, setChosen] = useState<string>();
  const [all, setAll] = useState(false);
  const retriever = chosen !== undefined && retrievers.includes(chosen) ? chosen : retrievers[0];
  const shown = trends.flatMap((trend) => {
    const points = trend.series.find((one) => one.retriever === retriever)?.points ?? [];
    return points.length < 2 ? [] : [{ trend, points: points.slice(-POINTS) }];
  });
  if (shown.length === 0 || retriever === undefined) return null;
  return (
    <section aria-labelledby="trends">
      <div class="section-head">
        <h2 id="trends">Trends</h2>
        {retrievers.length === 1 ? null : (
          <label class="field">
            Retriever
            <select value={retriever} onChange={(event) => setChosen(event.currentTarget.value)}>
              {retrievers.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
        )}
      </div>
      <p class="caption">
        Mean and 95 % CI of each run, oldest first. A gap: other gold, queries or rules, so the scores cannot
        be compared.
      </p>
      <div class="trends">
        {shown.slice(0, all ? undefined : MOST).map(({ trend, points }) => (
          <figure key={trend.metric}>
            <figcaption>{trend.metric}</figcaption>
            <Trend
              metric={trend.metric}
              points={pointsOf(points)}
              baseline={trend.baseline?.mean.mean ?? undefined}
              onPoint={(place) => onRun(points[place]!.ref)}
            />
            <Baseline trend={trend} />
          </figure>
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

function Baseline({ trend: { baseline } }: { readonly trend: TrendView }) {
  if (baseline === undefined) return null;
  return (
    <p class="caption">
      Dashed line: the baseline <bdi>{baseline.name}</bdi>.
    </p>
  );
}

/** Points that can be compared share a group; a break begins another. */
function pointsOf(points: readonly TrendPoint[]) {
  let group = 0;
  const labels = axisTexts(points.map(({ created }) => created));
  return points.map(({ mean, commit, note, break: cut }, i) => {
    if (cut !== undefined) group++;
    return {
      label: labels[i]!,
      mean: mean.mean,
      low: mean.interval?.[0],
      high: mean.interval?.[1],
      commit: commit?.slice(0, 7),
      note,
      group: String(group),
    };
  });
}
