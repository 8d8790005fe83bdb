import { type Cell, same } from "../_cells.ts";
import type { Tables } from "../_tables.ts";
import { casesOf, type GradesByQuery, goldOf, ours, runOf, sorted, wanted } from "./_inputs.ts";

type Values = readonly unknown[];
interface Row {
  readonly rows: readonly (readonly [string, Values])[];
  readonly all: Values;
  /** Interpolated precision at the recall levels 0, 0.1 … 1. */
  readonly iprec11?: readonly (readonly [string, Values])[];
  /** Where scores tie: the ranking that ranx used. */
  readonly order?: Readonly<Record<string, readonly string[]>>;
  /** By query: ids that it cut. */
  readonly ids_cut?: Readonly<Record<string, readonly string[]>>;
}

/** NumPy's sort leaves equal scores in place in lists up to here. */
const STABLE = 15;

/** Only its plots show it: it has no name among the metrics. */
const IPREC = Array.from({ length: 11 }, (_, i) => `iprec(round=up)@${i / 10}`);

/** A query up to this one, in the order of ids, has no relevant document at the level of the metric. */
function poisons(name: string, gold: GradesByQuery, queries: readonly string[]): boolean {
  if (!name.startsWith("bpref")) return false;
  const level = name.endsWith("-l2") ? 2 : 1;
  return queries.some((q) => ![...(gold.get(q)?.grades.values() ?? [])].some((grade) => grade >= level));
}

export function* ranx(tables: Tables): Iterable<Cell> {
  const { metrics: named } = (tables("ranx") as { readonly meta: { readonly metrics: readonly string[] } })
    .meta;
  const metrics = [...named, ...IPREC];
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
    const seen: string[] = [];
    const cell = (query: string | undefined, name: string, value: unknown): Cell => {
      const said = wanted(value);
      const on = (from: typeof got) => (query === undefined ? from.mean(name) : from.score(query, name));
      const isUnstable = recorded !== undefined && (query === undefined || unstable.has(query));
      const isCut = row.ids_cut !== undefined && (query === undefined || query in row.ids_cut);
      return {
        tool: "ranx",
        case: `${c.id} (${c.tag})`,
        where: `${query ?? "all"}.${name}`,
        wanted: said,
        got: on(got),
        chosen:
          isUnstable && same(said, on(recorded))
            ? "unstable-sort"
            : poisons(name, gold, seen)
              ? "bpref-poisoned"
              : isCut
                ? "ids-cut"
                : undefined,
      };
    };
    for (const [query, values] of row.rows) {
      seen.push(query);
      for (const [i, name] of named.entries()) yield cell(query, name, values[i]);
    }
    for (const [i, name] of named.entries()) yield cell(undefined, name, row.all[i]);
    for (const [query, values] of row.iprec11 ?? [])
      for (const [i, name] of IPREC.entries()) yield cell(query, name, values[i]);
  }
}
