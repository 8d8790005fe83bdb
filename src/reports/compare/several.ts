/** Three and more systems: every two of them, and letters for what each one beats. */
import type { Comparison, SeveralSystems } from "../../evaluate/compare/comparison.ts";
import { oneLine } from "../../text/width.ts";
import { numberText } from "../_number-text.ts";
import { renderTable } from "../_render.ts";
import type { ComparisonOptions } from "./model.ts";

/** "a", "b", … as the letters of `SeveralSystems` count. */
export const letterOf = (i: number): string =>
  String.fromCharCode(97 + (i % 26)).repeat(1 + Math.floor(i / 26));

/** A table for each metric; no text where two systems were compared. */
export function severalText({ several = [], systems }: Comparison, { digits }: ComparisonOptions): string {
  if (several.length === 0) return "";
  const tables = several.map((one) => matrixText(one, systems, digits));
  return [
    "all systems: letters name the systems that a system beats; the numbers on the right are p (Tukey HSD)",
    ...tables,
  ].join("\n\n");
}

function matrixText(
  { metric, n, means, anova, pairs, letters }: SeveralSystems,
  systems: readonly string[],
  digits?: number,
): string {
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
  const overall =
    anova === undefined
      ? ""
      : `\nanalysis of variance: F ${anova.f.toFixed(2)}, p ${anova.p < 0.001 ? "<0.001" : anova.p.toFixed(3)}`;
  return `${renderTable([head, ...rows], { align: ["left", "left", "right", "left", "right"] })}${overall}`;
}
