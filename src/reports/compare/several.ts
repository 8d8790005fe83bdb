/** Three and more systems: every two of them, and letters for what each one beats. */
import type { Comparison, SeveralSystems } from "../../evaluate/compare/comparison.ts";
import { letterOf } from "../../evaluate/compare/letter-of.ts";
import { fill } from "../../text/fill.ts";
import { oneLine } from "../../text/width.ts";
import { numberText } from "../_number-text.ts";
import { renderTable } from "../_render.ts";
import type { ComparisonOptions } from "./model.ts";
import { tukeyWords } from "./sentences.ts";

/** A table for each metric; no text where two systems were compared. */
export function severalText(comparison: Comparison, { digits, width = 100 }: ComparisonOptions): string {
  const { several = [], systems } = comparison;
  if (several.length === 0) return "";
  const tables = several.map((one) => {
    const table = renderTable(matrixOf(one, systems, digits), {
      align: ["left", "left", "right", "left", "right"],
    });
    return [table, ...anovaWords(one)].join("\n");
  });
  return [fill(severalWords(comparison), "", width), ...tables].join("\n\n");
}

/** What letters and numbers of the tables are. */
export const severalWords = (comparison: Comparison): string =>
  `all systems: letters name the systems that a system beats; the numbers on the right are p (${tukeyWords(comparison)}), adjusted for the systems of one metric`;

/** Does any differ? */
export const anovaWords = ({ anova }: SeveralSystems): string[] =>
  anova === undefined
    ? []
    : [`analysis of variance: F ${anova.f.toFixed(2)}, p ${anova.p < 0.001 ? "<0.001" : anova.p.toFixed(3)}`];

/** Head and rows. */
export function matrixOf(
  { metric, n, means, pairs, letters }: SeveralSystems,
  systems: readonly string[],
  digits?: number,
): string[][] {
  const p = (i: number, j: number): string => {
    const found = pairs.find(({ a, b }) => (a === i && b === j) || (a === j && b === i))?.p;
    return i === j || found === undefined ? "–" : found < 0.001 ? "<0.001" : found.toFixed(3);
  };
  const rows = systems.map((name, i) => [
    letterOf(i),
    oneLine(name),
    numberText(means[i]!, digits),
    letters[i] ?? "",
    ...systems.map((_, j) => p(i, j)),
  ]);
  const head = ["", `${metric}, ${n} queries`, "mean", "beats", ...systems.map((_, j) => letterOf(j))];
  return [head, ...rows];
}
