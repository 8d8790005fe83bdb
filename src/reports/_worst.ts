/** The worst queries of a live run: failed ones first, then those with the lowest scores. */
import type { QueryId } from "../core/ids.ts";
import { SCORED } from "../evaluate/score/summarize.ts";
import { oneLine } from "../text/width.ts";
import { missedRows, queryRows } from "./_missed.ts";
import { numberText } from "./_number-text.ts";
import type { Report, RunReport } from "./model.ts";

const SHOWN = 5;
/** Below the name of each run its worst queries, with what was missed and why. Only live runs have them. */
export function worstTexts({ runs }: Report, width: number): string[] {
  const live = runs.filter((run) => run.live !== undefined);
  return live.flatMap((run) => {
    const metric = run.result.rowMetrics[0];
    if (metric === undefined || run.missed === undefined) return [];
    const worst = worstOf(run, metric);
    if (worst.length === 0) return [];
    const missed = run.missed;
    const rows = worst.flatMap(({ query }) => {
      const list = missed.queries.get(query);
      if (list !== undefined)
        return missedRows({ ...run, missed: { ...missed, queries: new Map([[query, list]]) } }, width);
      const why = `nothing missed in the top ${missed.k}, but ${metric} is 0`;
      return queryRows({ words: run.words, texts: run.texts }, query, [why], width);
    });
    const scores = worst.map(({ value }) => (value === undefined ? "failed" : numberText(value)));
    const head = `${oneLine(run.result.name)}: worst ${worst.length === 1 ? "query" : `${worst.length} queries`} by ${metric} (${scoresText(scores)})`;
    return [`${[head, ...rows].join("\n")}\n`];
  });
}

function scoresText(scores: readonly string[]): string {
  const same = scores.length > 1 && scores.every((score) => score === scores[0]);
  return same ? `all ${scores[0]}` : scores.join(", ");
}

/**
 * Queries that missed something, in the order of the gold where they are equally bad. Misses are counted at the largest
 * cut-off: a query with a score of 0 may have found all of it below that of the metric.
 */
function worstOf(
  { result, missed }: RunReport,
  metric: string,
): readonly { readonly query: QueryId; readonly value?: number }[] {
  const { values, states } = result.column(metric);
  const sign = result.direction(metric) === "higher" ? 1 : -1;
  return result.queries
    .flatMap((query, i): { readonly query: QueryId; readonly value?: number }[] => {
      const list = missed!.queries.get(query);
      const isZero = sign > 0 && states[i] === SCORED && values[i] === 0;
      if (list === undefined) return isZero ? [{ query, value: 0 }] : [];
      if (states[i] === SCORED) return [{ query, value: values[i]! }];
      return list.some(({ reason }) => reason === "failed") ? [{ query }] : [];
    })
    .sort((a, b) => {
      const [x, y] = [a.value, b.value];
      if (x === undefined || y === undefined) return Number(x !== undefined) - Number(y !== undefined);
      return sign * (x - y);
    })
    .slice(0, SHOWN);
}
