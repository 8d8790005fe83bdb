/** A comparison as a LaTeX table: systems as rows, a superscript letter where a system is really better than the one with that letter. */
import type { Comparison } from "../../evaluate/compare/comparison.ts";
import { letterOf } from "../../evaluate/compare/letter-of.ts";
import { numberText } from "../_number-text.ts";
import { percentText } from "../signed-text.ts";
import type { ComparisonWriter } from "./model.ts";
import { correctionWords, tukeyWords } from "./sentences.ts";

const SPECIAL: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
};
const tex = (text: string): string =>
  text.replace(/[\\~^&%$#_{}]/g, (char) => SPECIAL[char] ?? `\\${char}`).replace(/[\r\n]+/g, " ");

export const comparisonTex: ComparisonWriter = ({ comparison }, { digits } = {}) => {
  const { pairs, systems, baseline, confidence } = comparison;
  const metrics = pairs[0]?.verdicts.map(({ metric }) => metric) ?? [];
  const letters = new Map(systems.map((name, i) => [name, letterOf(i)]));
  const cell = (system: string, m: number): string => {
    const pair = pairs.find(({ b }) => b === system);
    const verdict = pair?.verdicts[m] ?? pairs[0]?.verdicts[m];
    if (verdict?.means === undefined) return "--";
    // LaTeX has its own minus sign, and may not know U+2212.
    const mean = numberText(verdict.means[pair === undefined ? 0 : 1], digits).replace("−", "$-$");
    const mark = marksOf(comparison, system, m, letters);
    return mark === "" ? mean : `${mean}$^{${mark}}$`;
  };
  const rows = systems.map(
    (system) =>
      `${letters.get(system)} & ${tex(system)} & ${metrics.map((_, m) => cell(system, m)).join(" & ")} \\\\`,
  );
  const together = (comparison.several ?? []).length > 0;
  const how = together ? `${tukeyWords(comparison)} for each metric` : correctionWords(comparison);
  return `% ${how}; superscripts: significantly better than the system with that letter${together ? "" : ` (baseline: ${tex(baseline)})`}
\\begin{table}
\\centering
\\begin{tabular}{cl${"c".repeat(metrics.length)}}
\\hline
 & System & ${metrics.map(tex).join(" & ")} \\\\
\\hline
${rows.join("\n")}
\\hline
\\end{tabular}
\\caption{Superscripts: better than the system with that letter (${together ? tukeyWords(comparison) : "paired tests, adjusted"}, ${tex(percentText(confidence))} confidence).}
\\end{table}
`;
};

/** The letters of the systems that this one is really better than. */
function marksOf(
  { pairs, several, systems }: Comparison,
  system: string,
  m: number,
  letters: ReadonlyMap<string, string>,
): string {
  const metric = pairs[0]?.verdicts[m]?.metric;
  const together = several?.find((one) => one.metric === metric);
  if (together !== undefined) return together.letters[systems.indexOf(system)] ?? "";
  return pairs
    .flatMap(({ a, b, verdicts }) => {
      const call = verdicts[m]?.call;
      if (call === "better" && b === system) return [letters.get(a)!];
      return call === "worse" && a === system ? [letters.get(b)!] : [];
    })
    .join("");
}
