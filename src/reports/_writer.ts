import { type Report, type Reported, type ReportOptions, type ReportWriter, reportOf } from "./model.ts";

/** A writer from what it does with a whole report. */
export function defineWriter({
  render,
  ...about
}: Omit<ReportWriter, "write"> & {
  render(report: Report, options: ReportOptions): string;
}): ReportWriter {
  return { ...about, write: (given, options) => render(isList(given) ? reportOf(given) : given, options) };
}

const isList = (given: Report | readonly Reported[]): given is readonly Reported[] => Array.isArray(given);

export const resultsOf = ({ runs }: Report): readonly Reported[] => runs.map(({ result }) => result);
