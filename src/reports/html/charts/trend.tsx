/** A metric over stored runs, oldest first. Points that cannot be compared are not joined. */
import { differenceText, meanCiText, scoreText } from "./numbers.ts";
import { Picture } from "./picture.tsx";
import { clearOf, endText, percent, scaleBetween, share, short } from "./scale.ts";

export interface TrendPoint {
  /** What stands below it: a date, or a name. */
  readonly label: string;
  /** Its run, in full; default: the label. */
  readonly name?: string | undefined;
  /** Null where the run has no mean. */
  readonly mean: number | null;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  readonly commit?: string | undefined;
  readonly note?: string | undefined;
  /** What it was scored on, and how: scores of different groups cannot be compared. */
  readonly group: string;
  /** Why a group begins here. */
  readonly break?: string | undefined;
  /** False: it cannot be compared with the baseline either. */
  readonly likeBaseline?: boolean | undefined;
}

interface TrendProps {
  readonly metric: string;
  readonly points: readonly TrendPoint[];
  /** The mean of the blessed baseline. */
  readonly baseline?: number | undefined;
  /** The point that is pointed at. */
  readonly current?: number | undefined;
  readonly onCurrent?: ((place: number) => void) | undefined;
  /** Chosen by a click. */
  readonly onPoint?: ((place: number) => void) | undefined;
  readonly height?: number;
}

/** Space at both ends, so that marks and labels are not cut. */
const [FIRST, LAST] = [0.03, 0.97];
const TOP = 8;
/** Labels below the axis are at least this part of the width apart: a commit must fit on a phone. */
const APART = 0.18;
/** Marks of more points than these are smaller. */
const FEW = 30;

export function Trend({ metric, points, baseline, current, onCurrent, onPoint, height = 160 }: TrendProps) {
  if (points.length === 0) return <p class="caption">No runs yet.</p>;
  const likeBaseline = baseline === undefined ? [] : spans(points);
  const [low, high] = scaleBetween([
    ...points.flatMap(({ mean, low, high }) => [mean, low, high]),
    ...(likeBaseline.length === 0 ? [] : [baseline]),
  ]);
  const bottom = height - 38;
  const x = (i: number): number =>
    points.length < 2 ? 0.5 : FIRST + ((LAST - FIRST) * i) / (points.length - 1);
  const y = (value: number): number => short(bottom - (bottom - TOP) * share(value, low, high));
  /** Half of the way to the next point. */
  const half = points.length < 2 ? 0.5 : (LAST - FIRST) / (points.length - 1) / 2;
  const breaks = points.flatMap(({ group }, i) => (i > 0 && points[i - 1]!.group !== group ? [i] : []));
  const commits = points.flatMap(({ commit }, i) =>
    commit !== undefined && commit !== points[i - 1]?.commit ? [i] : [],
  );
  const labels = clearOf(
    points.map(({ label, commit }, i) => ({ at: x(i), label, commit, i })),
    APART,
  );
  const [whiskers, radius] = [
    points.length > FEW ? "whisker thin" : "whisker",
    points.length > FEW ? 2.5 : 3.5,
  ];
  return (
    <div class="chart trend">
      <div class="y-axis" aria-hidden="true">
        <span>{endText(high)}</span>
        <span>{endText(low)}</span>
      </div>
      <Picture
        label={`${metric} over ${points.length} runs`}
        about={about(points, breaks.length)}
        height={height}
      >
        {[0, 0.5, 1].map((at) => {
          const line = y(low + at * (high - low));
          return <line key={at} x2="100%" y1={line} y2={line} class={at === 0 ? "axis" : "rule"} />;
        })}
        {commits.map((i) => (
          <line key={i} x1={percent(x(i))} x2={percent(x(i))} y1={bottom} y2={bottom + 4} class="axis" />
        ))}
        {breaks.map((i) => {
          const at = percent(x(i) - half);
          return (
            <g key={i}>
              <line x1={at} x2={at} y1={TOP} y2={bottom} class="cut-off" />
              <title>{points[i]!.break ?? "The gold changed."}</title>
            </g>
          );
        })}
        {likeBaseline.map(([from, to]) => (
          <line
            key={from}
            x1={percent(x(from) - Math.min(half, FIRST))}
            x2={percent(x(to) + Math.min(half, FIRST))}
            y1={y(baseline!)}
            y2={y(baseline!)}
            class="baseline"
          >
            <title>baseline {scoreText(baseline)}</title>
          </line>
        ))}
        {current === undefined ? null : (
          <line x1={percent(x(current))} x2={percent(x(current))} y1={TOP} y2={bottom} class="pointer" />
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
                !
              </text>
            );
          return (
            <g key={i} class="r0">
              {point.low === undefined || point.high === undefined ? null : (
                <line x1={at} x2={at} y1={y(point.low)} y2={y(point.high)} class={`run-line ${whiskers}`} />
              )}
              <circle
                cx={at}
                cy={y(point.mean)}
                r={i === current ? radius + 1.5 : radius}
                class={point.note === undefined ? "run-fill" : "run-fill noted"}
              />
            </g>
          );
        })}
        {labels.map(({ at, label, commit, i }) => (
          <g key={i}>
            <text x={percent(at)} y={bottom + 18} class={anchor(i, points.length)}>
              {label}
            </text>
            {commit === undefined ? null : (
              <text x={percent(at)} y={bottom + 32} class={`${anchor(i, points.length)} mono`}>
                {commit.slice(0, 7)}
              </text>
            )}
          </g>
        ))}
        {points.map((point, i) => (
          <rect
            key={i}
            x={percent(x(i) - half)}
            width={percent(2 * half)}
            y={0}
            height={bottom}
            class={onPoint === undefined ? "touch" : "touch opens"}
            {...(onCurrent === undefined ? {} : { onPointerEnter: () => onCurrent(i) })}
            {...(onPoint === undefined ? {} : { onClick: () => onPoint(i) })}
          >
            <title>{trendPointText(point)}</title>
          </rect>
        ))}
      </Picture>
    </div>
  );
}

/** First and last of each row of points that the baseline can be compared with. */
function spans(points: readonly TrendPoint[]): (readonly [from: number, to: number])[] {
  const found: (readonly [number, number])[] = [];
  points.forEach(({ likeBaseline = true }, i) => {
    if (!likeBaseline) return;
    const last = found.at(-1);
    if (last?.[1] === i - 1) found[found.length - 1] = [last[0], i];
    else found.push([i, i]);
  });
  return found;
}

const anchor = (i: number, all: number): string =>
  all > 1 && i === 0 ? "t" : all > 1 && i === all - 1 ? "t end" : "t middle";

/** "2026-11-17 10:30: 0.722, 95 % CI 0.62 to 0.81, commit 0123456, bigger chunks". */
export const trendPointText = ({ label, name = label, mean, low, high, commit, note }: TrendPoint): string =>
  [
    `${name}: ${mean === null ? "no mean" : scoreText(mean)}`,
    ...(low === undefined || high === undefined ? [] : [meanCiText([low, high])]),
    ...(commit === undefined ? [] : [`commit ${commit.slice(0, 7)}`]),
    ...(note === undefined ? [] : [note]),
  ].join(", ");

function about(points: readonly TrendPoint[], breaks: number): string {
  const [first, last] = [points[0]!, points.at(-1)!];
  const change =
    first.mean === null || last.mean === null || first.group !== last.group
      ? ""
      : ` Change from first to last: ${differenceText(last.mean - first.mean)}.`;
  const cuts =
    breaks === 0
      ? ""
      : ` Scores before and after ${breaks === 1 ? "a break" : `each of ${breaks} breaks`} cannot be compared.`;
  return `From ${first.label} (${scoreText(first.mean)}) to ${last.label} (${scoreText(last.mean)}).${change}${cuts}`;
}
