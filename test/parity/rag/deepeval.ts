import type { Judgement } from "../../../src/index.ts";
import type { Cell } from "../_cells.ts";
import type { Tables } from "../_tables.ts";
import { casesOf, compareRow, judgements, ours, type Query, withMore } from "./case.ts";

type Outcome = { readonly score: number; readonly success: boolean } | { readonly error: string };
type Row = Readonly<Record<string, Readonly<Record<string, Outcome>>>>;

/** One reply per context; a context that it has no statements of was answered with none. */
const judgementOf = ({ judged: j }: Query): Judgement => ({
  question: j.query,
  contexts: j.contexts,
  verdicts: j.raw_verdicts,
  claims: j.raw_claims,
  statements: j.contexts.map((_, i) => j.raw_statements[i] ?? []),
});

export const deepeval = (as: string, table: string) =>
  function* (tables: Tables): Iterable<Cell> {
    for (const [c, row] of casesOf<{ readonly queries: readonly Row[] }>(tables, table))
      for (const option of ["json", "schema", "strict"]) {
        const { row: got, result } = ours({ as, options: [option], ...judgements(c, judgementOf) });
        for (const [i, metrics] of row.queries.entries()) {
          const wanted: Record<string, unknown> = {};
          const passed: Record<string, number> = {};
          for (const [name, outcomes] of Object.entries(metrics)) {
            const outcome = outcomes[option]!;
            wanted[name] = "error" in outcome ? outcome : outcome.score;
            if ("error" in outcome) continue;
            wanted[`${name}.success`] = outcome.success;
            passed[`${name}.success`] = Number(result?.passed(String(i), name));
          }
          yield* compareRow({ tool: as, case: c, where: option }, wanted, withMore(got(i), passed));
        }
      }
  };
