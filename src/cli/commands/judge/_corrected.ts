/** Means corrected by labels of people, in each kind of file that holds means. */

import { jsonText } from "../../../core/json-text.ts";
import type { FilesResult } from "../../../engine/evaluate-files.ts";
import type { Calibration } from "../../../judges/calibrate/calibrate.ts";
import type { Corrected } from "../../../judges/calibrate/correct.ts";
import { markdownTable } from "../../../reports/markdown.ts";
import { delimitedRows } from "../../../reports/parts/delimited.ts";
import { trecLine } from "../../../reports/parts/trec-line.ts";
import { oneLine } from "../../../text/width.ts";
import type { Args } from "../../shared/args.ts";
import { correctedRows, correctedText } from "../../shared/judge/text.ts";
import { fileReport } from "../../shared/reports.ts";

export type AllCorrected = readonly (ReadonlyMap<string, Corrected> | undefined)[];
type Known = Extract<Corrected, { status: "known" }>;

/** The texts of -o by extension, where there is a calibration: what the report has, and the corrected means after it. */
export function correctedReports(
  scored: FilesResult,
  corrected: AllCorrected,
  calibration: Calibration,
  args: Args,
): Readonly<Record<string, () => readonly string[]>> {
  const runs = scored.runs.map(({ result }, i) => ({ run: result.name, metrics: corrected[i]! }));
  const known = runs.flatMap(({ run, metrics }) =>
    [...metrics].flatMap(([metric, one]) => (one.status === "known" ? [{ run, metric, one }] : [])),
  );
  const cells = (separator: "," | "\t"): string =>
    // The rows of queries have no means.
    args.has("per-query")
      ? ""
      : delimitedRows(
          known.flatMap(({ run, metric, one }) =>
            figures(metric, one).map(([name, x]) => [
              ...[run, "", "", name, String(x), "", String(one.judged), String(one.judged)],
              ...["0", "0", "0", "0", "0"],
            ]),
          ),
          separator,
        );
  const titled = (title: string, run: string): string =>
    runs.length > 1 ? `${oneLine(run)}: ${title}` : title;
  const markdown = (): string =>
    runs
      .map(({ run, metrics }) => {
        const [head, ...rows] = correctedRows(metrics, calibration);
        return `\n${titled("corrected by labels of people", run)}\n\n${markdownTable(head!, rows)}\n`;
      })
      .join("");
  const plain = (): string =>
    runs.map(({ run, metrics }) => `\n${titled(correctedText(metrics, calibration), run)}`).join("");
  const lines = (): string =>
    runs
      .map(
        ({ run, metrics }) =>
          `${jsonText({ kind: "corrected", run, corrected: Object.fromEntries(metrics) })}\n`,
      )
      .join("");
  const trec = (): string =>
    known
      .flatMap(({ metric, one }) => figures(metric, one))
      .map(([name, x]) => trecLine(name, "all", x.toFixed(4)))
      .join("");
  const after = (extension: string, more: () => string) => () => [
    fileReport(extension, scored, args),
    more(),
  ];
  return {
    csv: after("csv", () => cells(",")),
    tsv: after("tsv", () => cells("\t")),
    md: after("md", markdown),
    markdown: after("markdown", markdown),
    txt: after("txt", plain),
    jsonl: after("jsonl", lines),
    ndjson: after("ndjson", lines),
    // Its lines name no run but by their order.
    ...(runs.length > 1 ? {} : { trec: after("trec", trec) }),
  };
}

const figures = (metric: string, { value, low, high }: Known): [string, number][] => [
  [`${metric}:corrected`, value],
  [`${metric}:corrected-low`, low],
  [`${metric}:corrected-high`, high],
];
