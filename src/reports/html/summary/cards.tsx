/** A card for each metric: the mean of every run with its interval, and the queries behind it. */
import type { MeanView, MetricView, View } from "../../view/model.ts";
import { CountsStrip } from "../charts/counts-strip.tsx";
import { Glyph } from "../charts/glyph.tsx";
import { IntervalDot } from "../charts/interval-dot.tsx";
import { differenceCiText, differenceText, meanCiText, scoreText, withCommas } from "../charts/numbers.ts";
import { endText, scaleEnd } from "../charts/scale.ts";

export function Cards({ view, metric }: { readonly view: View; readonly metric: number }) {
  return (
    <section class="cards" aria-label="Scores">
      {view.metrics.map((about, m) => (
        <Card key={about.name} view={view} m={m} about={about} chosen={m === metric} />
      ))}
    </section>
  );
}

interface CardProps {
  readonly view: View;
  readonly m: number;
  readonly about: MetricView;
  readonly chosen: boolean;
}

function Card({ view, m, about, chosen }: CardProps) {
  const means = view.runs.map((run) => run.means[m]!);
  const [low, high] = about.range ?? [
    0,
    scaleEnd(means.flatMap(({ mean, interval }) => [mean ?? 0, ...(interval ?? [])])),
  ];
  const pair = view.pairs.length === 1 ? view.pairs[0] : undefined;
  const verdict = pair?.verdicts[m];
  return (
    <article class={chosen ? "card chosen" : "card"}>
      <h3 class="card-head">
        <span class="cut" title={about.about ?? about.name}>
          {about.name}
        </span>
        {verdict?.difference === undefined ? null : (
          <span class="num">{differenceText(verdict.difference)}</span>
        )}
      </h3>
      {view.runs.map(({ name }, run) => (
        <MeanRow key={run} run={run} name={name} view={means[run]!} range={[low, high]} metric={about.name} />
      ))}
      <div class="card-scale" aria-hidden="true">
        <span>{endText(low)}</span>
        <span>{endText(high)}</span>
      </div>
      {pair === undefined || verdict?.interval === undefined ? null : (
        <p class="card-line">difference, {differenceCiText(verdict.interval, pair.confidence)}</p>
      )}
      {verdict?.means !== undefined && means.some(({ counts }) => counts.scored !== verdict.n) ? (
        <p class="card-line">
          on the {withCommas(verdict.n)} that both scored: {scoreText(verdict.means[0])} →{" "}
          {scoreText(verdict.means[1])}
        </p>
      ) : null}
      {byCounts(means).map(({ mean, runs }) => (
        <Denominator key={runs[0]} view={mean} runs={runs.length === means.length ? [] : runs} />
      ))}
    </article>
  );
}

interface MeanRowProps {
  readonly run: number;
  readonly name: string;
  readonly view: MeanView;
  readonly range: readonly [number, number];
  readonly metric: string;
}

function MeanRow({ run, name, view: { mean, because, interval, corrected }, range, metric }: MeanRowProps) {
  const ends = interval === undefined ? "" : `, ${meanCiText(interval)}`;
  return (
    <div class="mean-row">
      <Glyph run={run} />
      <bdi class="cut" dir="auto" title={name}>
        {name}
      </bdi>
      <span class="mean num" title={interval === undefined ? undefined : meanCiText(interval)}>
        {scoreText(mean)}
      </span>
      {mean === null ? (
        <span class="why small muted">{because ?? "no mean"}</span>
      ) : (
        <IntervalDot
          run={run}
          mean={mean}
          interval={interval}
          range={range}
          label={`${metric} of ${name}: ${scoreText(mean)}${ends}`}
        />
      )}
      {corrected === undefined ? null : (
        <span class="why small muted">
          corrected by labels: {scoreText(corrected.mean)}
          {corrected.interval === undefined ? "" : ` (${meanCiText(corrected.interval)})`}
        </span>
      )}
    </div>
  );
}

interface DenominatorProps {
  readonly view: MeanView;
  /** Whose it is; empty where it is the same for all. */
  readonly runs: readonly number[];
}

function Denominator({ view: { counts }, runs }: DenominatorProps) {
  const parts = (["scored", "undefined", "skipped", "failed"] as const).filter(
    (state) => state === "scored" || counts[state] > 0,
  );
  return (
    <div class="denominator">
      <CountsStrip counts={counts} />
      <p>
        {runs.map((run) => (
          <span key={run}>
            <Glyph run={run} />{" "}
          </span>
        ))}
        {parts.map((state, i) => (
          <span key={state}>
            {i === 0 ? "" : " · "}
            <b>{withCommas(counts[state])}</b> {state}
          </span>
        ))}
        {counts.missing > 0 ? (
          <span> ({withCommas(counts.missing)} missing from the run, counted as empty lists)</span>
        ) : null}
        {counts.unknown > 0 ? <span> · {withCommas(counts.unknown)} not in the gold</span> : null}
      </p>
    </div>
  );
}

const COUNTED = ["scored", "undefined", "skipped", "failed", "missing", "unknown"] as const;

/** Runs with the same counts together. */
function byCounts(
  means: readonly MeanView[],
): { readonly mean: MeanView; readonly runs: readonly number[] }[] {
  const groups = new Map<string, { mean: MeanView; runs: number[] }>();
  means.forEach((mean, run) => {
    const key = COUNTED.map((state) => mean.counts[state]).join(" ");
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { mean, runs: [run] });
    else group.runs.push(run);
  });
  return [...groups.values()];
}
