/** The columns of the table of queries. */
import type { View } from "../../view/model.ts";
import type { SortColumn } from "../state.ts";
import { columnRuns, type ShownRuns } from "./pair.ts";

export interface QueryColumn {
  readonly key: string;
  readonly sort: SortColumn;
  readonly head: string;
  /** Of a column of scores. */
  readonly run?: number;
  readonly classes: string;
}

export function columnsOf(view: View, runs: ShownRuns): readonly QueryColumn[] {
  const { words, tags, firstRelevant, leaks } = view.queries;
  const several = runs.length > 1;
  const column = (sort: SortColumn, head: string, classes = ""): QueryColumn => ({
    key: sort,
    sort,
    head,
    classes: `col-${sort} ${classes}`.trim(),
  });
  return [
    column("id", "Id", words.length === 0 ? "wide" : ""),
    ...(words.length === 0 ? [] : [column("question", "Question")]),
    ...(Object.keys(tags).length === 0 ? [] : [column("tags", "Tags")]),
    ...columnRuns(view, runs).map((run): QueryColumn => {
      const key: SortColumn = `score.${run}`;
      // Narrow screens keep the column marked "main": the difference, or the score of a single run.
      return {
        key,
        sort: key,
        head: view.runs[run]!.name,
        run,
        classes: `col-score num${several ? "" : " main"}`,
      };
    }),
    ...(several ? [column("diff", "Difference", "num main")] : []),
    ...(firstRelevant.some((ranks) => ranks.some((rank) => rank !== null))
      ? [column("first", "First relevant")]
      : []),
    ...(leaks.some((counts) => counts.some((n) => n > 0)) ? [column("leaks", "Forbidden")] : []),
  ];
}
