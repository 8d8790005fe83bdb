/** How far a judge can be trusted, in words and tables. */

import type { Calibration, Disagreement } from "../../../judges/calibrate/calibrate.ts";
import { PARTS } from "../../../judges/calibrate/cells.ts";
import type { Estimate } from "../../../judges/calibrate/estimate.ts";
import type { PartReport } from "../../../judges/calibrate/part.ts";
import { correctedText, judgeName, REASON_WORDS } from "../../../reports/judging-text.ts";
import { decimalText } from "../../../reports/signed-text.ts";
import { renderTable } from "../../../reports/table.ts";
import { counted } from "../../../text/counted.ts";
import { bullet, fill } from "../../../text/fill.ts";
import { oneLine } from "../../../text/width.ts";

const SHOWN = 10;
const shown = (x: number): string => decimalText(x, 3);

/** The value, with its interval or the reason why there is none. */
function cells(one: Estimate): [string, string] {
  if (one.status === "undefined") return ["–", `none: ${REASON_WORDS[one.because]}`];
  const { value, interval, because } = one;
  return [
    shown(value),
    interval === undefined
      ? `none: ${REASON_WORDS[because!]}`
      : `${shown(interval.low)} to ${shown(interval.high)}`,
  ];
}

export function calibrationText(
  calibration: Calibration,
  disagreements: readonly Disagreement[],
  width?: number,
): string {
  const { judge, parts, metrics, confidence } = calibration;
  return [
    ...(judge === undefined ? [] : [`judge: ${oneLine(judgeName(judge))}\n`]),
    ...parts.map((part) => partText(part, confidence, width)),
    correctedText({
      confidence,
      metrics: new Map(metrics.map(({ metric, corrected }) => [metric, corrected])),
    }),
    disagreementText(disagreements, width),
  ]
    .filter((text) => text !== "")
    .join("\n");
}

function partText(part: PartReport, confidence: number, width?: number): string {
  const { labels, confusion, classes, leniency, ceiling, weightedKappa } = part;
  const level = `${Math.round(confidence * 100)} % interval`;
  const rows: [string, Estimate][] = [
    ["agreement", part.agreement],
    ["kappa", part.kappa],
    ...(weightedKappa === undefined
      ? []
      : [
          ["weighted kappa, linear", weightedKappa.linear] as [string, Estimate],
          ["weighted kappa, quadratic", weightedKappa.quadratic] as [string, Estimate],
        ]),
    ...classes.flatMap(({ label, precision, recall }): [string, Estimate][] => [
      [`precision of ${label}`, precision],
      [`recall of ${label}`, recall],
    ]),
    ["judge says yes more often by", leniency.difference],
    ...(ceiling === undefined
      ? []
      : ([
          ["people agree with one another", ceiling.agreement],
          ["kappa of people", ceiling.kappa],
          ["judge on the same cells", ceiling.judge.agreement],
          ["kappa of the judge there", ceiling.judge.kappa],
        ] as [string, Estimate][])),
  ];
  const head = `${PARTS[part.part]}: ${counted(part.cells, "label", "labels")} of ${counted(part.queries, "query", "queries")}`;
  return `${[
    fill(head, "", width),
    renderTable([["", "value", level], ...rows.map(([name, one]) => [name, ...cells(one)])]),
    "",
    renderTable([
      ["people \\ judge", ...labels],
      ...labels.map((label, i) => [label, ...confusion[i]!.map(String)]),
    ]),
  ].join("\n")}\n`;
}

/** The cells to look at. */
function disagreementText(all: readonly Disagreement[], width?: number): string {
  if (all.length === 0) return "people and judge agree on every label\n";
  const lines = all.slice(0, SHOWN).map(({ id, claim, chunk, statement, text = "", human, judge }) => {
    const what = [claim ?? statement, ...(chunk === undefined ? [] : [`context ${chunk}`])];
    const where = [id, ...what.filter((one) => one !== undefined)].join(" ");
    return bullet(
      oneLine(`${where}: people say ${human}, the judge ${judge}${text === "" ? "" : `: ${text}`}`),
      width,
    );
  });
  const more = all.length > SHOWN ? [`    and ${all.length - SHOWN} more; --json has all of them`] : [];
  return `${[`where they differ: ${counted(all.length, "label", "labels")}`, ...lines, ...more].join("\n")}\n`;
}
