/** A metric over stored runs, oldest first. Points on different gold are not joined. */
import { differenceText, endsText, scoreText } from "./numbers.ts";
import { Picture } from "./picture.tsx";
import { clearOf, endText, percent, scaleEnd, share, short } from "./scale.ts";

export interface TrendPoint {
  /** What stands below it: a date, or a name. */
  readonly label: string;
  /** Null where the run has no mean. */
  readonly mean: number | null;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  readonly commit?: string | undefined;
  readonly note?: string | undefined;
  /** The gold it was scored on. */
  readonly group: string;
}

interface TrendProps {
  readonly metric: string;
  readonly points: readonly TrendPoint[];
  /** The mean of the blessed baseline. */
  readonly baseline?: number | undefined;
  /** Chosen by a click; the list of runs is the way for the keyboard. */
  readonly onPoint?: ((place: number) => void) | undefined;
  readonly height?: number;
}

/** Space at both ends, so that marks and labels are not cut. */
const [FIRST, LAST] = [0.04, 0.96];
const TOP = 8;
/** Labels below the axis are at least this part of the width apart. */
const APART = 0.13;

export function Trend({ metric, points, baseline, onPoint, height = 132 }: TrendProps) {
  const known = points.flatMap(({ mean, low, high }) => [mean ?? 0, low ?? 0, high ?? 0]);
  const end = scaleEnd([...known, baseline ?? 0]);
  const bottom = height - 34;
  const x = (i: number): number =>
    points.length < 2 ? 0.5 : FIRST + ((LAST - FIRST) * i) / (points.length - 1);
  const y = (value: number): number => short(bottom - (bottom - TOP) * share(value, 0, end));
  const breaks = points.flatMap(({ group }, i) => (i > 0 && points[i - 1]!.group !== group ? [i] : []));
  const labels = clearOf(
    points.map(({ label, commit }, i) => ({ at: x(i), label, commit, i })),
    APART,
  );
  if (points.length === 0) return <p class="caption">No runs yet.</p>;
  return (
    <div class="chart trend">
      <div class="y-axis" aria-hidden="true">
        <span>{endText(end)}</span>
        <span>0</span>
      </div>
      <Picture
        label={`${metric} over ${points.length} runs`}
        about={about(points, breaks.length)}
        height={height}
      >
        {[0, 0.5, 1].map((at) => (
          <line key={at} x2="100%" y1={y(at * end)} y2={y(at * end)} class={at === 0 ? "axis" : "rule"} />
        ))}
        {breaks.map((i) => {
          const at = percent((x(i - 1) + x(i)) / 2);
          return (
            <g key={i}>
              <line x1={at} x2={at} y1={TOP} y2={bottom} class="cut-off" />
              <title>The gold changed.</title>
            </g>
          );
        })}
        {baseline === undefined ? null : (
          <line x2="100%" y1={y(baseline)} y2={y(baseline)} class="baseline">
            <title>baseline {scoreText(baseline)}</title>
          </line>
        )}
        {points.map((point, i) => {
          const before = points[i - 1];
          if (
            before === undefined ||
            before.group !== point.group ||
            before.mean === null ||
            point.mean === null
          )
            return null;
          return (
            <line
              key={i}
              x1={percent(x(i - 1))}
              y1={y(before.mean)}
              x2={percent(x(i))}
              y2={y(point.mean)}
              class="run-line r0"
            />
          );
        })}
        {points.map((point, i) => {
          const at = percent(x(i));
          if (point.mean === null)
            return (
              <text key={i} x={at} y={bottom - 4} class="t middle miss-text">
                <title>{titleOf(point)}</title>!
              </text>
            );
          return (
            <g
              key={i}
              class={onPoint === undefined ? "r0" : "r0 opens"}
              {...(onPoint === undefined ? {} : { onClick: () => onPoint(i) })}
            >
              <title>{titleOf(point)}</title>
              {point.low === undefined || point.high === undefined ? null : (
                <line x1={at} x2={at} y1={y(point.low)} y2={y(point.high)} class="run-line whisker" />
              )}
              <circle
                cx={at}
                cy={y(point.mean)}
                r={points.length > 60 ? 2 : 3.5}
                class={point.note === undefined ? "run-fill" : "run-fill noted"}
              />
            </g>
          );
        })}
        {labels.map(({ at, label, commit, i }) => (
          <g key={i}>
            <text x={percent(at)} y={bottom + 15} class={anchor(i, points.length)}>
              {label}
            </text>
            {commit === undefined ? null : (
              <text x={percent(at)} y={bottom + 29} class={`${anchor(i, points.length)} mono`}>
                {commit.slice(0, 7)}
              </text>
            )}
          </g>
        ))}
      </Picture>
    </div>
  );
}

const anchor = (i: number, all: number): string =>
  all > 1 && i === 0 ? "t" : all > 1 && i === all - 1 ? "t end" : "t middle";

const titleOf = ({ label, mean, low, high, commit, note }: TrendPoint): string =>
  [
    `${label}: ${mean === null ? "no mean" : scoreText(mean)}`,
    ...(low === undefined || high === undefined ? [] : [`95 % CI ${endsText([low, high])}`]),
    ...(commit === undefined ? [] : [`commit ${commit.slice(0, 12)}`]),
    ...(note === undefined ? [] : [note]),
  ].join(", ");

function about(points: readonly TrendPoint[], breaks: number): string {
  const [first, last] = [points[0]!, points.at(-1)!];
  const change =
    first.mean === null || last.mean === null || first.group !== last.group
      ? ""
      : ` Change from first to last: ${differenceText(last.mean - first.mean)}.`;
  return `From ${first.label} (${scoreText(first.mean)}) to ${last.label} (${scoreText(last.mean)}).${change}${breaks === 0 ? "" : ` The gold changed ${breaks === 1 ? "once" : `${breaks} times`}.`}`;
}
