/** The parts of the fixed JSON shape, piece by piece: a result of many queries is not made twice. */
import type { QueryId } from "../core/ids.ts";
import type { Problem } from "../core/problem.ts";
import {
  type AbstentionJson,
  byKey,
  type JsonScore,
  type JsonSummary,
  leaksJson,
  summariesJson,
} from "../evaluate/score/result-json.ts";
import { SCORED } from "../evaluate/score/summarize.ts";
import type { Report, Reported } from "./model.ts";

/** Query by query, in the order of the gold. */
export function* rowsJson(
  result: Reported,
): Iterable<readonly [QueryId, Readonly<Record<string, JsonScore>>]> {
  const columns = result.rowMetrics.map((metric) => ({ metric, ...result.column(metric) }));
  for (const [i, query] of result.queries.entries())
    yield [
      query,
      byKey(
        columns.map(({ metric, values, states }) => {
          if (states[i] === SCORED) return [metric, values[i]!];
          const score = result.score(query, metric);
          return [metric, score.status === "scored" ? score.value : score];
        }),
      ),
    ];
}

/** tag → value → summaries. */
export const slicesJson = (
  result: Reported,
  tag: string,
): Readonly<Record<string, Readonly<Record<string, JsonSummary>>>> =>
  byKey([...result.slices(tag)].map(([value, summaries]) => [value, summariesJson(summaries)]));

/** What is true of the whole run. */
export const aboutRun = ({ missing, unanswerable, forbidden, abstention, problems }: Reported): object => ({
  ...(missing.length > 0 ? { missing } : {}),
  ...(unanswerable.queries > 0 ? { unanswerable } : {}),
  ...leaksJson(forbidden),
  ...(abstention === undefined ? {} : { abstention: withoutCurve(abstention) }),
  problems,
});

/** The curve has a point per query. */
function withoutCurve(abstention: NonNullable<Reported["abstention"]>): AbstentionJson {
  if ("refused" in abstention) return abstention;
  const { curve: _, ...rest } = abstention;
  return rest;
}

/** Problems already reported for a query of a run are not repeated. */
export function problemsOfNoRun({ runs, problems = [] }: Report): Problem[] {
  const key = ({ code, at }: Problem): string => JSON.stringify([code, at?.query]);
  const told = new Set(
    runs.flatMap(({ result }) => result.problems.filter(({ at }) => at?.query !== undefined).map(key)),
  );
  return problems.filter((problem) => !told.has(key(problem)));
}
