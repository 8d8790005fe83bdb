/** The output of `goldie bless`: what the gate can detect, its rules, and what happened to the previous baseline. */
import type { MetricVerdict } from "../../../evaluate/compare/comparison.ts";
import { CORRELATION, type Sight } from "../../../evaluate/gate/sight.ts";
import { verdictSentence } from "../../../reports/compare/sentences.ts";
import { plainText } from "../../../reports/signed-text.ts";
import { renderTable } from "../../../reports/table.ts";
import { counted } from "../../../text/counted.ts";
import { bullet } from "../../../text/fill.ts";
import { oneLine } from "../../../text/width.ts";

/** The previous baseline, and the new one compared with it. */
export interface Replaced {
  readonly name: string;
  readonly verdicts: readonly MetricVerdict[];
}

export interface Blessed {
  readonly path: string;
  readonly name: string;
  readonly queries: number;
  readonly sight: readonly Sight[];
  /** As flags. */
  readonly rules: readonly string[];
  /** Are they those of the previous baseline? */
  readonly kept: boolean;
  readonly replaced?: Replaced;
  /** The command that checks later runs. */
  readonly check: string;
}

export function blessedText(blessed: Blessed): string {
  const { path, name, queries, sight } = blessed;
  const rows = sight.map(({ metric, mean, queries: n, drop }) => [
    metric,
    plainText(mean),
    String(n),
    drop === undefined ? "–" : plainText(drop),
  ]);
  return `${oneLine(name)} is the baseline: ${counted(queries, "query", "queries")} in ${path}
${replacedText(blessed.replaced)}
${renderTable([["metric", "mean", "queries", "visible drop"], ...rows])}

visible drop: a drop of this size fails the gate 4 times out of 5, if the scores of two versions
correlate by ${CORRELATION}; a margin finer than that cannot be decided with these queries. The gate
itself goes by the differences that it sees, and several rules need a larger drop.

${rulesText(blessed)}
`;
}

/** Printed first if the old one was significantly better: it may be the wrong file. */
function replacedText(replaced: Replaced | undefined): string {
  if (replaced === undefined || replaced.verdicts.length === 0) return "";
  const { name, verdicts } = replaced;
  const moved = verdicts.filter(({ call }) => call !== "same");
  const worse = verdicts.filter(({ call }) => call === "worse").map(({ metric }) => metric);
  const head =
    worse.length > 0
      ? `It replaces a better baseline: ${oneLine(name)} was really better in ${worse.join(", ")}.`
      : moved.length === 0
        ? `It replaces ${oneLine(name)}, which has the same scores.`
        : `It replaces ${oneLine(name)}:`;
  const tested = verdicts.filter(({ call }) => call !== "too-few").length;
  return `\n${[head, ...moved.map((one) => bullet(verdictSentence(one, 0.95, tested)))].join("\n")}\n`;
}

function rulesText({ rules, kept, sight, check }: Blessed): string {
  if (rules.length === 0)
    return `No rules are stored: the gate checks --not-worse ${sight[0]?.metric ?? "METRIC"} unless the config or flags have others.

Commit the file, and check later runs with:
  ${check}`;
  return `${kept ? "The rules of the old baseline are kept" : "The gate will check"}:
${rules.map((rule) => `  ${oneLine(rule)}`).join("\n")}

Commit the file, and check later runs with:
  ${check}`;
}
