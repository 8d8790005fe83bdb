import type { Cell } from "../_cells.ts";
import type { Tables } from "../_tables.ts";
import { casesOf, compareRow, idsAndList, ours, withMore } from "./case.ts";
import { liveragClass } from "./classes.ts";

interface Row {
  readonly sample_count: number;
  readonly rows: readonly (Readonly<Record<string, unknown>> & { readonly qid: string | number })[];
  readonly aggregate: Readonly<Record<string, unknown>>;
}

export function* liverag(tables: Tables): Iterable<Cell> {
  const tool = "liverag";
  for (const [c, row] of casesOf<Row>(tables, "liverag")) {
    const {
      row: got,
      summary,
      result,
    } = ours({ as: "liverag", ...idsAndList(c, (q) => ({ relevant: q.gold_docs })) });
    const counts = result?.mean("avg_context_recall").counts;
    const aggregate = (name: string) => liveragClass(c, name, undefined);
    yield* compareRow(
      { tool, case: c, where: "aggregate" },
      { sample_count: row.sample_count, ...row.aggregate },
      withMore(summary, { sample_count: (counts?.scored ?? 0) + (counts?.undefined ?? 0) }),
      aggregate,
    );
    // The tool's rows keep the order of the queries, without those it dropped.
    let at = -1;
    for (const { qid, ...wanted } of row.rows) {
      const next = c.queries.findIndex((q, i) => i > at && q.qid === qid);
      const query = c.queries[next];
      if (query !== undefined) at = next;
      yield* compareRow({ tool, case: c, where: "row" }, wanted, got(next), (name) =>
        query === undefined ? undefined : liveragClass(c, name, query),
      );
    }
  }
}
