/** Which hits of two ranked lists are joined by a line. */
import type { HitView } from "../../view/model.ts";

/** What tells whether hits of two lists are the same. */
export const sameness = ({ id, same }: Pick<HitView, "id" | "same">): string | null => same ?? id;

/** The row of each hit; the first one if it is repeated. */
function rowsOf(hits: readonly HitView[]): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  hits.forEach((hit, row) => {
    const id = sameness(hit);
    if (id !== null && !rows.has(id)) rows.set(id, row);
  });
  return rows;
}

export interface RankLine {
  /** As the rules match it. */
  readonly id: string;
  readonly kind: "both" | "left" | "right";
  readonly relevant: boolean;
  /** Rows from 0. Both are the same for a stub. */
  readonly from: number;
  readonly to: number;
}

/** A line for each hit that is in both lists, and a stub for each relevant hit that is in only one. */
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
