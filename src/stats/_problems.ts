/** Messages about invalid input to the statistics. */

import { defineProblems } from "../core/problem-table.ts";
import { wordsOf } from "../core/shown.ts";

export const statProblem = defineProblems({
  "bad-statistic/confidence": ({ found }: { readonly found: string }) => ({
    what: `confidence cannot be ${found}`,
    fix: "use a number between 0 and 1, such as 0.95",
  }),
  "bad-statistic/value": ({ found }: { readonly found: string }) => ({
    what: `a value cannot be ${found}`,
    fix: "pass finite numbers only; drop missing values first",
  }),
  "bad-statistic/probability": ({ found }: { readonly found: string }) => ({
    what: `${found} is not a probability`,
    fix: "give a number from 0 to 1",
  }),
  "bad-statistic/percent": ({ found }: { readonly found: string }) => ({
    what: `${found} is not a percentile`,
    fix: "give a number above 0, up to 100, such as 95",
  }),
  "bad-statistic/count": ({ found }: { readonly found: string }) => ({
    what: `${found} is not a count`,
    fix: "give a whole number, 0 or more",
  }),
  "bad-statistic/two-of-three": () => ({
    what: "n, effect and power: exactly one has to be missing",
    fix: "give two of them to compute the third",
  }),
  "bad-statistic/power": ({ power, alpha }: { readonly power: string; readonly alpha: string }) => ({
    what: `a power of ${power} is not between alpha (${alpha}) and 1`,
    fix: "ask for a power such as 0.8",
  }),
  "bad-statistic/pairs": ({ counts }: { readonly counts: readonly [number, number] }) => ({
    what: `${counts[0]} values cannot be paired with ${counts[1]}`,
    fix: "give both systems a value for each query, in the same order",
  }),
  "bad-statistic/columns": ({ counts }: { readonly counts: readonly number[] }) => ({
    what: `the columns have different lengths: ${counts.join(", ")}`,
    fix: "give every column a value for each query, in the same order",
  }),
  "bad-statistic/bounds": ({ found }: { readonly found: readonly [string, string] }) => ({
    what: `${found[0]} is not below ${found[1]}`,
    fix: "give the lower bound first, such as -0.01 and 0.01",
  }),
  "bad-statistic/repeated": ({ found }: { readonly found: string }) => ({
    what: `${found} is twice in one list`,
    fix: "give each item once",
  }),
  "bad-statistic/ties": () => ({
    what: "an exact p cannot be computed for values that tie",
    fix: "leave the method out, or ask for the normal approximation",
  }),
  "bad-statistic/yes-or-no": ({ found }: { readonly found: string }) => ({
    what: `${found} is neither 0 nor 1`,
    fix: "give yes as 1 and no as 0, or use a t-test",
  }),
  "bad-statistic/counts": ({ hits, total }: { readonly hits: string; readonly total: string }) => ({
    what: `${hits} of ${total} is not a valid proportion`,
    fix: "pass two whole numbers, the first between 0 and the second",
  }),
  "bad-statistic/raters": ({ counts }: { readonly counts: readonly [number, number] }) => ({
    what: `one rater has ${counts[0]} labels, the other ${counts[1]}`,
    fix: "pass one label per rater for each item, in the same order",
  }),
  "bad-statistic/label": ({
    found,
    names,
  }: {
    readonly found: string;
    readonly names: readonly string[];
  }) => ({
    what: `unknown label ${found}`,
    fix: `use one of: ${wordsOf(names)}`,
  }),
  "bad-statistic/lengths": ({ people, judge }: { readonly people: number; readonly judge: number }) => ({
    what: `${people} human values but ${judge} judge values`,
    fix: "pass both for each labelled item, in the same order",
  }),
  "bad-statistic/shared": ({
    shared,
    people,
    total,
  }: {
    readonly shared: string;
    readonly people: number;
    readonly total: number;
  }) => ({
    what: `${shared} shared items is not possible with ${people} labelled out of ${total}`,
    fix: "pass how many of all items are labelled",
  }),
  "bad-statistic/too-many-resamples": ({
    count,
    limit,
  }: {
    readonly count: number;
    readonly limit: number;
  }) => ({
    what: `too many resamples for ${count} items`,
    fix: askFor(limit),
  }),
  "bad-statistic/resamples": ({ found, limit }: { readonly found: string; readonly limit: number }) => ({
    what: `resamples cannot be ${found}`,
    fix: askFor(limit),
  }),
});

function askFor(limit: number): string {
  return `use a whole number from 1 to ${limit}, such as 2000`;
}
