import type { Report } from "./model.ts";

/** So many runs side by side are still read one by one. */
const MOST_RUNS = 3;

/** Of a sweep, remarks cover only the best setting. */
export function bestOfSweep(report: Report): Report {
  const { runs, selection } = report;
  if (selection === undefined || runs.length <= MOST_RUNS) return report;
  const best = runs.filter(({ result }) => result.name === selection.best.name).slice(0, 1);
  return best.length === 0 ? report : { ...report, runs: best };
}
