/** The runs of a report as a page shows them, and where what they kept is to be had. */
import type { QueryId } from "../../core/ids.ts";
import { GoldieError } from "../../core/problem.ts";
import type { RunLists } from "../../evaluate/why/run-lists.ts";
import type { Report, Reported, RunReport } from "../model.ts";

/** The baseline first. */
export function shownRuns({ runs, comparison }: Report): readonly RunReport[] {
  const at =
    comparison === undefined ? 0 : runs.findIndex(({ result }) => result.name === comparison.baseline);
  return at <= 0 ? runs : [runs[at]!, ...runs.slice(0, at), ...runs.slice(at + 1)];
}

/** undefined where gold and hits were not kept. */
export function ifKept<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof GoldieError && error.problem.code === "not-kept") return undefined;
    throw error;
  }
}

/** Of scores that were read, there are no lists; a run that was scored as it passed by says so for its first query. */
export const keptLists = (result: Reported, k?: number): RunLists | undefined =>
  ifKept(() => {
    const lists = result.lists(k);
    const [first] = result.queries;
    if (first !== undefined) lists.status(first);
    return lists;
  });

/** The queries of a run; none where only its means are left. */
export const queriesOf = (result: Reported): readonly QueryId[] => (result.hasRows ? result.queries : []);

/** A metric as this result spells it; undefined where it was not scored by it. */
export function metricIn(result: Reported, metric: string): string | undefined {
  if (result.metrics.includes(metric)) return metric;
  try {
    return result.keyOf(metric);
  } catch (error) {
    if (error instanceof GoldieError) return undefined;
    throw error;
  }
}
