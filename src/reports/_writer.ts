import { type Report, type Reported, type ReportOptions, type ReportWriter, reportOf } from "./model.ts";

/** A writer from what it does with a whole report: one text, or pieces of it. */
export function defineWriter({
  render,
  ...about
}: Omit<ReportWriter, "write" | "pieces"> & {
  render(report: Report, options: ReportOptions): string | Iterable<string>;
}): ReportWriter {
  const pieces: NonNullable<ReportWriter["pieces"]> = (given, options) => {
    const text = render(isList(given) ? reportOf(given) : given, options);
    return typeof text === "string" ? [text] : text;
  };
  return { ...about, pieces, write: (given, options) => [...pieces(given, options)].join("") };
}

const isList = (given: Report | readonly Reported[]): given is readonly Reported[] => Array.isArray(given);

export const resultsOf = ({ runs }: Report): readonly Reported[] => runs.map(({ result }) => result);
