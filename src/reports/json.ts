import { jsonText } from "../core/json-text.ts";
import { VERSION } from "../core/version.ts";
import { byKey, SCHEMA, summariesJson } from "../evaluate/score/result-json.ts";
import type { RunMisses } from "../evaluate/why/missed.ts";
import { differencesJson, meanDifferences } from "./_differences.ts";
import { contradictedIn, flagsIn, judgesOf, repeatedIn, unsupportedIn } from "./_judged.ts";
import { aboutRun, problemsOfNoRun, slicesJson } from "./_run-json.ts";
import { defineWriter, resultsOf } from "./_writer.ts";
import { type Reported, type ReportOptions, type ReportWriter, type RunReport, tagsOf } from "./model.ts";

/** The shape of `Result.toJSON()` with an entry per run. Fields may be added; those that are there stay. */
export const json: ReportWriter = defineWriter({
  id: "json",
  about: "Everything, in one stable shape, for programs.",
  extensions: ["json"],
  render(report, options) {
    const all = report.runs.map(({ result }) => runJson(result, options));
    const { rules = {}, reading } = all[0] ?? {};
    const differences = meanDifferences(resultsOf(report));
    const goldie = report.runs[0]?.result.version ?? VERSION;
    const runs = all.map(({ run: scored, ...own }, i) => {
      const found = { ...differencesJson(differences[i]!), ...foundJson(report.runs[i]!, options) };
      const { version } = report.runs[i]!.result;
      const run = { ...scored, ...(version === goldie ? {} : { goldie: version }) };
      // Runs of one call share their rules; a run with its own rules has all related fields.
      if (same(own.rules, rules) && same(own.reading, reading)) return { ...run, ...found };
      const ofRun = { ...own.reading, ...("reading" in run ? run.reading : {}) };
      const both = { rules: own.rules, ...(Object.keys(ofRun).length === 0 ? {} : { reading: ofRun }) };
      return { ...run, ...both, ...found };
    });
    const shared = reading === undefined ? {} : { reading };
    // Where runs were judged on the way to their scores, the table says by whom and at what cost.
    const { hits, cost } = report.judging ?? {};
    const spent = cost === undefined || hits !== undefined ? {} : { cost };
    const problems = problemsOfNoRun(report);
    const wrong = problems.length === 0 ? {} : { problems };
    const chosen = report.selection === undefined ? {} : { selection: report.selection };
    return `${jsonText({ goldie, schema: SCHEMA, rules, ...shared, runs, ...chosen, ...spent, ...wrong }, 2)}\n`;
  },
});

function runJson(result: Reported, { perQuery, by }: ReportOptions) {
  const tags = tagsOf(by);
  const slices =
    tags.length === 0
      ? {}
      : { slices: Object.fromEntries(tags.map((tag) => [tag, slicesJson(result, tag)])) };
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

/** What was found out about a run beside its scores. */
function foundJson({ result, missed, judged, corrected, live }: RunReport, options: ReportOptions): object {
  const repeated = judged && repeatedIn(judged.records);
  const contradicted = judged && contradictedIn(judged.records);
  return {
    ...(missed === undefined || options.missed !== true
      ? {}
      : { missed: missedJson(missed, result.forbidden) }),
    ...(judged === undefined
      ? {}
      : {
          judges: judgesOf(judged.records),
          limits: judged.limits,
          unsupported: unsupportedIn(judged.records),
          ...(contradicted!.length === 0 ? {} : { contradicted }),
          flags: flagsIn(judged.records),
          ...(repeated === undefined ? {} : { repeated }),
        }),
    ...(corrected === undefined ? {} : { corrected: byKey(corrected.metrics) }),
    ...(live === undefined ? {} : { live }),
  };
}

const missedJson = (
  { k, wanted, counts, queries }: RunMisses,
  { leaked }: Reported["forbidden"],
): object => ({
  k,
  ...(leaked.size === 0 ? {} : { leaked: byKey(leaked) }),
  wanted,
  counts,
  queries: byKey(queries),
});
