import type { Cell } from "../_cells.ts";
import type { Tables } from "../_tables.ts";
import { casesOf, compareRow, flatGold, gradedGold, idsAndList, ours } from "./case.ts";

interface Evaluated {
  readonly score: unknown;
  readonly individual_scores: readonly unknown[];
}

export function* haystack(tables: Tables): Iterable<Cell> {
  const tool = "haystack";
  for (const [c, { case: _, ...evaluators }] of casesOf<{ case: number } & Record<string, Evaluated>>(
    tables,
    "haystack",
  ))
    for (const [name, wanted] of Object.entries(evaluators as Record<string, Evaluated>)) {
      // Only one evaluator was given documents with grades.
      const gold = name === "ndcg_graded" ? gradedGold : flatGold;
      const { row, summary } = ours({ as: "haystack", metrics: name, ...idsAndList(c, gold) });
      for (const [i, value] of wanted.individual_scores.entries())
        yield* compareRow({ tool, case: c, where: "row" }, { [name]: value }, row(i));
      yield* compareRow({ tool, case: c, where: "mean" }, { [name]: wanted.score }, summary);
    }
}
