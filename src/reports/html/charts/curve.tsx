/** Lines of several runs over cut-offs or levels, each named at its end. */
import type { CurveView } from "../../view/model.ts";
import { Glyph, RunMark, runClass, runDash } from "./glyph.tsx";
import { middleCut, scoreText } from "./numbers.ts";
import { Picture } from "./picture.tsx";
import { clearOf, endText, quarters, scaleEnd, share, short, spreadOut } from "./scale.ts";

interface CurveProps {
  readonly curve: CurveView;
  readonly names: readonly string[];
  readonly label: string;
  /** What the x axis counts, at its end. */
  readonly unit: string;
  /** The cut-off of the metric that the page is about. */
  readonly k?: number | undefined;
}

const [WIDTH, HEIGHT] = [400, 232];
const BOX = { left: 34, top: 10, bottom: 204 };
/** More lines cannot be told apart. */
const MOST = 8;

export function Curve({ curve, names, label, unit, k }: CurveProps) {
  const lines = curve.lines.flatMap((line, run) => (line === null || run >= MOST ? [] : [{ ...line, run }]));
  if (lines.length === 0 || curve.x.length === 0) return null;
  const end = scaleEnd(lines.flatMap(({ y, high }) => [...y, ...(high ?? []).map((value) => value ?? 0)]));
  const two = lines.length <= 3;
  // Names of many lines have their value beside them instead of below.
  const right = two ? 318 : 296;
  const place = xScale(curve.x);
  const x = (value: number): number => short(BOX.left + (right - BOX.left) * place(value));
  const y = (value: number): number => short(BOX.bottom - (BOX.bottom - BOX.top) * share(value, 0, end));
  const ticks = clearOf(
    curve.x.map((value) => ({ at: x(value), value })),
    22,
    ({ value }) => value === k,
  );
  const last = lines.map((line) => line.y.at(-1) ?? 0);
  const labels = spreadOut(last.map(y), two ? 30 : 17, BOX.top + 4, BOX.bottom - (two ? 16 : 2));
  return (
    <Picture
      class="scaled"
      label={label}
      about={lines
        .map(({ run }, i) => `${names[run]}: ${scoreText(last[i])} at ${curve.x.at(-1)}.`)
        .join(" ")}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    >
      {quarters(end).map((value) => (
        <g key={value}>
          <line x1={BOX.left} x2={right} y1={y(value)} y2={y(value)} class={value === 0 ? "axis" : "rule"} />
          <text x={BOX.left - 6} y={y(value) + 4} class="t end">
            {endText(value)}
          </text>
        </g>
      ))}
      {k !== undefined && k >= curve.x[0]! && k <= curve.x.at(-1)! ? (
        <line x1={x(k)} x2={x(k)} y1={BOX.top} y2={BOX.bottom} class="cut-off" />
      ) : null}
      {ticks.map(({ at, value }) => (
        <text key={value} x={at} y={BOX.bottom + 17} class={value === k ? "t middle on" : "t middle"}>
          {value}
        </text>
      ))}
      <text x={right + 20} y={BOX.bottom + 17} class="t">
        {unit}
      </text>
      {lines.length <= 3
        ? lines.map(({ run, low, high }) =>
            low === undefined || high === undefined ? null : (
              <path key={run} d={band(curve.x.map(x), low, high, y)} class={`run-band ${runClass(run)}`} />
            ),
          )
        : null}
      {lines.map(({ run, y: values }) => (
        <g key={run} class={runClass(run)}>
          <polyline
            points={values.map((value, i) => `${x(curve.x[i]!)},${y(value)}`).join(" ")}
            class="run-line"
            stroke-dasharray={runDash(run)}
          />
          {values.map((value, i) => (
            <RunMark
              key={curve.x[i]}
              run={run}
              x={x(curve.x[i]!)}
              y={y(value)}
              small={curve.x.length > 12 || !two}
            />
          ))}
        </g>
      ))}
      {lines.map(({ run }, i) => (
        <g key={run} class={runClass(run)}>
          <text x={right + 14} y={labels[i]! + 4} class="t run-text">
            <title>{names[run]}</title>
            {middleCut(names[run] ?? "", two ? 11 : 6)}
            {two ? null : ` ${scoreText(last[i])}`}
          </text>
          {two ? (
            <text x={right + 14} y={labels[i]! + 18} class="t on">
              {scoreText(last[i])}
            </text>
          ) : null}
        </g>
      ))}
    </Picture>
  );
}

/** Cut-offs up to 100 lie closer together the larger they are. */
function xScale(x: readonly number[]): (value: number) => number {
  const [first, last] = [x[0]!, x.at(-1)!];
  if (first <= 0 || last <= 20) return (value) => share(value, first, last);
  return (value) => share(Math.log(value), Math.log(first), Math.log(last));
}

function band(
  x: readonly number[],
  low: readonly (number | null)[],
  high: readonly (number | null)[],
  y: (value: number) => number,
): string {
  const stretches: { readonly at: number; readonly low: number; readonly high: number }[][] = [[]];
  x.forEach((at, i) => {
    const [below, above] = [low[i] ?? null, high[i] ?? null];
    // Without an interval nothing is known of a point, which a band of no width would hide.
    if (below === null || above === null) stretches.push([]);
    else stretches.at(-1)!.push({ at, low: y(below), high: y(above) });
  });
  return stretches
    .filter(({ length }) => length > 1)
    .map((points) => {
      const above = points.map((point) => `${point.at} ${point.high}`);
      const below = points.map((point) => `${point.at} ${point.low}`).reverse();
      return `M${[...above, ...below].join("L")}Z`;
    })
    .join("");
}

/** Which line is whose, where names at the ends are not enough. */
export function CurveLegend({ names }: { readonly names: readonly string[] }) {
  return (
    <div class="legend">
      {names.slice(0, MOST).map((name, run) => (
        <span key={`${run}${name}`}>
          <Glyph run={run} />
          <bdi class="cut legend-name" dir="auto" title={name}>
            {name}
          </bdi>
        </span>
      ))}
      {names.length > MOST ? (
        <span>
          The first {MOST} of {names.length} runs.
        </span>
      ) : null}
    </div>
  );
}
