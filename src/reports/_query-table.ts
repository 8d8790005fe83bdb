import { SCORED } from "../evaluate/score/summarize.ts";
import { oneLine } from "../text/width.ts";
import { CONTRADICTED, contradictedCells } from "./_contradicted.ts";
import { few } from "./_counts.ts";
import { numberText } from "./_number-text.ts";
import { renderTable } from "./_render.ts";
import type { Reported, RunReport } from "./model.ts";
import { whyNot } from "./words.ts";

type QueryTableRun = Pick<RunReport, "judged"> & {
  readonly result: Pick<Reported, "name" | "queries" | "rowMetrics" | "column" | "score">;
};

/** A table per run with a row per query, and a column for claims that a context contradicts where there are any. A cell without a value says which of the states it is in; why, is said below. */
export function queryTable(runs: readonly QueryTableRun[], digits?: number): string {
  return runs
    .map((run) => {
      const { result } = run;
      const contradicted = contradictedCells([run])?.[0];
      const columns = result.rowMetrics.map((metric) => ({ metric, ...result.column(metric) }));
      const why = new Map<string, Set<string>>();
      const rows = result.queries.map((query, i) => [
        query,
        ...columns.map(({ metric, values, states }) => {
          if (states[i] === SCORED) return numberText(values[i]!, digits);
          const score = result.score(query, metric);
          if (score.status === "scored") return numberText(score.value, digits);
          why.set(score.status, (why.get(score.status) ?? new Set()).add(oneLine(whyNot(score))));
          return score.status;
        }),
        ...(contradicted === undefined ? [] : [contradicted(query)]),
      ]);
      const notes = [...why].map(([state, reasons]) => `${state}: ${few([...reasons]).join("; ")}`);
      const head = ["query", ...result.rowMetrics, ...(contradicted === undefined ? [] : [CONTRADICTED])];
      const title = runs.length > 1 ? [oneLine(result.name)] : [];
      return [...title, renderTable([head, ...rows]), ...notes].join("\n");
    })
    .join("\n\n");
}
