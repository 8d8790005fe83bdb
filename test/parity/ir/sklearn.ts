import type { Cell, State } from "../_cells.ts";
import type { Tables } from "../_tables.ts";
import { casesOf, goldOf, type IrCase, ours, runOf, wanted } from "./_inputs.ts";

type Values = readonly unknown[] | { readonly error: string };
type Row = { readonly rows: readonly (readonly [string, Values, (Values | string)?])[] };

/** A column of the table in the words of the dialect. */
function called(column: string): string {
  const ap = /^average_precision\(grade>=(\d)\)$/.exec(column);
  if (ap !== null) return `average_precision_score(rel=${ap[1]})`;
  const [, name, k, ignore] = /^(n?dcg)@(all|\d+)(-ignore_ties)?$/.exec(column)!;
  const args = [...(k === "all" ? [] : [`k=${k}`]), `ignore_ties=${ignore === undefined ? "False" : "True"}`];
  return `${name}_score(${args.join(",")})`;
}

export function* sklearn(tables: Tables): Iterable<Cell> {
  const { columns } = (tables("sklearn") as { readonly meta: { readonly columns: readonly string[] } }).meta;
  const metrics = columns.map(called);
  for (const [c, row] of casesOf<Row>(tables, "sklearn")) {
    const gold = goldOf(c);
    const run = runOf(c);
    for (const [i, variant] of ["retrieved", "union"].entries()) {
      const options = variant === "union" ? ["union"] : [];
      for (const [query, ...both] of row.rows) {
        const found = both[i];
        if (found === undefined) continue;
        const values = (typeof found === "string" ? both[0] : found) as Values;
        // One query at a time: its bounds under ties are those of a mean over one.
        const got = ours({
          as: "sklearn",
          metrics,
          options,
          gold: new Map([[query, gold.get(query) ?? { grades: new Map() }]]),
          run: new Map([[query, run.get(query) ?? new Map()]]),
        });
        for (const [j, column] of columns.entries()) {
          const ignored = column.endsWith("ignore_ties") && tied(c, query, variant);
          const said = "error" in values ? "tool-raises" : wanted(values[j]);
          yield {
            tool: "sklearn",
            case: `${c.id} (${c.tag})`,
            where: `${variant}.${query}.${column}`,
            wanted: said,
            got: got.score(query, metrics[j]!),
            chosen: ignored && within(said, metrics[j]!, got) ? "unstable-sort" : undefined,
          };
        }
      }
    }
  }
}

/** Some scores are equal; documents that are added have one score. */
function tied(c: IrCase, query: string, variant: string): boolean {
  const hits = c.run.find(([id]) => id === query)?.[1] ?? [];
  const ids = new Set(hits.map(([id]) => id));
  const added = c.qrels.find(([id]) => id === query)?.[1].filter(([id]) => !ids.has(id)) ?? [];
  return (
    new Set(hits.map(([, score]) => score)).size < hits.length || (variant === "union" && added.length > 1)
  );
}

/** The value lies between what the best and the worst order of equal scores give. */
function within(said: State, metric: string, { result }: ReturnType<typeof ours>): boolean {
  const ties = result?.bounds(metric).ties;
  if (typeof said !== "number" || ties === undefined || ties.queries === 0) return false;
  return said >= (ties.least ?? Number.NaN) - 1e-9 && said <= (ties.greatest ?? Number.NaN) + 1e-9;
}
