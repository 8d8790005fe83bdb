import type { Cell } from "../_cells.ts";
import type { Tables } from "../_tables.ts";
import {
  type Case,
  casesOf,
  compareRow,
  flatGold,
  gradedGold,
  idsAndList,
  ours,
  refused,
  type Shown,
  withMore,
} from "./case.ts";
import { cutoffClass } from "./classes.ts";

interface Section {
  readonly queries: readonly (readonly unknown[])[];
  readonly aggregate: Readonly<Record<string, unknown>>;
}

/** The ten values of a row, in the table's order. */
const NAMES = [
  "precision_at_k",
  "recall_at_k",
  "f1_at_k",
  "mrr",
  "map",
  "ndcg_at_k",
  "hit_rate",
  "num_retrieved",
  "num_relevant",
  "num_relevant_retrieved",
];

function shown(c: Case, graded: boolean, k: number): Shown {
  if (cutoffClass(k) !== undefined) return refused("refused: a cut-off below 0");
  const { row, summary, result } = ours({
    as: "ragprod",
    k,
    ...idsAndList(c, graded ? gradedGold : flatGold),
  });
  return { row, summary: withMore(summary, { num_queries: result?.queries.length ?? 0 }) };
}

export function* ragprod(tables: Tables): Iterable<Cell> {
  const tool = "ragprod";
  for (const [c, row] of casesOf<Readonly<Record<string, Section>>>(tables, "ragprod"))
    for (const [key, section] of Object.entries(row)) {
      const at = /^(graded)?@(.+)$/.exec(key);
      if (at === null) continue;
      const k = Number(at[2]);
      const chosen = () => cutoffClass(k);
      const { row: got, summary } = shown(c, at[1] !== undefined, k);
      for (const [i, values] of section.queries.entries()) {
        const wanted = Object.fromEntries(NAMES.map((name, n) => [name, values[n]]));
        yield* compareRow({ tool, case: c, where: key }, wanted, got(i), chosen);
      }
      yield* compareRow({ tool, case: c, where: `${key}.aggregate` }, section.aggregate, summary, chosen);
    }
}
