/** A comparison for the terminal. */
import type { ComparedPair, Comparison, MovedQuery } from "../../evaluate/compare/comparison.ts";
import { bullet, fill } from "../../text/fill.ts";
import { oneLine } from "../../text/width.ts";
import { numberText } from "../_number-text.ts";
import { renderTable } from "../_render.ts";
import { percentText, signedText } from "../signed-text.ts";
import { itemTexts, movedBy } from "./_moved.ts";
import { HEAD, type VerdictRow, verdictRow } from "./_rows.ts";
import type { ComparisonOptions, ReportedComparison } from "./model.ts";
import {
  cautions,
  correctionWords,
  sliceWords,
  smallSlices,
  testsIn,
  unjudgedSentences,
  verdictSentence,
} from "./sentences.ts";
import { severalText } from "./several.ts";

export function comparisonText(reported: ReportedComparison, options: ComparisonOptions = {}): string {
  const { comparison } = reported;
  const parts = comparison.pairs.map((pair) => pairText(pair, reported, options));
  const several = severalText(comparison, options);
  return `${[...parts, ...(several === "" ? [] : [several])].join("\n\n")}\n`;
}

function pairText(pair: ComparedPair, reported: ReportedComparison, options: ComparisonOptions): string {
  const { comparison } = reported;
  const { width = 100, digits } = options;
  const sentences = pair.verdicts.map((one) =>
    verdictSentence(one, comparison.confidence, testsIn(comparison)),
  );
  const blocks = [
    `${oneLine(pair.b)} against ${oneLine(pair.a)}`,
    tableOf(pair, comparison.confidence, digits),
    fill(`~ could be noise; ${correctionWords(comparison)}`, "", width),
    sentences.map((one) => bullet(one, width)).join("\n"),
    cautions(pair)
      .concat(unjudgedSentences(pair), listsWords(pair))
      .map((one) => bullet(one, width))
      .join("\n"),
    sliceText(pair, comparison, width, digits),
    movedText(pair, reported, width),
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

const COLUMNS: readonly (keyof VerdictRow)[] = [
  "metric",
  "a",
  "b",
  "difference",
  "interval",
  "p",
  "flipP",
  "counts",
  "effect",
  "call",
];

function tableOf(pair: ComparedPair, confidence: number, digits?: number): string {
  const head: VerdictRow = {
    ...HEAD,
    interval: `${percentText(confidence)} CI`,
    a: oneLine(pair.a),
    b: oneLine(pair.b),
  };
  const rows = [head, ...pair.verdicts.map((one) => verdictRow(one, digits))];
  return renderTable(
    rows.map((row) => COLUMNS.map((column) => row[column])),
    { align: [...COLUMNS.map((column) => (column === "metric" || column === "call" ? "left" : "right"))] },
  );
}

const listsWords = ({ lists }: ComparedPair): string[] =>
  lists === undefined
    ? []
    : [`The lists themselves overlap by ${numberText(lists.rbo)} (mean RBO, p = 0.9, ${lists.n} queries).`];

function sliceText(pair: ComparedPair, comparison: Comparison, width: number, digits?: number): string {
  const { by, confidence } = comparison;
  if (pair.slices === undefined || by === undefined) return "";
  const rows = pair.slices.flatMap(({ value, verdicts }) =>
    verdicts.map((one) => {
      const row = verdictRow(one, digits);
      return [value, row.metric, row.n, row.a, row.b, row.difference, row.interval, row.p, row.call];
    }),
  );
  const head = [
    by,
    "metric",
    "n",
    oneLine(pair.a),
    oneLine(pair.b),
    "diff",
    `${percentText(confidence)} CI`,
    "p",
    "",
  ];
  const notes = [sliceWords(comparison), smallSlices(pair) ?? ""].filter((note) => note !== "");
  const table = renderTable([head, ...rows], { align: ["left", "left", "right"] });
  return [table, ...notes.map((note) => fill(note, "", width))].join("\n");
}

/** The queries that moved most, worst first. */
function movedText(pair: ComparedPair, { words }: ReportedComparison, width: number): string {
  const { moved, a, b } = pair;
  if (moved.length === 0) return "";
  const lines = moved.flatMap((one) => {
    const text = words?.get(one.query);
    const asked = text === undefined || text === one.query ? "" : `  ${oneLine(text)}`;
    return [
      fill(`${oneLine(one.query)}  ${scoresText(one)}${asked}`, "  ", width),
      ...itemTexts(one, pair).map((item) => fill(item, "      ", width)),
    ];
  });
  return [`moved most, ${oneLine(a)} → ${oneLine(b)} (${movedBy(pair)}):`, ...lines].join("\n");
}

const scoresText = ({ a, b, difference }: MovedQuery): string =>
  `${numberText(a)} → ${numberText(b)} (${signedText(difference)})`;
