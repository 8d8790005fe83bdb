import { binsOf } from "./bins.ts";
import { runClass } from "./glyph.tsx";
import { withCommas } from "./numbers.ts";
import { Picture } from "./picture.tsx";
import { percent, share, short } from "./scale.ts";

interface DistributionProps {
  readonly run: number;
  readonly name: string;
  readonly metric: string;
  readonly scores: readonly (number | null)[];
  /** Of the scale of the scores. */
  readonly end: number;
  /** The largest count of all runs, so that their bars are on one scale. */
  readonly most: number;
}

const [TOP, BARS] = [16, 34];

/** How many queries have which score. */
export function Distribution({ run, name, metric, scores, end, most }: DistributionProps) {
  const bins = binsOf(scores, end);
  const step = 1 / bins.length;
  return (
    <Picture
      class={`crisp ${runClass(run)}`}
      label={`Queries by ${metric}, ${name}`}
      about={bins.map(({ label, count }) => `${label}: ${count}`).join(", ")}
      height={TOP + BARS + 18}
    >
      <line x2="100%" y1={TOP + BARS + 0.5} y2={TOP + BARS + 0.5} class="axis" />
      {bins.map(({ label, count }, i) => {
        const height = short(BARS * share(count, 0, most));
        return (
          <g key={label + i}>
            {count === 0 ? null : (
              <rect
                x={percent((i + 0.14) * step)}
                width={percent(0.72 * step)}
                y={TOP + BARS - Math.max(1, height)}
                height={Math.max(1, height)}
                class="run-fill"
              />
            )}
            <text x={percent((i + 0.5) * step)} y={TOP + BARS - Math.max(1, height) - 4} class="t middle on">
              {withCommas(count)}
            </text>
            <text x={percent((i + 0.5) * step)} y={TOP + BARS + 15} class="t middle">
              {label}
            </text>
          </g>
        );
      })}
    </Picture>
  );
}
