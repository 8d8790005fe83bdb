import { type Cell, type State, same } from "../_cells.ts";
import type { Tables } from "../_tables.ts";
import { casesOf, type GradesByQuery, goldOf, ours, runOf, sorted, wanted } from "./_inputs.ts";

type Values = readonly unknown[];
interface Row {
  readonly rows: readonly (readonly [string, Values])[];
  readonly all: Values;
  /** Where scores tie: the ranking that ranx used. */
  readonly order?: Readonly<Record<string, readonly string[]>>;
  /** By query: ids that it cut. */
  readonly ids_cut?: Readonly<Record<string, readonly string[]>>;
}

/** NumPy's sort leaves equal scores in place in lists up to here. */
const STABLE = 15;

/** A query up to this one, in the order of ids, has no relevant document at the level of the metric. */
function poisons(name: string, gold: GradesByQuery, queries: readonly string[]): boolean {
  if (!name.startsWith("bpref")) return false;
  const level = name.endsWith("-l2") ? 2 : 1;
  return queries.some((q) => ![...(gold.get(q)?.grades.values() ?? [])].some((grade) => grade >= level));
}

export function* ranx(tables: Tables): Iterable<Cell> {
  const { metrics } = (tables("ranx") as { readonly meta: { readonly metrics: readonly string[] } }).meta;
  for (const [c, row] of casesOf<Row>(tables, "ranx")) {
    const gold = sorted(goldOf(c));
    const run = runOf(c);
    const got = ours({ as: "ranx", metrics, gold, run });
    const order = new Map(Object.entries(row.order ?? {}));
    const unstable = new Set([...order.keys()].filter((q) => (run.get(q)?.size ?? 0) > STABLE));
    // The same lists in the order that ranx had them in, with scores that do not tie.
    const recorded =
      unstable.size === 0
        ? undefined
        : ours({
            as: "ranx",
            metrics,
            gold,
            run: new Map(
              [...run].map(([q, scores]) => [
                q,
                unstable.has(q) ? new Map(order.get(q)!.map((id, i) => [id, -i])) : scores,
              ]),
            ),
          });
    function cell(
      where: string,
      said: State,
      we: State,
      onItsOrder: State | undefined,
      poisoned: boolean,
    ): Cell {
      return {
        tool: "ranx",
        case: `${c.id} (${c.tag})`,
        where,
        wanted: said,
        got: we,
        chosen:
          onItsOrder !== undefined && same(said, onItsOrder)
            ? "unstable-sort"
            : poisoned
              ? "bpref-poisoned"
              : cutIn(query)
                ? "ids-cut"
                : undefined,
      };
    }
    const seen: string[] = [];
    for (const [query, values] of row.rows) {
      seen.push(query);
      for (const [i, name] of metrics.entries())
        yield cell(
          `${query}.${name}`,
          wanted(values[i]),
          got.score(query, name),
          unstable.has(query) ? recorded?.score(query, name) : undefined,
          poisons(name, gold, seen),
        );
    }
    for (const [i, name] of metrics.entries())
      yield cell(
        `all.${name}`,
        wanted(row.all[i]),
        got.mean(name),
        recorded?.mean(name),
        poisons(name, gold, seen),
      );
  }
}
