/** Scores by tag. */
import type { MetricVerdict } from "../../../evaluate/compare/comparison.ts";
import type { MeanView, PairView, SliceView, View } from "../../view/model.ts";
import { DifferenceDot } from "../charts/difference-dot.tsx";
import { Glyph } from "../charts/glyph.tsx";
import { IntervalDot } from "../charts/interval-dot.tsx";
import {
  differenceCiText,
  differenceText,
  meanCiText,
  middleCut,
  scoreText,
  withCommas,
} from "../charts/numbers.ts";
import { endText, scaleEnd } from "../charts/scale.ts";
import { Figure } from "./figure.tsx";

interface SlicesProps {
  readonly view: View;
  readonly metric: number;
  /** Which of `View.pairs` has its differences shown. */
  readonly pair: number;
}

/** Rows that are shown at once; the others are one click away. */
const ROWS = 14;
/** More runs have no room for dots. */
const DOTS = 4;
/** Below this an interval says little. */
const FEW = 10;

export function Slices({ view, metric, pair }: SlicesProps) {
  const shown = view.slices.filter(({ values }) => values.length > 0);
  return (
    <Figure title="Slices" caption={captionOf(view, metric, pair)}>
      {shown.map((slice) => (
        <SliceTable key={slice.tag} view={view} slice={slice} metric={metric} pair={pair} />
      ))}
    </Figure>
  );
}

function captionOf({ runs, metrics, pairs, slices }: View, metric: number, at: number): string {
  const pair = pairs[at];
  const byTag = `${metrics[metric]?.name ?? "score"} by tag.`;
  if (pair === undefined) return byTag;
  const [a, b] = [pair.a, pair.b].map((run) => middleCut(runs[run]?.name ?? "", 32));
  const own = slices.some(({ values }) => values.some((value) => differs(value, metric, pair, at)));
  return [
    byTag,
    ...(pairs.length === 1 ? [] : [`Difference: ${b} against ${a}.`]),
    ...(own
      ? [
          `Means of ${pairs.length === 1 ? "both" : "these two"} are over the queries that both have a score for.`,
        ]
      : []),
    runs.length > DOTS
      ? "Bold: a real difference. Others could be noise."
      : `Filled dot: a real difference. Hollow dot: could be noise. No interval below ${FEW} queries.`,
  ].join(" ");
}

/** Does one of two runs have scores that the other lacks? Its own mean less the other's is not the difference then. */
const differs = (
  value: SliceView["values"][number],
  metric: number,
  { a, b }: PairView,
  at: number,
): boolean => {
  const n = value.verdicts[at]?.[metric]?.n;
  return n !== undefined && [a, b].some((run) => value.means[run]?.[metric]?.counts.scored !== n);
};

function SliceTable({ view, slice, metric, pair }: SlicesProps & { readonly slice: SliceView }) {
  const compared = view.pairs[pair] !== undefined;
  const end = compared ? differenceEnd(view, metric, pair) : meanEnd(view, metric);
  const [first, rest] = [slice.values.slice(0, ROWS), slice.values.slice(ROWS)];
  const rows = (values: SliceView["values"]) =>
    values.map((value) => (
      <SliceRow key={value.value} view={view} value={value} metric={metric} pair={pair} end={end} />
    ));
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
            {compared ? (
              <th scope="col" class="num">
                difference
              </th>
            ) : null}
            {view.runs.length > DOTS ? null : (
              <th scope="col" class="dot-column">
                <span class="scale">
                  <span>{compared ? `−${endText(end)}` : "0"}</span>
                  {compared ? <span>0</span> : null}
                  <span>{compared ? `+${endText(end)}` : endText(end)}</span>
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

function SliceRow({ view, value, metric, pair, end }: SliceRowProps) {
  const means = view.runs.map((_, run) => value.means[run]?.[metric]);
  const compared = view.pairs[pair];
  const verdict = compared && value.verdicts[pair]?.[metric];
  const shownMeans = means.map((mean, run) => {
    if (compared === undefined || verdict === null || verdict === undefined) return mean?.mean;
    return run === compared.a ? verdict.means?.[0] : run === compared.b ? verdict.means?.[1] : mean?.mean;
  });
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
      {shownMeans.map((mean, run) => (
        <td key={run} class="num run-column">
          {scoreText(mean)}
        </td>
      ))}
      {compared === undefined ? null : (
        <td class="num">
          {isReal(verdict) ? (
            <b>{differenceText(verdict?.difference)}</b>
          ) : (
            differenceText(verdict?.difference)
          )}
        </td>
      )}
      {view.runs.length > DOTS ? null : (
        <td class="dot-column">
          {compared === undefined ? (
            <MeanDots means={means} names={view.runs.map(({ name }) => name)} slice={value.value} end={end} />
          ) : (
            <Dot
              verdict={verdict}
              confidence={compared.confidence}
              name={value.value}
              end={end}
              why={means[0]?.because}
            />
          )}
        </td>
      )}
    </tr>
  );
}

type SliceVerdict = MetricVerdict | null | undefined;

const isReal = (verdict: SliceVerdict): boolean => verdict?.call === "better" || verdict?.call === "worse";

interface DotProps {
  readonly verdict: SliceVerdict;
  readonly confidence: number;
  readonly name: string;
  readonly end: number;
  /** Why there is no mean. */
  readonly why: string | undefined;
}

function Dot({ verdict, confidence, name, end, why }: DotProps) {
  if (verdict?.difference === undefined) return <span class="muted">{why ?? "not compared"}</span>;
  const { n, difference } = verdict;
  const interval = n < FEW ? undefined : verdict.interval;
  return (
    <DifferenceDot
      difference={difference}
      interval={interval}
      end={end}
      real={isReal(verdict)}
      label={`${name}: difference ${differenceText(difference)}${interval === undefined ? "" : `, ${differenceCiText(interval, confidence)}`}`}
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
            label={`${slice}, ${names[run]}: ${scoreText(mean.mean)}${mean.interval === undefined ? "" : `, ${meanCiText(mean.interval)}`}`}
          />
        ),
      )}
    </>
  );
}

const differenceEnd = ({ slices }: View, metric: number, pair: number): number =>
  scaleEnd(
    slices.flatMap(({ values }) =>
      values.flatMap(({ verdicts }) => {
        const verdict = verdicts[pair]?.[metric];
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
