import type { Cell, State } from "../_cells.ts";
import type { Tables } from "../_tables.ts";
import { casesOf, goldOf, ours, runOf, wanted } from "./_inputs.ts";
import { allNegative, emptyRun } from "./classes.ts";

type Values = readonly unknown[];
interface Called {
  /** Absent where the call raised, or the process died. */
  readonly rows?: readonly (readonly [string, number, Values])[];
  readonly all?: readonly [number, Values];
}
type Row = Readonly<Record<string, Called>>;

const ALL = ["all_trec"];
const VARIANTS: Readonly<Record<string, { metrics: readonly string[]; options: readonly string[] }>> = {
  all: { metrics: ALL, options: [] },
  level2: { metrics: ALL, options: ["relevance_level=2"] },
  params: {
    metrics:
      "P.1,3,7 recall.1,3,7 ndcg_cut.1,3,7 map_cut.1,3,7 success.1,3,7 relative_P.3,7 iprec_at_recall.0.15,0.33,0.66 11pt_avg.0.25,0.5,0.75 Rprec_mult.0.5,1.5 set_F.0.5".split(
        " ",
      ),
    options: [],
  },
  judged_only: { metrics: ALL, options: ["judged_docs_only_flag"] },
};
/** Parameters that it leaves out of the names of its answer. */
const NAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  params: { "11pt_avg": "11pt_avg_0.25,0.5,0.75", set_F: "set_F_0.5" },
};
/** Not numbers, and returned as 0: nothing to compare. */
const TEXTS = ["relstring", "runid"];

export function* pytrecEval(tables: Tables): Iterable<Cell> {
  const { layouts } = tables("pytrec_eval") as { readonly layouts: readonly (readonly string[])[] };
  for (const [c, row] of casesOf<Row>(tables, "pytrec_eval")) {
    const gold = goldOf(c);
    const run = runOf(c);
    for (const [variant, { metrics, options }] of Object.entries(VARIANTS)) {
      const called = row[variant];
      if (called === undefined) continue;
      const got = ours({ as: "pytrec_eval", metrics, options, gold, run });
      // With levels of its own, the mean of an empty list is 0/0 whatever they are.
      const classOf = (name: string, query?: string) =>
        variant === "params" && name === "11pt_avg" && emptyRun(c, query) ? "empty-run" : undefined;
      const cell = (where: string, said: State, we: State, chosen?: string): Cell => ({
        tool: "pytrec_eval",
        case: `${c.id} (${c.tag})`,
        where: `${variant}.${where}`,
        wanted: said,
        got: we,
        chosen,
        // The same C, to the last bit; only its geometric means are taken by NumPy, whose exp is not the nearest double.
        ...(/^all\.gm_/.test(where) ? {} : { within: 0 }),
      });
      if (called.rows === undefined) {
        yield cell(
          "call",
          "tool-raises",
          got.mean(variant === "params" ? "P_1" : "map"),
          allNegative(c) ? "all-negative" : emptyRun(c) ? "empty-run" : undefined,
        );
        continue;
      }
      for (const [query, layout, values] of called.rows)
        for (const [i, name] of layouts[layout]!.entries())
          if (!TEXTS.includes(name))
            yield cell(
              `${query}.${name}`,
              wanted(values[i]),
              got.score(query, NAMED[variant]?.[name] ?? name),
              classOf(name, query),
            );
      if (called.all === undefined) continue;
      const [layout, values] = called.all;
      for (const [i, name] of layouts[layout]!.entries())
        if (!TEXTS.includes(name))
          yield cell(
            `all.${name}`,
            wanted(values[i]),
            got.mean(NAMED[variant]?.[name] ?? name),
            classOf(name),
          );
    }
  }
}
