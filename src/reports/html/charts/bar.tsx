import { runClass } from "./glyph.tsx";
import { Picture } from "./picture.tsx";
import { percent } from "./scale.ts";

interface BarProps {
  readonly run: number;
  /** From 0 to 1. */
  readonly part: number;
  readonly label: string;
  /** A rule across the bar, from 0 to 1. */
  readonly tick?: number | undefined;
  readonly height?: number;
}

/** A bar in a cell of a table. */
export function Bar({ run, part, label, tick, height = 9 }: BarProps) {
  return (
    <Picture class={`crisp ${runClass(run)}`} label={label} height={height}>
      <rect width="100%" height={height} class="ground" />
      <rect width={percent(part)} height={height} class="run-fill" />
      {tick === undefined ? null : (
        <line x1={percent(tick)} x2={percent(tick)} y1={-2} y2={height + 2} class="ink-line" />
      )}
    </Picture>
  );
}
