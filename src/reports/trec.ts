import { SCORED } from "../evaluate/score/summarize.ts";
import { oneLine } from "../text/width.ts";
import type { Report, Reported } from "./_types.ts";
import { trecLine, trecValue } from "./parts/trec-line.ts";

/** trec_eval's three columns for any metrics: name, query or "all", value. What has no value is a word. */
export const trec: Report = {
  id: "trec",
  about: "The three columns that trec_eval prints, of any metrics, for tools that read those.",
  extensions: ["trec"],
  write: (results, { perQuery }) =>
    results.map((result) => [...(perQuery ? rows(result) : []), ...summary(result)].join("")).join(""),
};

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
