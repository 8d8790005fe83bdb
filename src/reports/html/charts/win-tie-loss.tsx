import { runClass } from "./glyph.tsx";
import { withCommas } from "./numbers.ts";
import { Picture } from "./picture.tsx";
import { percent } from "./scale.ts";

interface WinTieLossProps {
  /** Places of the runs; wins are of b. */
  readonly a: number;
  readonly b: number;
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  readonly names: readonly [a: string, b: string];
  /** The part of the width that compared queries take; the rest is hatched. */
  readonly part?: number;
}

/** On how many queries a is better, both are equal, and b is better. */
export function WinTieLoss({ a, b, wins, ties, losses, names, part = 1 }: WinTieLossProps) {
  const all = wins + ties + losses;
  const one = all === 0 ? 0 : part / all;
  return (
    <Picture
      class="crisp"
      label={`${withCommas(losses)} better in ${names[0]}, ${withCommas(ties)} equal, ${withCommas(wins)} better in ${names[1]}`}
      height={8}
    >
      <rect width={percent(losses * one)} height="8" class={`run-fill ${runClass(a)}`} />
      <rect x={percent(losses * one)} width={percent(ties * one)} height="8" class="tie-fill" />
      <rect
        x={percent((losses + ties) * one)}
        width={percent(wins * one)}
        height="8"
        class={`run-fill ${runClass(b)}`}
      />
      {part < 1 ? (
        <rect x={percent(part)} width={percent(1 - part)} height="8" class="state-skipped" />
      ) : null}
    </Picture>
  );
}
