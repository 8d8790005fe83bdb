import { RunMark, runClass } from "./glyph.tsx";
import { Picture } from "./picture.tsx";
import { percent, share } from "./scale.ts";

interface IntervalDotProps {
  readonly run: number;
  readonly mean: number | null;
  readonly interval?: readonly [low: number, high: number] | undefined;
  /** The ends of the scale. */
  readonly range: readonly [low: number, high: number];
  readonly label: string;
}

/** A mean with its interval on a scale of its own line. */
export function IntervalDot({ run, mean, interval, range: [low, high], label }: IntervalDotProps) {
  const at = (value: number): string => percent(share(value, low, high));
  return (
    <Picture class={`interval-dot ${runClass(run)}`} label={label} height={14}>
      <line x1="0" x2="100%" y1="7" y2="7" class="rule" />
      {interval === undefined ? null : (
        <line x1={at(interval[0])} x2={at(interval[1])} y1="7" y2="7" class="run-line thick" />
      )}
      {mean === null ? null : <RunMark run={run} x={at(mean)} y={7} />}
    </Picture>
  );
}
