import type { Cell } from "../_cells.ts";
import type { Tables } from "../_tables.ts";
import { casesOf, compareRow, flatGold, idsAndList, ours } from "./case.ts";

interface Row {
  readonly queries: readonly Readonly<Record<string, unknown>>[];
}

/** The tool scores query by query and has no mean. */
export function* llamaindex(tables: Tables): Iterable<Cell> {
  for (const [c, row] of casesOf<Row>(tables, "llamaindex")) {
    const { row: got } = ours({ as: "llamaindex", ...idsAndList(c, flatGold) });
    for (const [i, wanted] of row.queries.entries())
      yield* compareRow({ tool: "llamaindex", case: c, where: "row" }, wanted, got(i));
  }
}
