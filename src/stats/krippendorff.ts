import type { Label } from "./_agreement.ts";
import { defineStatistic, known, none } from "./_define.ts";
import { statProblem } from "./_problems.ts";
import type { Stat } from "./_types.ts";

type MeasurementLevel = "nominal" | "ordinal" | "interval" | "ratio";
export interface KrippendorffInput {
  /** A row for each rater, with a label for each item; undefined or null where there is none. */
  readonly ratings: readonly (readonly (Label | null | undefined)[])[];
  /** What labels are: names (default), grades in order, numbers, numbers with a true 0. All but names are numbers. */
  readonly level?: MeasurementLevel;
}

/**
 * Krippendorff's alpha.
 * @example krippendorff.compute({ ratings: [[1, 2, 3], [1, 2, 2]] }) // { status: "known", value: 0.5454… }
 */
export const krippendorff = defineStatistic({
  id: "krippendorff",
  title: "Krippendorff's alpha",
  definition:
    "Agreement of any number of raters beyond chance, where not everybody has to have rated everything: 1 full agreement, 0 what chance gives, below 0 worse. Grades and numbers that are close disagree less.",
  formula: "1 − (n − 1) × sum of seen pairs × distance² / sum of possible pairs × distance²",
  cite: "Krippendorff, Content analysis, 2018; Computing Krippendorff's alpha-reliability, 2011",
  compute({ ratings, level = "nominal" }: KrippendorffInput): Stat {
    const { labels, seen } = coincidences(ratings, level);
    const counts = seen.map((row) => row.reduce((sum, x) => sum + x, 0));
    const total = counts.reduce((sum, x) => sum + x, 0);
    if (ratings.every((row) => row.every(isMissing))) return none("no-data");
    if (total === 0) return none("too-few");
    const distance = distanceOf(level, labels, counts);
    let [observed, expected] = [0, 0];
    for (let c = 0; c < labels.length; c++)
      for (let k = 0; k < c; k++) {
        observed += seen[c]![k]! * distance(c, k);
        expected += counts[c]! * counts[k]! * distance(c, k);
      }
    return expected === 0 ? none("one-class") : known(1 - ((total - 1) * observed) / expected);
  },
});

const isMissing = (label: Label | null | undefined): label is null | undefined =>
  label === null || label === undefined;

/** How often two labels meet in an item, each item of m labels counting m in all. Items with one label pair with nothing. */
function coincidences(
  ratings: KrippendorffInput["ratings"],
  level: MeasurementLevel,
): { readonly labels: readonly Label[]; readonly seen: readonly number[][] } {
  const items = Math.max(0, ...ratings.map(({ length }) => length));
  const units = Array.from({ length: items }, (_, i) =>
    ratings.flatMap((row) => (isMissing(row[i]) ? [] : [row[i]])),
  ).filter(({ length }) => length > 1);
  const labels = [...new Set(units.flat())];
  if (level !== "nominal") {
    const bad = labels.find((label) => typeof label !== "number" || !Number.isFinite(label));
    if (bad !== undefined) throw statProblem.error("bad-statistic/value", { found: String(bad) });
    labels.sort((x, y) => Number(x) - Number(y));
  }
  const place = new Map(labels.map((label, i) => [label, i]));
  const seen = labels.map(() => labels.map(() => 0));
  for (const unit of units)
    unit.forEach((x, i) => {
      unit.forEach((y, j) => {
        if (i !== j) seen[place.get(x)!]![place.get(y)!]! += 1 / (unit.length - 1);
      });
    });
  return { labels, seen };
}

/** Squared, for the place of the larger label and that of the smaller. */
function distanceOf(
  level: MeasurementLevel,
  labels: readonly Label[],
  counts: readonly number[],
): (c: number, k: number) => number {
  const value = (i: number): number => Number(labels[i]);
  const kinds: Readonly<Record<MeasurementLevel, (c: number, k: number) => number>> = {
    nominal: () => 1,
    ordinal: (c, k) => {
      const between = counts.slice(k, c + 1).reduce((sum, x) => sum + x, 0);
      return (between - (counts[c]! + counts[k]!) / 2) ** 2;
    },
    interval: (c, k) => (value(c) - value(k)) ** 2,
    ratio: (c, k) => ((value(c) - value(k)) / (value(c) + value(k))) ** 2,
  };
  return kinds[level];
}
