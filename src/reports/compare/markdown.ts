/** A comparison as Markdown, for a pull request or a page. */
import type { ComparedPair, MovedQuery } from "../../evaluate/compare/comparison.ts";
import { plainMarkdown } from "../_markdown-text.ts";
import { numberText } from "../_number-text.ts";
import { percentText, signedText } from "../signed-text.ts";
import { verdictRow } from "./_rows.ts";
import type { ComparisonOptions, ComparisonWriter, ReportedComparison } from "./model.ts";
import { cautions, correctionWords, testsIn, unjudgedSentences, verdictSentence } from "./sentences.ts";
import { itemText } from "./text.ts";

export const comparisonMarkdown: ComparisonWriter = (reported, options = {}) =>
  `${reported.comparison.pairs.map((pair) => pairMarkdown(pair, reported, options)).join("\n\n")}\n`;

function pairMarkdown(
  pair: ComparedPair,
  reported: ReportedComparison,
  { digits }: ComparisonOptions,
): string {
  const { comparison } = reported;
  const cells = (row: readonly string[]): string => `| ${row.join(" | ")} |`;
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
    ...movedMarkdown(pair, reported),
  ].join("\n");
}

function movedMarkdown({ moved }: ComparedPair, { words }: ReportedComparison): string[] {
  if (moved.length === 0) return [];
  const line = ({ query, a, b, difference, items = [] }: MovedQuery): string[] => {
    const text = words?.get(query);
    const asked = text === undefined || text === query ? "" : `: ${plainMarkdown(text)}`;
    return [
      `- ${plainMarkdown(query)}${asked} (${numberText(a)} → ${numberText(b)}, ${signedText(difference)})`,
      ...items.map((item) => `  - ${plainMarkdown(itemText(item))}`),
    ];
  };
  return ["", `**Moved most** (${plainMarkdown(moved[0]!.metric)})`, "", ...moved.flatMap(line)];
}
