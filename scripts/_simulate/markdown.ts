/** The figures as the tables of docs/guide/is-it-real.md. */
import { table } from "../_docs/markdown.ts";
import { type Figure, keeps } from "./figure.ts";
import type { Simulation } from "./simulate.ts";

export function simulationMarkdown({ source, populations, tests, gates, coverage, few }: Simulation): string {
  const pairs = populations === 1 ? "one pair of runs" : `${populations} pairs of runs`;
  return [
    `From ${pairs} of ${source}. A figure outside its bounds is bold.`,
    "How often a test finds a difference where there is none:",
    grid(tests),
    "What the gate does (`not-worse ndcg@10` unless the row says otherwise):",
    grid(gates),
    "How often a 95 % interval contains the true value:",
    grid(coverage),
    "The same for the runs where it is lowest:",
    grid(coverage.map(({ what, n, worst }) => ({ what, n, share: worst.share, samples: worst.samples }))),
    `The same for differences of ndcg@10, if only a few of ${few[0]!.n} queries differ:`,
    grid(few),
  ].join("\n\n");
}

/** One row for each thing that was done, one column for each size. */
function grid(figures: readonly Figure[]): string {
  const sizes = [...new Set(figures.map(({ n }) => n))];
  const rows = [...new Set(figures.map(({ what }) => what))];
  return table(
    ["", ...sizes.map((n) => `n = ${n}`), "samples", "bound"],
    rows.map((what) => {
      const row = figures.filter((figure) => figure.what === what);
      const samples = [...new Set(row.map((one) => one.samples))].sort((a, b) => a - b);
      return [
        what,
        ...sizes.map((n) => cell(row.find((figure) => figure.n === n))),
        samples.length === 1 ? thousands(samples[0]!) : `from ${thousands(samples[0]!)}`,
        boundOf(row.at(-1)!),
      ];
    }),
  );
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const thousands = (count: number): string => count.toLocaleString("en-GB");

function cell(figure: Figure | undefined): string {
  if (figure === undefined) return "";
  return keeps(figure) ? percent(figure.share) : `**${percent(figure.share)}**`;
}

function boundOf({ from, to }: Figure): string {
  if (to === undefined) return "";
  return from === undefined ? `at most ${percent(to)}` : `${percent(from)} to ${percent(to)}`;
}
