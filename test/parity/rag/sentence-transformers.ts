import type { Cell } from "../_cells.ts";
import type { Tables } from "../_tables.ts";
import { type Case, casesOf, compareRow, flatGold, idsAndScores, ours } from "./case.ts";

/** Metric → cut-off → value, or what the tool raised. */
type Section = Readonly<Record<string, Readonly<Record<string, unknown>>>> | { readonly error: string };
interface Row {
  readonly queries: readonly Section[];
  readonly aggregate: Section;
}

const METRICS = ["accuracy", "precision", "recall", "ndcg", "mrr", "map"];

/** Spelled as the tool prints them: "accuracy@k" and "10" are accuracy@10. An error is that of every cell. */
function namesIn(c: Case, section: Section): Record<string, unknown> {
  const ks = c.k.filter((k) => k > 0);
  return Object.fromEntries(
    METRICS.flatMap((metric) =>
      ks.map((k) => [
        `${metric}@${k}`,
        "error" in section
          ? section
          : (section as Record<string, Record<string, unknown>>)[`${metric}@k`]?.[k],
      ]),
    ),
  );
}

/** Each query was given to the tool alone, and all of them together: both are means. */
export function* sentenceTransformers(tables: Tables): Iterable<Cell> {
  const tool = "sentence-transformers";
  for (const [c, row] of casesOf<Row>(tables, "sentence-transformers")) {
    const mean = (queries: Case["queries"]) =>
      ours({
        as: "sentence-transformers",
        k: c.k.filter((k) => k > 0),
        ...idsAndScores({ ...c, queries }, flatGold),
      }).summary;
    for (const [i, wanted] of row.queries.entries())
      yield* compareRow({ tool, case: c, where: "alone" }, namesIn(c, wanted), mean([c.queries[i]!]));
    yield* compareRow({ tool, case: c, where: "all" }, namesIn(c, row.aggregate), mean(c.queries));
  }
}
