import { jsonText } from "../core/json-text.ts";
import { byKey, SCHEMA, summariesJson } from "../evaluate/score/result-json.ts";
import { contradictedBy } from "./_contradicted.ts";
import { differencesJson, meanDifferences } from "./_differences.ts";
import { inPieces } from "./_in-pieces.ts";
import { aboutRun, problemsOfNoRun, rowsJson } from "./_run-json.ts";
import { defineWriter } from "./_writer.ts";
import { type Report, type ReportOptions, type ReportWriter, type RunReport, tagsOf } from "./model.ts";

/** A line per query, per slice and per run, and at the end one for Problems of none of them; `kind` says which. */
export const jsonl: ReportWriter = defineWriter({
  id: "jsonl",
  about: "The same as JSON, a line per query, slice and run, for programs that read as they go.",
  extensions: ["jsonl", "ndjson"],
  render: (report, options) => inPieces(allLines(report, options)),
});

function* allLines(report: Report, options: ReportOptions): Iterable<string> {
  const { runs } = report;
  const differences = meanDifferences(runs.map(({ result }) => result));
  for (const [i, run] of runs.entries())
    for (const line of linesOf(run, differencesJson(differences[i]!), options)) yield `${jsonText(line)}\n`;
  for (const { result, corrected } of runs)
    if (corrected !== undefined)
      yield `${jsonText({ kind: "corrected", run: result.name, corrected: byKey(corrected.metrics) })}\n`;
  const problems = problemsOfNoRun(report);
  if (problems.length > 0) yield `${jsonText({ kind: "problems", problems })}\n`;
}

function* linesOf(one: RunReport, differences: object, { perQuery, by }: ReportOptions): Iterable<object> {
  const { result } = one;
  const run = result.name;
  const denied = contradictedBy(one);
  if (perQuery)
    for (const [query, scores] of rowsJson(result)) {
      const contradicted = denied.get(query);
      yield { kind: "query", run, query, scores, ...(contradicted === undefined ? {} : { contradicted }) };
    }
  for (const tag of tagsOf(by))
    for (const [value, summaries] of result.slices(tag))
      yield { kind: "slice", run, tag, value, summary: summariesJson(summaries) };
  yield {
    kind: "run",
    run,
    summary: summariesJson(result.summary()),
    ...differences,
    goldie: result.version,
    schema: SCHEMA,
    rules: result.rules,
    ...aboutRun(result),
  };
}
