import type { Cell, State } from "../_cells.ts";
import type { Tables } from "../_tables.ts";
import { casesOf, goldOf, ours, runOf, sorted, wanted } from "./_inputs.ts";

type Said = "same" | readonly [unknown, unknown] | unknown;
interface Row {
  readonly values?: Readonly<Record<string, Said>>;
}
const CALLS = /^get_(ndcg|map|precision|recall|reciprocal_rank|rprec|bpref|unjudged)\(|^get_\w+_documents\(/;

/** Measures that have no row, filled up with NaN, where nothing relevant was found. */
const NAN = /^get_(ndcg|map|recall|reciprocal_rank|rprec)/;

export function* trectools(tables: Tables): Iterable<Cell> {
  for (const [c, row] of casesOf<Row>(tables, "trectools")) {
    if (row.values === undefined) continue;
    const calls = Object.keys(row.values).filter((call) => CALLS.test(call));
    const metrics = calls.map((call) =>
      call.replace("()", "").replace(/depth=1000,(?=trec_eval)/, (m) => (/rprec|bpref/.test(call) ? "" : m)),
    );
    const got = ours({
      as: "trectools",
      metrics,
      gold: sorted(goldOf(c, "file")),
      run: sorted(runOf(c, "file")),
    });
    for (const [i, call] of calls.entries()) {
      const found = row.values[call];
      const said = found === "same" ? row.values[call.replace("trec_eval=False", "trec_eval=True")] : found;
      const [mean, rows] = (Array.isArray(said) ? said : [said, {}]) as [
        unknown,
        Readonly<Record<string, unknown>>,
      ];
      const cell = (where: string, tool: State, we: State): Cell => ({
        tool: "trectools",
        case: `${c.id} (${c.tag})`,
        where: `${call}.${where}`,
        wanted: tool,
        got: we,
        chosen: where !== "all" && we === 0 && NAN.test(call) ? "nan-rows" : undefined,
      });
      yield cell("all", wanted(mean), got.mean(metrics[i]!));
      if (rows !== null && typeof rows === "object" && !("error" in rows))
        for (const [query, value] of Object.entries(rows))
          if (goldOf(c).has(query)) {
            const we = got.score(query, metrics[i]!);
            // A query that the run lacks.
            yield cell(query, wanted(value), we === "skipped" ? "tool-nan" : we);
          }
    }
  }
}
