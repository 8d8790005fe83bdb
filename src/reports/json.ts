import { jsonText } from "../core/json-text.ts";
import { VERSION } from "../core/version.ts";
import { SCHEMA, summariesJson } from "../evaluate/score/result-json.ts";
import { aboutRun, slicesJson } from "./_run-json.ts";
import type { Report, Reported, ReportOptions } from "./_types.ts";

/** The shape of `Result.toJSON()` with an entry per run. Fields may be added; those that are there stay. */
export const json: Report = {
  id: "json",
  about: "Everything, in one stable shape, for programs.",
  extensions: ["json"],
  write(results, options) {
    const all = results.map((result) => runJson(result, options));
    const { rules = {}, reading } = all[0] ?? {};
    const runs = all.map(({ run, ...own }) => {
      // Runs of one call share their rules; one with rules of its own has all that goes with them.
      if (same(own.rules, rules) && same(own.reading, reading)) return run;
      const ofRun = { ...own.reading, ...("reading" in run ? run.reading : {}) };
      return { ...run, rules: own.rules, ...(Object.keys(ofRun).length === 0 ? {} : { reading: ofRun }) };
    });
    const shared = reading === undefined ? {} : { reading };
    return `${jsonText({ goldie: VERSION, schema: SCHEMA, rules, ...shared, runs }, 2)}\n`;
  },
};

function runJson(result: Reported, { perQuery, by }: ReportOptions) {
  const slices = by === undefined ? {} : { slices: { [by]: slicesJson(result, by) } };
  if (!perQuery) {
    const { name, rules } = result;
    return {
      rules,
      reading: undefined,
      run: { name, summary: summariesJson(result.summary()), ...slices, ...aboutRun(result) },
    };
  }
  const { rules, reading, runs } = result.toJSON();
  const { name, summary, ...rest } = runs[0]!;
  return { rules, reading, run: { name, summary, ...slices, ...rest } };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
