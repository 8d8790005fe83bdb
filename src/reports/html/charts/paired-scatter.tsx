/** The score of each query in two runs: above the diagonal the second is better. */
import type { PairView, View } from "../../view/model.ts";
import { heatEnd } from "./differences.tsx";
import { runClass } from "./glyph.tsx";
import { middleCut, scoreText } from "./numbers.ts";
import { type ComparedQuery, meanBy, pairedOf } from "./paired.ts";
import { Picture } from "./picture.tsx";
import { endText, share, short } from "./scale.ts";

interface PairedScatterProps {
  readonly view: View;
  readonly pair: PairView;
  readonly metric: number;
}

const [WIDTH, HEIGHT] = [300, 284];
const BOX = { left: 46, right: 288, top: 8, bottom: 244 };
/** Queries in one cell of such a grid that changed in the same direction are one point; its area is their number. */
const GRID = 40;

interface ScatterPoint {
  readonly queries: readonly ComparedQuery[];
  /** Their means; of a single query, its scores. */
  readonly a: number;
  readonly b: number;
  /** Of b less a, as the queries themselves have it. */
  readonly sign: number;
}

function pointsOf(compared: readonly ComparedQuery[], end: number): readonly ScatterPoint[] {
  const cells = new Map<string, ComparedQuery[]>();
  for (const query of compared) {
    const [x, y] = [query.a, query.b].map((score) => Math.round(GRID * share(score, 0, end)));
    const key = `${x} ${y} ${Math.sign(query.difference)}`;
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, [query]);
    else cell.push(query);
  }
  return [...cells.values()].map((queries) => ({
    queries,
    a: meanBy(queries, ({ a }) => a),
    b: meanBy(queries, ({ b }) => b),
    sign: Math.sign(queries[0]!.difference),
  }));
}

export function PairedScatter({ view, pair, metric }: PairedScatterProps) {
  const { compared, wins, losses } = pairedOf(view, pair.a, pair.b, metric);
  if (compared.length === 0) return null;
  const end = heatEnd(view, metric);
  const lower = view.metrics[metric]?.direction === "lower";
  const points = pointsOf(compared, end);
  const most = points.reduce((max, { queries }) => Math.max(max, queries.length), 1);
  const x = (at: number): number => short(BOX.left + (BOX.right - BOX.left) * at);
  const y = (at: number): number => short(BOX.bottom - (BOX.bottom - BOX.top) * at);
  const [a, b] = [view.runs[pair.a]?.name ?? "", view.runs[pair.b]?.name ?? ""];
  return (
    <Picture
      class="scaled square"
      label={`${view.metrics[metric]?.name} of each query in ${a} and in ${b}`}
      about={`${wins} queries are better in ${b}, ${losses} in ${a}.`}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    >
      {[0, 0.5, 1].map((at) => (
        <g key={at}>
          <line x1={x(0)} x2={x(1)} y1={y(at)} y2={y(at)} class={at === 0 ? "axis" : "rule"} />
          <line x1={x(at)} x2={x(at)} y1={y(0)} y2={y(1)} class={at === 0 ? "axis" : "rule"} />
          <text x={x(0) - 11} y={y(at) + 4} class="t end">
            {endText(at * end)}
          </text>
          <text x={x(at)} y={y(0) + 20} class="t middle">
            {endText(at * end)}
          </text>
        </g>
      ))}
      <line x1={x(0)} x2={x(1)} y1={y(0)} y2={y(1)} class="cut-off" />
      {points.map(({ queries, sign, ...point }) => {
        const side = lower ? -sign : sign;
        const of = side === 0 ? "tie-fill" : `run-fill ${runClass(side > 0 ? pair.b : pair.a)}`;
        return (
          <circle
            key={queries[0]!.at}
            cx={x(share(point.a, 0, end))}
            cy={y(share(point.b, 0, end))}
            r={short(2.5 + 7 * Math.sqrt((queries.length - 1) / most))}
            class={`${of} see-through`}
          >
            <title>
              {queries.length === 1
                ? `${view.queries.ids[queries[0]!.at]}: `
                : `${queries.length} queries, mean `}
              {scoreText(point.a)} → {scoreText(point.b)}
            </title>
          </circle>
        );
      })}
      <g class={runClass(pair.a)}>
        <text x={(x(0) + x(1)) / 2} y={HEIGHT - 6} class="t middle run-text">
          {middleCut(a, 24)} →
        </text>
      </g>
      <g class={runClass(pair.b)}>
        <text x={-(y(0) + y(1)) / 2} y={10} transform="rotate(-90)" class="t middle run-text">
          {middleCut(b, 24)} →
        </text>
      </g>
    </Picture>
  );
}
