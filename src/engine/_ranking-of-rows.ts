/** The rows of one query as a ranking, as the library takes it. */
import type { DocId } from "../core/ids.ts";
import { RankingColumns } from "../evaluate/input/read-run.ts";
import type { RowOrder } from "../formats/index.ts";

/** `values`: by row its score or its rank; NaN where it has none. */
export function rankingOfRows(
  ids: readonly DocId[],
  values: ArrayLike<number>,
  lines: ArrayLike<number>,
  order: RowOrder,
  file: string,
): RankingColumns {
  const common = { distinct: false, nulls: false, file };
  if (order === "rank") {
    // Sort by the rank column; rows may come in any order.
    const at = [...ids.keys()].sort((a, b) => values[a]! - values[b]! || a - b);
    return new RankingColumns({
      ...common,
      ids: at.map((row) => ids[row]!),
      lines: at.map((row) => lines[row]!),
      mapping: false,
    });
  }
  const copied = Array.from(lines);
  const scores = Array.from(values, (value) => (Number.isNaN(value) ? undefined : value));
  if (scores.every((score) => score === undefined))
    return new RankingColumns({ ...common, ids, lines: copied, mapping: false });
  // Where they do not decide the order, a dialect, a fusion or another format may still ask for them.
  return new RankingColumns({ ...common, ids, lines: copied, mapping: order === "score", scores });
}
