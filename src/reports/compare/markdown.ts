/** A comparison as Markdown, for a pull request or a page. */
import type { ComparedPair, Comparison, MovedQuery } from "../../evaluate/compare/comparison.ts";
import { plainMarkdown } from "../_markdown-text.ts";
import { numberText } from "../_number-text.ts";
import { percentText, signedText } from "../signed-text.ts";
import { itemTexts, movedBy } from "./_moved.ts";
import { verdictRow } from "./_rows.ts";
import type { ComparisonOptions, ComparisonWriter, ReportedComparison } from "./model.ts";
import {
  cautions,
  correctionWords,
  sliceWords,
  smallSlices,
  testsIn,
  unjudgedSentences,
  verdictSentence,
} from "./sentences.ts";
import { anovaWords, matrixOf, severalWords } from "./several.ts";

export const comparisonMarkdown: ComparisonWriter = (reported, options = {}) =>
  `${[
    ...reported.comparison.pairs.map((pair) => pairMarkdown(pair, reported, options)),
    ...severalMarkdown(reported.comparison, options),
  ].join("\n\n")}\n`;

const cells = (row: readonly string[]): string => `| ${row.join(" | ")} |`;

function pairMarkdown(
  pair: ComparedPair,
  reported: ReportedComparison,
  { digits }: ComparisonOptions,
): string {
  const { comparison } = reported;
  const table = [
    cells([
      "metric",
      plainMarkdown(pair.a),
      plainMarkdown(pair.b),
      "diff",
      `${percentText(comparison.confidence)} CI`,
      "p",
      "win/tie/loss",
    ]),
    "|---|--:|--:|--:|--:|--:|--:|",
    ...pair.verdicts.map((verdict) => {
      const row = verdictRow(verdict, digits);
      const bold = verdict.call === "better" || verdict.call === "worse";
      const difference = bold ? `**${row.difference}**` : row.difference;
      return cells([plainMarkdown(row.metric), row.a, row.b, difference, row.interval, row.p, row.counts]);
    }),
  ];
  const sentences = pair.verdicts.map((one) =>
    verdictSentence(one, comparison.confidence, testsIn(comparison)),
  );
  const notes = [...cautions(pair), ...unjudgedSentences(pair)];
  return [
    `### ${plainMarkdown(pair.b)} against ${plainMarkdown(pair.a)}`,
    "",
    ...table,
    "",
    `${correctionWords(comparison)}; bold: real.`,
    "",
    ...[...sentences, ...notes].map((one) => `- ${plainMarkdown(one)}`),
    ...sliceMarkdown(pair, comparison, digits),
    ...movedMarkdown(pair, reported),
  ].join("\n");
}

function sliceMarkdown(pair: ComparedPair, comparison: Comparison, digits?: number): string[] {
  const { by, confidence } = comparison;
  if (by === undefined || pair.slices === undefined) return [];
  const head = [by, "metric", "n", pair.a, pair.b, "diff", `${percentText(confidence)} CI`, "p"];
  const rows = pair.slices.flatMap(({ value, verdicts }) =>
    verdicts.map((verdict) => {
      const row = verdictRow(verdict, digits);
      const bold = verdict.call === "better" || verdict.call === "worse";
      const difference = bold ? `**${row.difference}**` : row.difference;
      const names = [value, row.metric].map(plainMarkdown);
      return cells([...names, row.n, row.a, row.b, difference, row.interval, row.p]);
    }),
  );
  const notes = [sliceWords(comparison), smallSlices(pair) ?? ""].filter((note) => note !== "");
  return [
    "",
    cells(head.map(plainMarkdown)),
    "|---|---|--:|--:|--:|--:|--:|--:|",
    ...rows,
    ...notes.flatMap((note) => ["", plainMarkdown(note)]),
  ];
}

function severalMarkdown(comparison: Comparison, { digits }: ComparisonOptions): string[] {
  const { several = [], systems } = comparison;
  if (several.length === 0) return [];
  const tables = several.map((one) => {
    const [head, ...rows] = matrixOf(one, systems, digits).map((row) => row.map(plainMarkdown));
    const lines = head!.map((_, i) => (i < 2 || i === 3 ? "---" : "--:"));
    const table = [cells(head!), `|${lines.join("|")}|`, ...rows.map(cells)].join("\n");
    return [table, ...anovaWords(one).map(plainMarkdown)].join("\n\n");
  });
  return ["### All systems", `${plainMarkdown(severalWords(comparison))}.`, ...tables];
}

function movedMarkdown(pair: ComparedPair, { words }: ReportedComparison): string[] {
  const { moved } = pair;
  if (moved.length === 0) return [];
  const line = (one: MovedQuery): string[] => {
    const { query, a, b, difference } = one;
    const text = words?.get(query);
    const asked = text === undefined || text === query ? "" : `: ${plainMarkdown(text)}`;
    return [
      `- ${plainMarkdown(query)}${asked} (${numberText(a)} → ${numberText(b)}, ${signedText(difference)})`,
      ...itemTexts(one, pair).map((item) => `  - ${plainMarkdown(item)}`),
    ];
  };
  return ["", `**Moved most** (${plainMarkdown(movedBy(pair))})`, "", ...moved.flatMap(line)];
}
