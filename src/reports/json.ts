import { jsonText } from "../core/json-text.ts";
import { VERSION } from "../core/version.ts";
import { aboutRun, byKey, rowsJson, slicesJson, summariesJson } from "./_run-json.ts";
import type { Report, Reported, ReportOptions } from "./_types.ts";

/** The shape of `Result.toJSON()` with an entry per run. Fields may be added; those that are there stay. */
export const json: Report = {
  id: "json",
  about: "Everything, in one stable shape, for programs.",
  extensions: ["json"],
  write(results, options) {
    const rules = results[0]?.rules ?? {};
    const runs = results.map((result) => ({
      ...runJson(result, options),
      // Runs of one call share their rules.
      ...(jsonText(result.rules) === jsonText(rules) ? {} : { rules: result.rules }),
    }));
    return `${jsonText({ goldie: VERSION, rules, runs }, 2)}\n`;
  },
};

const runJson = (result: Reported, { perQuery, by }: ReportOptions): object => ({
  name: result.name,
  summary: summariesJson(result.summary()),
  ...(by === undefined ? {} : { slices: { [by]: slicesJson(result, by) } }),
  ...(perQuery ? { queries: byKey(rowsJson(result)) } : {}),
  ...aboutRun(result),
});
