import type { Cell } from "../_cells.ts";
import type { Tables } from "../_tables.ts";
import { casesOf, compareRow, flatGold, idsAndList, ours } from "./case.ts";

interface Evaluated {
  readonly scores: readonly unknown[];
  readonly aggregate: Readonly<Record<string, unknown>>;
}

export function* mlflow(tables: Tables): Iterable<Cell> {
  const tool = "mlflow";
  for (const [c, row] of casesOf<Readonly<Record<string, Readonly<Record<string, Evaluated>>>>>(
    tables,
    "mlflow",
  ))
    for (const [key, section] of Object.entries(row)) {
      if (!key.startsWith("@")) continue;
      const k = Number(key.slice(1));
      const { row: got, summary } = ours({ as: "mlflow", k, ...idsAndList(c, flatGold) });
      const named = (of: (evaluated: Evaluated) => readonly (readonly [string, unknown])[]) =>
        Object.fromEntries(
          Object.entries(section).flatMap(([name, evaluated]) =>
            of(evaluated).map(([more, value]) => [name.replace(/k$/, String(k)) + more, value]),
          ),
        );
      for (const i of c.queries.keys())
        yield* compareRow(
          { tool, case: c, where: key },
          named(({ scores }) => [["", scores[i]]]),
          got(i),
        );
      yield* compareRow(
        { tool, case: c, where: `${key}.aggregate` },
        named(({ aggregate }) => Object.entries(aggregate).map(([as, value]) => [`/${as}`, value])),
        summary,
      );
    }
}
