import type { Cell } from "../_cells.ts";
import type { Tables } from "../_tables.ts";
import { casesOf, compareRow, idsAndGroups, ours, texts } from "./case.ts";

type Wanted = Readonly<Record<string, unknown>>;
interface Row {
  readonly groups: Section;
  readonly and: Section;
  readonly or: Section;
  readonly token?: readonly Wanted[];
}
interface Section {
  readonly queries: readonly Wanted[];
  readonly aggregate: Wanted;
}

/** `tool`: the row of the printed table; two versions of Python ran the same AutoRAG. */
export const autorag = (as: string, table: string, tool: string) =>
  function* (tables: Tables): Iterable<Cell> {
    for (const [c, row] of casesOf<Row>(tables, table)) {
      for (const [option, options] of [
        ["groups", []],
        ["and", ["and"]],
        ["or", ["or"]],
      ] as const) {
        const { row: got, summary } = ours({ as, options, metrics: "retrieval", ...idsAndGroups(c) });
        for (const [i, wanted] of row[option].queries.entries())
          yield* compareRow({ tool, case: c, where: option }, wanted, got(i));
        yield* compareRow({ tool, case: c, where: `${option}.aggregate` }, row[option].aggregate, summary);
      }
      if (row.token === undefined) continue;
      const { row: got } = ours({ as, metrics: "tokens", ...texts(c) });
      for (const [i, wanted] of row.token.entries())
        yield* compareRow({ tool, case: c, where: "token" }, wanted, got(i));
    }
  };
