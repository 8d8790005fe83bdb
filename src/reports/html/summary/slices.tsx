/** Scores by tag. */
import type { MetricVerdict } from "../../../evaluate/compare/comparison.ts";
import type { MeanView, SliceView, View } from "../../view/model.ts";
import { DifferenceDot } from "../charts/difference-dot.tsx";
import { Glyph } from "../charts/glyph.tsx";
import { IntervalDot } from "../charts/interval-dot.tsx";
import { differenceText, endsText, scoreText, signedEndsText, withCommas } from "../charts/numbers.ts";
import { endText, scaleEnd } from "../charts/scale.ts";
import { Figure } from "./figure.tsx";

interface SlicesProps {
  readonly view: View;
  readonly metric: number;
}

/** Rows that are shown at once; the others are one click away. */
const ROWS = 14;
/** More runs have no room for dots. */
const DOTS = 4;
/** Below this an interval says little. */
const FEW = 10;

export function Slices({ view, metric }: SlicesProps) {
  const name = view.metrics[metric]?.name ?? "score";
  const one = view.pairs.length === 1;
  const shown = view.slices.filter(({ values }) => values.length > 0);
  const caption = one
    ? `${name} by tag. Filled dot: a real difference. Hollow dot: could be noise. No interval below ${FEW} queries.`
    : `${name} by tag.`;
  return (
    <Figure title="Slices" caption={caption}>
      {shown.map((slice) => (
        <SliceTable key={slice.tag} view={view} slice={slice} metric={metric} />
      ))}
    </Figure>
  );
}

function SliceTable({ view, slice, metric }: SlicesProps & { readonly slice: SliceView }) {
  const end = view.pairs.length === 1 ? differenceEnd(view, metric) : meanEnd(view, metric);
  const [first, rest] = [slice.values.slice(0, ROWS), slice.values.slice(ROWS)];
  const rows = (values: SliceView["values"]) =>
    values.map((value) => <SliceRow key={value.value} view={view} value={value} metric={metric} end={end} />);
  return (
    <>
      <table class="slices">
        <thead>
          <tr>
            <th scope="col" dir="auto">
              <b>{slice.tag}</b>
            </th>
            <th scope="col" class="num">
              scored
            </th>
            {view.runs.map(({ name }, run) => (
              <th key={run} scope="col" class="num run-column" title={name}>
                <Glyph run={run} /> <span class="unseen">{name}</span>
              </th>
            ))}
            {view.pairs.length === 1 ? (
              <th scope="col" class="num">
                difference
              </th>
            ) : null}
            {view.runs.length > DOTS ? null : (
              <th scope="col" class="dot-column">
                <span class="scale">
                  <span>{view.pairs.length === 1 ? `−${endText(end)}` : "0"}</span>
                  {view.pairs.length === 1 ? <span>0</span> : null}
                  <span>{view.pairs.length === 1 ? `+${endText(end)}` : endText(end)}</span>
                </span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{rows(first)}</tbody>
      </table>
      {rest.length === 0 ? null : (
        <details class="more">
          <summary>{withCommas(rest.length)} more</summary>
          <table class="slices">
            <tbody>{rows(rest)}</tbody>
          </table>
        </details>
      )}
    </>
  );
}

interface SliceRowProps extends SlicesProps {
  readonly value: SliceView["values"][number];
  readonly end: number;
}

function SliceRow({ view, value, metric, end }: SliceRowProps) {
  const means = view.runs.map((_, run) => value.means[run]?.[metric]);
  const verdict = view.pairs.length === 1 ? value.verdicts[0]?.[metric] : undefined;
  const scored = verdict === null || verdict === undefined ? (means[0]?.counts.scored ?? 0) : verdict.n;
  return (
    <tr>
      <td class="cut slice-name" dir="auto" title={value.value}>
        {value.value}
      </td>
      <td class="num">
        {withCommas(scored)}
        {scored === value.queries ? null : <span class="muted"> of {withCommas(value.queries)}</span>}
      </td>
      {means.map((mean, run) => (
        <td key={run} class="num run-column">
          {scoreText(mean?.mean)}
        </td>
      ))}
      {view.pairs.length === 1 ? <td class="num">{differenceText(verdict?.difference)}</td> : null}
      {view.runs.length > DOTS ? null : (
        <td class="dot-column">
          {view.pairs.length === 1 ? (
            <Dot verdict={verdict} name={value.value} end={end} why={means[0]?.because} />
          ) : (
            <MeanDots means={means} names={view.runs.map(({ name }) => name)} slice={value.value} end={end} />
          )}
        </td>
      )}
    </tr>
  );
}

interface DotProps {
  readonly verdict: MetricVerdict | null | undefined;
  readonly name: string;
  readonly end: number;
  /** Why there is no mean. */
  readonly why: string | undefined;
}

function Dot({ verdict, name, end, why }: DotProps) {
  if (verdict?.difference === undefined) return <span class="muted">{why ?? "not compared"}</span>;
  const { n, difference, call } = verdict;
  const interval = n < FEW ? undefined : verdict.interval;
  return (
    <DifferenceDot
      difference={difference}
      interval={interval}
      end={end}
      real={call === "better" || call === "worse"}
      label={`${name}: difference ${differenceText(difference)}${interval === undefined ? "" : `, 95 % CI ${signedEndsText(interval)}`}`}
    />
  );
}

interface MeanDotsProps {
  readonly means: readonly (MeanView | undefined)[];
  readonly names: readonly string[];
  readonly slice: string;
  readonly end: number;
}

/** A line for each run. */
function MeanDots({ means, names, slice, end }: MeanDotsProps) {
  const [first] = means;
  if (means.length === 1 && (first?.mean ?? null) === null)
    return <span class="muted small">{first?.because ?? "no score"}</span>;
  return (
    <>
      {means.map((mean, run) =>
        mean === undefined || mean.mean === null ? null : (
          <IntervalDot
            key={run}
            run={run}
            mean={mean.mean}
            interval={mean.counts.scored < FEW ? undefined : mean.interval}
            range={[0, end]}
            label={`${slice}, ${names[run]}: ${scoreText(mean.mean)}${mean.interval === undefined ? "" : `, 95 % CI ${endsText(mean.interval)}`}`}
          />
        ),
      )}
    </>
  );
}

const differenceEnd = ({ slices }: View, metric: number): number =>
  scaleEnd(
    slices.flatMap(({ values }) =>
      values.flatMap(({ verdicts }) => {
        const verdict = verdicts[0]?.[metric];
        return [
          verdict?.difference ?? 0,
          ...(verdict === null || verdict === undefined || verdict.n < FEW ? [] : (verdict.interval ?? [])),
        ];
      }),
    ),
  );

const meanEnd = ({ slices, metrics }: View, metric: number): number => {
  const means = slices.flatMap(({ values }) =>
    values.flatMap((value) => value.means.map((run) => run[metric])),
  );
  const end = scaleEnd(means.flatMap((mean) => [mean?.mean ?? 0, ...(mean?.interval ?? [])]));
  return Math.min(end, metrics[metric]?.range?.[1] ?? end);
};
