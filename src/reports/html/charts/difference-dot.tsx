import { Picture } from "./picture.tsx";
import { percent, share } from "./scale.ts";

interface DifferenceDotProps {
  readonly difference: number;
  readonly interval?: readonly [low: number, high: number] | undefined;
  /** The scale ends at ± this. */
  readonly end: number;
  /** Filled: it is real. Hollow: it could be noise. */
  readonly real: boolean;
  readonly label: string;
}

/** A difference with its interval, around 0. */
export function DifferenceDot({ difference, interval, end, real, label }: DifferenceDotProps) {
  const at = (value: number): string => percent(share(value, -end, end));
  return (
    <Picture label={label} height={16}>
      <line x1="50%" x2="50%" y1="1" y2="15" class="axis" />
      {interval === undefined ? null : (
        <line x1={at(interval[0])} x2={at(interval[1])} y1="8" y2="8" class="ink-line" />
      )}
      <circle cx={at(difference)} cy="8" r="3.5" class={real ? "ink-fill" : "ink-ring"} />
    </Picture>
  );
}
