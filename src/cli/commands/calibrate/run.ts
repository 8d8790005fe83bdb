/** `goldie calibrate`. */

import { jsonText } from "../../../core/json-text.ts";
import type { JudgementRecord } from "../../../core/judgement-record.ts";
import { ProblemLog } from "../../../core/problem-log.ts";
import { refuseErrors } from "../../../core/refuse-errors.ts";
import { loadCases } from "../../../engine/load-cases.ts";
import { calibrate } from "../../../judges/calibrate/calibrate.ts";
import { readLabels } from "../../../judges/calibrate/labels.ts";
import { judge } from "../../../judges/judge.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { widthFor } from "../../shared/help.ts";
import { holdsRecords, readRecords } from "../../shared/judge/records.ts";
import { refuseInputs, writeOutput } from "../../shared/output.ts";
import { asErrors, showWarnings } from "../../shared/problems.ts";
import { type Inputs, refuseStdinTwice, withInputs } from "../../shared/sources.ts";
import { calibrationText } from "./_text.ts";
import { wrongUse } from "./problems.ts";

export async function runCalibrate(args: Args, effects: Effects): Promise<number> {
  const [path] = args.positionals as readonly [string];
  const output = args.text("output");
  if (output !== undefined && !output.toLowerCase().endsWith(".json"))
    throw wrongUse("calibration-is-json", { found: output });
  const seed = args.count("seed", 0);
  const partial = args.text("partial") as "no" | "yes" | undefined;
  refuseStdinTwice([path, ...args.all("records")]);
  await refuseInputs(args.all("output"), [path, ...args.all("records")], effects);
  const log = new ProblemLog();
  const { labels, records } = await withInputs(effects, args.has("quiet"), async (inputs) => {
    const bytes = await (await inputs.open(path)).bytes();
    const read = readLabels(new TextDecoder().decode(bytes), path);
    return { labels: read, records: await recordsBy(args, inputs, log) };
  });
  const { calibration, disagreements, problems } = calibrate({
    labels,
    records,
    ...(seed === undefined ? {} : { seed }),
    ...(partial === undefined ? {} : { partial }),
  });
  for (const problem of problems) log.add(atFile(problem, path));
  // If no label is left, the reasons are in the warnings: show them with the error.
  if (log.list().some(({ code }) => code === "no-labels")) throw asErrors(log.list());
  refuseErrors(log);
  if (args.has("strict") && log.warnings > 0) throw asErrors(log.list());
  const json = `${jsonText(calibration, 2)}\n`;
  if (output !== undefined) await writeOutput(output, effects, (write) => write(json));
  await effects.stdout.write(
    args.has("json")
      ? `${jsonText({ ...calibration, disagreements }, 2)}\n`
      : calibrationText(calibration, disagreements, widthFor(effects.stdout)),
  );
  if (!args.has("quiet")) await showWarnings(log.list(), effects, args);
  return 0;
}

const atFile = <T extends { readonly at?: { readonly file?: string } }>(problem: T, file: string): T =>
  problem.at?.file === undefined ? { ...problem, at: { ...problem.at, file } } : problem;

/** The judge's verdicts. Cases are judged now: the embedded judge is deterministic. */
async function recordsBy(args: Args, inputs: Inputs, log: ProblemLog): Promise<readonly JudgementRecord[]> {
  const path = args.text("records");
  if (path === undefined) return [];
  const source = await inputs.open(path);
  const given = await (async () => {
    if (await holdsRecords(source)) return readRecords(source, log);
    const { cases } = await loadCases(source, { log });
    refuseErrors(log);
    return [...(await judge({ cases })).judgements.values()];
  })();
  refuseErrors(log);
  return given;
}
