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
  if (order === "rank") {
    // Sort by the rank column; rows may come in any order.
    const at = [...ids.keys()].sort((a, b) => values[a]! - values[b]! || a - b);
    return new RankingColumns({
      ids: at.map((row) => ids[row]!),
      mapping: false,
      distinct: false,
      nulls: false,
      lines: at.map((row) => lines[row]!),
      file,
    });
  }
  // Plain loops: there may be a million short lists, and Array.from is ten times slower for those.
  const copied = new Array<number>(lines.length);
  for (let i = 0; i < lines.length; i++) copied[i] = lines[i]!;
  const scores = new Array<number | undefined>(values.length);
  let isScored = false;
  for (let i = 0; i < values.length; i++) {
    const isMissing = Number.isNaN(values[i]);
    scores[i] = isMissing ? undefined : values[i];
    isScored ||= !isMissing;
  }
  if (!isScored)
    return new RankingColumns({ ids, mapping: false, distinct: false, nulls: false, lines: copied, file });
  // Where they do not decide the order, a dialect, a fusion or another format may still ask for them.
  const mapping = order === "score";
  return new RankingColumns({ ids, mapping, distinct: false, nulls: false, lines: copied, file, scores });
}
