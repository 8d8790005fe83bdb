/** Lines between two ranked lists: from where a hit is in one to where it is in the other. */
import type { HitView } from "../../view/model.ts";

export interface RankLinesProps {
  readonly left: readonly HitView[];
  readonly right: readonly HitView[];
  readonly selected: string | undefined;
  /** A rule below this rank. */
  readonly k: number | undefined;
}

/** The rows that hits are in, by id; of a repeated id the first. */
function rowsOf(hits: readonly HitView[]): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  hits.forEach(({ id }, row) => {
    if (id !== null && !rows.has(id)) rows.set(id, row);
  });
  return rows;
}

export interface RankLine {
  readonly id: string;
  readonly kind: "both" | "left" | "right";
  readonly relevant: boolean;
  /** Rows from 0; of a hit that one list lacks both are the row in the other. */
  readonly from: number;
  readonly to: number;
}

/** A line for each hit of both lists, a stub for each relevant hit of one of them. */
export function rankLines(left: readonly HitView[], right: readonly HitView[]): readonly RankLine[] {
  const [inLeft, inRight] = [rowsOf(left), rowsOf(right)];
  const lines: RankLine[] = [];
  for (const [id, from] of inLeft) {
    const to = inRight.get(id);
    const relevant =
      left[from]!.state === "relevant" || (to !== undefined && right[to]!.state === "relevant");
    if (to !== undefined) lines.push({ id, kind: "both", relevant, from, to });
    else if (relevant) lines.push({ id, kind: "left", relevant, from, to: from });
  }
  for (const [id, row] of inRight)
    if (!inLeft.has(id) && right[row]!.state === "relevant")
      lines.push({ id, kind: "right", relevant: true, from: row, to: row });
  return lines;
}

/** Rows are the unit of y, the gap between the lists that of x: fixed row heights make measuring needless. */
const pathOf = ({ kind, from, to }: RankLine): string => {
  const [start, end] = [from + 0.5, to + 0.5];
  if (kind === "left") return `M0 ${start}H.3`;
  if (kind === "right") return `M1 ${end}H.7`;
  return `M0 ${start}C.5 ${start} .5 ${end} 1 ${end}`;
};

export function RankLines({ left, right, selected, k }: RankLinesProps) {
  const rows = Math.max(left.length, right.length);
  const lines = rankLines(left, right);
  // Thick lines lie above thin ones.
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
