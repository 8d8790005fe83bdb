import { jsonText } from "../core/json-text.ts";
import { VERSION } from "../core/version.ts";
import { SCHEMA, summariesJson } from "../evaluate/score/result-json.ts";
import { aboutRun, rowsJson } from "./_run-json.ts";
import type { Report, Reported, ReportOptions } from "./_types.ts";

/** A line per query, per slice and per run; `kind` says which. */
export const jsonl: Report = {
  id: "jsonl",
  about: "The same as JSON, a line per query, slice and run, for programs that read as they go.",
  extensions: ["jsonl", "ndjson"],
  write: (results, options) => {
    const lines: string[] = [];
    for (const result of results)
      for (const line of linesOf(result, options)) lines.push(`${jsonText(line)}\n`);
    return lines.join("");
  },
};

function* linesOf(result: Reported, { perQuery, by }: ReportOptions): Iterable<object> {
  const run = result.name;
  if (perQuery) for (const [query, scores] of rowsJson(result)) yield { kind: "query", run, query, scores };
  if (by !== undefined)
    for (const [value, summaries] of result.slices(by))
      yield { kind: "slice", run, tag: by, value, summary: summariesJson(summaries) };
  yield {
    kind: "run",
    run,
    summary: summariesJson(result.summary()),
    goldie: VERSION,
    schema: SCHEMA,
    rules: result.rules,
    ...aboutRun(result),
  };
}
