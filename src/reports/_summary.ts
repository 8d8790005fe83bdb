/** Means of several runs beside each other: which is the best, and how far the others are from the first. */
import type { Summary } from "../core/score.ts";
import type { MetricVerdict } from "../evaluate/compare/comparison.ts";
import { type DifferingRun, differencesTo } from "../evaluate/compare/differences.ts";
import { oneLine } from "../text/width.ts";
import { verdictOfMeans } from "./_differences.ts";
import { digitsFor, isSame, numberText } from "./_number-text.ts";
import type { Reported } from "./model.ts";
import { signedText } from "./signed-text.ts";
import { noMean } from "./words.ts";

/** A metric, and its summary in each result (undefined where a result lacks it). */
export interface SummaryColumn {
  readonly metric: string;
  readonly summaries: readonly (Summary | undefined)[];
}
interface SummaryCell {
  /** The mean as it is shown; undefined where there is none. */
  readonly text: string | undefined;
  /** How sure it is, such as "±0.041" or "[0.590, 0.664]"; undefined where that cannot be told. */
  readonly within: string | undefined;
  readonly best: boolean;
  /** To the first run, with its sign and interval, and a mark where it could be noise; undefined where the two cannot be compared. */
  readonly difference: string | undefined;
  /** Could that be noise? */
  readonly unsure: boolean;
}
export interface ComparedColumn {
  readonly metric: string;
  readonly cells: readonly SummaryCell[];
  /** Why there is no mean, or no best. */
  readonly notes: readonly string[];
}

type SummarizedRun = Pick<Reported, "name" | "summary" | "score"> & DifferingRun;
export interface ComparedColumns {
  readonly columns: readonly ComparedColumn[];
  /** What the signs in the cells mean. */
  readonly signs: readonly string[];
}

export function summaryColumns(results: readonly Pick<Reported, "summary">[]): SummaryColumn[] {
  const byRun = results.map(
    (result) => new Map(result.summary().map((summary) => [summary.metric, summary])),
  );
  const metrics = new Set(byRun.flatMap((summaries) => [...summaries.keys()]));
  return [...metrics].map((metric) => ({ metric, summaries: byRun.map((one) => one.get(metric)) }));
}

/** Every column; with `differences`, those to the first run too. */
export function comparedColumns(
  results: readonly SummarizedRun[],
  {
    digits,
    differences = true,
  }: { readonly digits?: number | undefined; readonly differences?: boolean } = {},
): ComparedColumns {
  const verdicts = differences ? differencesTo(results) : results.map(() => new Map());
  const all = summaryColumns(results);
  const columns = all.map((column) =>
    comparedColumn(
      column,
      results,
      verdicts.map((one) => one.get(column.metric)),
      digits,
      differences,
    ),
  );
  const cells = columns.flatMap((column) => column.cells);
  const tested = verdicts.flatMap((one) => [...one.values()]).filter(({ call }) => call !== "too-few");
  const family = tested.length > 1 ? ` (Holm-corrected for ${tested.length} comparisons)` : "";
  return {
    columns,
    signs: [
      ...intervalSigns(cells),
      ...(cells.some(({ unsure }) => unsure) ? [`${NOISE} could be noise${family}`] : []),
    ],
  };
}

function comparedColumn(
  column: SummaryColumn,
  results: readonly SummarizedRun[],
  verdicts: readonly (MetricVerdict | undefined)[],
  digits: number | undefined,
  differences: boolean,
): ComparedColumn {
  const { metric, summaries } = column;
  const means = summaries.flatMap((summary) => (summary?.mean === undefined ? [] : [summary.mean]));
  const shown = digitsFor(means, digits);
  const texts = summaries.map((summary) => meanText(summary, shown));
  const best = bestOf(column, results);
  const within = withinTexts(
    summaries.map((summary) =>
      summary?.mean === undefined ? undefined : { value: summary.mean, interval: summary.interval },
    ),
    (value) => numberText(value, shown),
  );
  const shownVerdicts = summaries.map((summary, i) => verdictOfMeans(summaries[0], summary, verdicts[i]));
  const differenceTexts = differences
    ? differencesIn(summaries, shownVerdicts, shown)
    : summaries.map(() => undefined);
  const notes = summaries.flatMap((summary, i) =>
    texts[i] === undefined
      ? [`– ${metric} of ${oneLine(results[i]!.name)}: ${noMean(summary, results[i]!)}`]
      : [],
  );
  if (best === "unequal")
    notes.push(`${metric} has no best: the runs were not scored on equally many queries`);
  return {
    metric,
    cells: summaries.map((summary, i) => {
      const verdict = shownVerdicts[i];
      return {
        text: texts[i],
        within: within[i],
        best: typeof best === "number" && texts[i] !== undefined && isSame(summary!.mean!, best),
        difference: differenceTexts[i],
        unsure: verdict !== undefined && isUnsure(verdict),
      };
    }),
    notes,
  };
}

export const meanText = (summary: Summary | undefined, digits?: number): string | undefined =>
  summary?.mean === undefined ? undefined : numberText(summary.mean, digits);

/** Behind a difference that could be noise. */
const NOISE = "~";

const isUnsure = ({ call }: MetricVerdict): boolean => call === "noise" || call === "too-few";

interface Estimated {
  readonly value: number;
  readonly interval: readonly [low: number, high: number] | undefined;
}

/**
 * The intervals of one column, in one form: "±0.041" if that fits every cell to the digits shown, otherwise
 * "[0.590, 0.664]" in all of them. Undefined where there is no interval.
 */
export function withinTexts(
  cells: readonly (Estimated | undefined)[],
  textOf: (value: number) => string,
  endText: (end: number) => string = textOf,
): (string | undefined)[] {
  const halves = cells.map((cell) =>
    cell?.interval === undefined
      ? undefined
      : [cell.value - cell.interval[0], cell.interval[1] - cell.value].map(textOf),
  );
  const symmetric = halves.every((half) => half === undefined || half[0] === half[1]);
  return cells.map((cell, i) => {
    if (cell?.interval === undefined) return undefined;
    return symmetric ? `±${halves[i]![1]}` : `[${cell.interval.map(endText).join(", ")}]`;
  });
}

/** What the signs beside means and differences stand for. */
function intervalSigns(cells: readonly SummaryCell[]): string[] {
  const texts = cells.flatMap(({ within = "", difference = "" }) => [within, difference]);
  const used = [
    ...(texts.some((text) => text.includes("±")) ? ["±"] : []),
    ...(texts.some((text) => text.includes("[")) ? ["[low, high]"] : []),
  ];
  return used.length === 0 ? [] : [`${used.join(" and ")}: 95 % confidence interval`];
}

/** A column of differences to the first run; undefined where the two cannot be compared. */
function differencesIn(
  summaries: SummaryColumn["summaries"],
  verdicts: readonly (MetricVerdict | undefined)[],
  digits: number,
): (string | undefined)[] {
  const differences = summaries.map((other, i) => (i === 0 ? undefined : differenceOf(summaries[0], other)));
  const signed = (value: number): string => signedText(value, digits);
  const within = withinTexts(
    verdicts.map((verdict, i) =>
      differences[i] === undefined || verdict?.difference === undefined
        ? undefined
        : { value: verdict.difference, interval: verdict.interval },
    ),
    (value) => numberText(value, digits),
    signed,
  );
  return differences.map((difference, i) => {
    if (difference === undefined) return undefined;
    const verdict = verdicts[i];
    const noise = verdict?.difference !== undefined && isUnsure(verdict) ? NOISE : undefined;
    return [signed(difference), within[i], noise].filter((part) => part !== undefined).join(" ");
  });
}

function differenceOf(first: Summary | undefined, other: Summary | undefined): number | undefined {
  if (first?.mean === undefined || other?.mean === undefined) return undefined;
  if (first.counts.scored !== other.counts.scored) return undefined;
  return isSame(first.mean, other.mean) ? 0 : other.mean - first.mean;
}

/** The best of several means; undefined where all are the same. */
function bestOf(
  { metric, summaries }: SummaryColumn,
  results: readonly SummarizedRun[],
): number | "unequal" | undefined {
  const at = summaries.flatMap((summary, i) => (summary?.mean === undefined ? [] : [i]));
  if (at.length < 2 || at.every((i) => isSame(summaries[i]!.mean!, summaries[at[0]!]!.mean!)))
    return undefined;
  if (new Set(at.map((i) => summaries[i]!.counts.scored)).size > 1) return "unequal";
  const sign = results[at[0]!]!.direction(metric) === "higher" ? 1 : -1;
  return sign * Math.max(...at.map((i) => sign * summaries[i]!.mean!));
}
