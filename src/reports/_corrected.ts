/** Corrected means as figures with names of their own: for writers that have a place for a name and a number. */
import { oneLine } from "../text/width.ts";
import type { Report, RunReport } from "./model.ts";

export interface CorrectedFigure {
  readonly run: string;
  readonly name: string;
  readonly value: number;
  /** Queries that were judged. */
  readonly judged: number;
}

/** Those that are known: a mean and the ends of its interval. */
export const correctedFigures = ({ runs }: Report): CorrectedFigure[] =>
  runs.flatMap(({ result, corrected }) =>
    [...(corrected?.metrics ?? [])].flatMap(([metric, one]): CorrectedFigure[] =>
      one.status !== "known"
        ? []
        : (
            [
              [`${metric}:corrected`, one.value],
              [`${metric}:corrected-low`, one.low],
              [`${metric}:corrected-high`, one.high],
            ] as const
          ).map(([name, value]) => ({ run: result.name, name, value, judged: one.judged })),
    ),
  );

/** The text for each run that has corrected means; of several runs with its name before. */
export const correctedParts = (
  { runs }: Report,
  write: (run: Required<Pick<RunReport, "corrected">>, titled: (title: string) => string) => string,
): string[] =>
  runs.flatMap(({ result, corrected }) => {
    if (corrected === undefined) return [];
    const titled = (title: string) => (runs.length > 1 ? `${oneLine(result.name)}: ${title}` : title);
    return [write({ corrected }, titled)];
  });
