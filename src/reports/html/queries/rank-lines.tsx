/** Lines between two ranked lists that connect the ranks of the same hit. */
import type { HitView } from "../../view/model.ts";
import { type RankLine, rankLines } from "./lines.ts";

export interface RankLinesProps {
  readonly left: readonly HitView[];
  readonly right: readonly HitView[];
  readonly selected: string | undefined;
  /** A rule below this rank. */
  readonly k: number | undefined;
}

/** y is in rows, x in widths of the gap. Rows have a fixed height, so nothing needs measuring. */
const pathOf = ({ kind, from, to }: RankLine): string => {
  const [start, end] = [from + 0.5, to + 0.5];
  if (kind === "left") return `M0 ${start}H.3`;
  if (kind === "right") return `M1 ${end}H.7`;
  return `M0 ${start}C.5 ${start} .5 ${end} 1 ${end}`;
};

export function RankLines({ left, right, selected, k }: RankLinesProps) {
  const rows = Math.max(left.length, right.length);
  const lines = rankLines(left, right);
  // Draw thick lines over thin ones.
  const order = (line: RankLine) => (line.id === selected ? 2 : line.relevant ? 1 : 0);
  return (
    <svg
      class="rank-lines"
      viewBox={`0 0 1 ${Math.max(1, rows)}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {k !== undefined && k < rows && <path class="rank-cut" d={`M0 ${k}H1`} />}
      {[...lines]
        .sort((x, y) => order(x) - order(y))
        .map((line) => (
          <g
            key={line.id}
            class={`rank-line ${line.kind === "both" ? "" : "stub"} ${line.relevant ? "relevant" : ""} ${line.id === selected ? "selected" : ""}`}
          >
            <path d={pathOf(line)} />
            {line.kind !== "both" && (
              <path class="rank-end" d={`M${line.kind === "left" ? 0.3 : 0.7} ${line.from + 0.5}h0`} />
            )}
          </g>
        ))}
    </svg>
  );
}
