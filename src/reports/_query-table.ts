import { SCORED } from "../evaluate/score/summarize.ts";
import { oneLine } from "../text/width.ts";
import { few } from "./_counts.ts";
import { numberText } from "./_number-text.ts";
import { renderTable } from "./_render.ts";
import type { Reported } from "./model.ts";
import { whyNot } from "./words.ts";

/** A table per run with a row per query. A cell without a value says which of the states it is in; why, is said below. */
export function queryTable(
  results: readonly Pick<Reported, "name" | "queries" | "rowMetrics" | "column" | "score">[],
  digits?: number,
): string {
  return results
    .map((result) => {
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
      ]);
      const notes = [...why].map(([state, reasons]) => `${state}: ${few([...reasons]).join("; ")}`);
      const head = ["query", ...result.rowMetrics];
      const title = results.length > 1 ? [oneLine(result.name)] : [];
      return [...title, renderTable([head, ...rows]), ...notes].join("\n");
    })
    .join("\n\n");
}
