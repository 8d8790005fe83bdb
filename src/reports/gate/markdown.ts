/** A gate as Markdown: for a job summary, and for a comment that is kept up to date. */
import type { MovedQuery } from "../../evaluate/compare/comparison.ts";
import { plainMarkdown } from "../_markdown-text.ts";
import { numberText } from "../_number-text.ts";
import { exitOf, type ReportedGate } from "./model.ts";
import { gateSentence, goldSentence, ruleSentence, rulesSentences } from "./sentences.ts";

/** A comment that begins with this is ours, and is replaced by the next one. */
const STICKY = "<!-- goldie-gate -->";

const ICONS = { pass: "✅", fail: "❌", undecided: "❔" } as const;
const ORDER = ["fail", "undecided", "pass"] as const;

/** Regressions first, then what got better. */
function movedLists({ report, moved = [], words }: ReportedGate): string[] {
  const lower = new Set(
    report.rules.flatMap(({ verdict }) => (verdict?.direction === "lower" ? [verdict.metric] : [])),
  );
  const isWorse = ({ metric, difference }: MovedQuery): boolean => difference < 0 !== lower.has(metric);
  const line = ({ query, metric, a, b }: MovedQuery): string => {
    const text = words?.get(query);
    return `- ${plainMarkdown(query)}${text === undefined ? "" : `: ${plainMarkdown(text)}`} (${plainMarkdown(metric)} ${numberText(a)} → ${numberText(b)})`;
  };
  return (
    [
      ["Worse", moved.filter(isWorse)],
      ["Better", moved.filter((one) => !isWorse(one)).reverse()],
    ] as const
  ).flatMap(([title, list]) => (list.length === 0 ? [] : [`**${title}**`, "", ...list.map(line), ""]));
}

export function gateMarkdown(gate: ReportedGate): string {
  const { report } = gate;
  const icon = { 0: "✅", 1: "❌", 3: "⚠️", 4: "❔" }[exitOf(gate)];
  const rows = ORDER.flatMap((outcome) => report.rules.filter((one) => one.outcome === outcome)).map(
    (one) =>
      `| ${ICONS[one.outcome]} | ${plainMarkdown(one.text)} | ${plainMarkdown(ruleSentence(one, gate))} |`,
  );
  const gold = goldSentence(report);
  const compared = report.rules.some(({ verdict }) => verdict !== undefined);
  const against =
    report.baseline === undefined || !compared
      ? ""
      : ` against the baseline ${plainMarkdown(report.baseline)}`;
  return [
    STICKY,
    `### ${icon} ${plainMarkdown(gateSentence(gate))}`,
    "",
    `Run ${plainMarkdown(report.name)}${against}.${gold === undefined ? "" : ` ${gold}`}`,
    "",
    ...movedLists(gate),
    "| | rule | found |",
    "|---|---|---|",
    ...rows,
    "",
    ...rulesSentences(report).flatMap((one) => [plainMarkdown(one), ""]),
  ].join("\n");
}
