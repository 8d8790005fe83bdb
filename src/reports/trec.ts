import { SCORED } from "../evaluate/score/summarize.ts";
import { oneLine } from "../text/width.ts";
import { correctedFigures } from "./_corrected.ts";
import { trecLine, trecValue } from "./_trec-line.ts";
import { defineWriter, resultsOf } from "./_writer.ts";
import type { Reported, ReportWriter } from "./model.ts";

/** trec_eval's three columns for any metrics: name, query or "all", value. A missing value is a word. */
export const trec: ReportWriter = defineWriter({
  id: "trec",
  about: "The three columns that trec_eval prints, of any metrics, for tools that read those.",
  extensions: ["trec"],
  render: (report, { perQuery }) =>
    [
      ...resultsOf(report).flatMap((result) => [...(perQuery ? rows(result) : []), ...summary(result)]),
      // Lines name their run only by order, so these could not be attributed.
      ...(report.runs.length > 1
        ? []
        : correctedFigures(report).map(({ name, value }) => trecLine(name, "all", value.toFixed(4)))),
    ].join(""),
});

function* rows(result: Reported): Iterable<string> {
  const columns = result.rowMetrics.map((metric) => ({ metric, ...result.column(metric) }));
  for (const [i, query] of result.queries.entries())
    for (const { metric, values, states } of columns)
      yield line(
        metric,
        query,
        states[i] === SCORED ? trecValue(metric, values[i]!) : result.score(query, metric).status,
      );
}

function* summary(result: Reported): Iterable<string> {
  yield line("runid", "all", oneLine(result.name));
  for (const { metric, mean } of result.summary())
    yield line(metric, "all", mean === undefined ? "undefined" : trecValue(metric, mean));
}

/** A tab or a line break in an id would be one more column or line. */
const line = (name: string, query: string, value: string): string =>
  trecLine(oneLine(name), oneLine(query), value);
