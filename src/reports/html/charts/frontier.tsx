/** Quality against latency or cost: which settings no other beats. */
import type { FrontierView } from "../../view/model.ts";
import { RunMark } from "./glyph.tsx";
import { middleCut, msText, scoreText } from "./numbers.ts";
import { Picture } from "./picture.tsx";
import { endText, scaleEnd, share, short } from "./scale.ts";

type Place = FrontierView["places"][number];

interface FrontierProps {
  readonly frontier: FrontierView;
  /** Names of the runs, whose shapes the places have. */
  readonly names: readonly string[];
}

const [WIDTH, HEIGHT] = [400, 256];
const BOX = { left: 40, right: 380, top: 14, bottom: 214 };
/** Runs whose shape is worth showing; places of a large sweep are dots. */
const SHAPES = 8;

export function Frontier({ frontier, names }: FrontierProps) {
  const axis = axisOf(frontier.places);
  if (axis === undefined) return null;
  const placed = frontier.places.flatMap((place) => {
    const cost = axis.value(place);
    return cost === undefined ? [] : [{ place, cost }];
  });
  const end = scaleEnd(placed.map(({ cost }) => cost));
  const levels = qualityLevels(placed.map(({ place }) => place.quality));
  const [low, high] = [levels[0]!, levels.at(-1)!];
  const x = (cost: number): number => short(BOX.left + (BOX.right - BOX.left) * share(cost, 0, end));
  const y = (quality: number): number =>
    short(BOX.bottom - (BOX.bottom - BOX.top) * share(quality, low, high));
  const dots = placed.map(({ place, cost }) => ({
    place,
    x: x(cost),
    y: y(place.quality),
    run: names.indexOf(place.name),
  }));
  const best = dots.filter(({ place }) => place.onFrontier).sort((p, q) => p.x - q.x);
  const labels = placeLabels(dots);
  return (
    <Picture
      class="scaled"
      label={`${frontier.metric} against ${axis.words}`}
      about={`Not beaten by any other: ${best.map(({ place }) => place.name).join(", ")}.`}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    >
      {levels.map((value) => (
        <g key={value}>
          <line
            x1={BOX.left}
            x2={BOX.right}
            y1={y(value)}
            y2={y(value)}
            class={value === low ? "axis" : "rule"}
          />
          <text x={BOX.left - 6} y={y(value) + 4} class="t end">
            {endText(value)}
          </text>
        </g>
      ))}
      {[0, end / 2, end].map((value) => (
        <text key={value} x={x(value)} y={BOX.bottom + 16} class="t middle">
          {axis.text(value)}
        </text>
      ))}
      <text x={BOX.left} y={HEIGHT - 6} class="t">
        {axis.words} →
      </text>
      <polyline points={best.map((dot) => `${dot.x},${dot.y}`).join(" ")} class="frontier-line" />
      {dots.map(({ place, x: cx, y: cy, run }, i) => (
        <g key={i}>
          <title>
            {place.name}: {scoreText(place.quality)}, {axis.text(axis.value(place) ?? 0)}
          </title>
          {run >= 0 && run < SHAPES ? (
            <RunMark run={run} x={cx} y={cy} />
          ) : (
            <circle
              cx={cx}
              cy={cy}
              r={place.onFrontier ? 4 : 3}
              class={place.onFrontier ? "ink-fill" : "ink-ring"}
            />
          )}
        </g>
      ))}
      {labels.map(({ text, x: at, y: top, end: toLeft }) => (
        <text key={text} x={at} y={top} class={toLeft ? "t on end" : "t on"}>
          {text}
        </text>
      ))}
    </Picture>
  );
}

interface Axis {
  readonly words: string;
  value(place: Place): number | undefined;
  text(value: number): string;
}

/** Latency where it was measured, else cost. */
function axisOf(places: readonly Place[]): Axis | undefined {
  if (places.some(({ latency }) => latency !== undefined))
    return { words: "latency, p50", value: ({ latency }) => latency, text: msText };
  if (places.some(({ cost }) => cost !== undefined))
    return {
      words: "cost per query",
      value: ({ cost }) => cost,
      text: (value) => String(Number(value.toPrecision(3))),
    };
  return undefined;
}

/** Round numbers from below the lowest to above the highest: differences between good settings are small. */
function qualityLevels(values: readonly number[]): number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const step = Math.max(0.01, scaleEnd([(most - least) / 4]));
  const first = Math.floor(least / step);
  const steps = Math.max(2, Math.ceil(most / step) - first);
  return Array.from({ length: steps + 1 }, (_, i) => Number(((first + i) * step).toFixed(6)));
}

interface Dot {
  readonly place: Place;
  readonly x: number;
  readonly y: number;
}
interface Label {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** It ends at x. */
  readonly end: boolean;
}

const LETTER = 6.6;

/** Names of the places on the frontier, and of the others while there is room; a name that would cover something is left out. */
function placeLabels(dots: readonly Dot[]): Label[] {
  const boxes = dots.map(({ x, y }) => ({ left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 }));
  const labels: Label[] = [];
  const wanted = [...dots].sort((p, q) => Number(q.place.onFrontier) - Number(p.place.onFrontier));
  for (const { place, x, y } of wanted) {
    const text = middleCut(place.name, 22);
    if (labels.some((label) => label.text === text)) continue;
    const width = LETTER * [...text].length;
    const found = [
      { x: x + 9, y: y + 4, end: false },
      { x: x - 9, y: y + 4, end: true },
      { x: x + 6, y: y - 9, end: false },
      { x: x - 6, y: y - 9, end: true },
      { x: x + 6, y: y + 16, end: false },
      { x: x - 6, y: y + 16, end: true },
    ].find((label) => {
      const box = boxOf(label, width);
      const inside = box.left >= BOX.left && box.right <= WIDTH && box.top >= 0 && box.bottom <= BOX.bottom;
      return inside && boxes.every((other) => apart(box, other));
    });
    if (found === undefined) continue;
    boxes.push(boxOf(found, width));
    labels.push({ text, ...found });
  }
  return labels;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const boxOf = ({ x, y, end }: Pick<Label, "x" | "y" | "end">, width: number): Box => ({
  left: end ? x - width : x,
  right: end ? x : x + width,
  top: y - 11,
  bottom: y + 3,
});

const apart = (a: Box, b: Box): boolean =>
  a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top;
