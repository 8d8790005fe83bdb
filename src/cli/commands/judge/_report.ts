/** The report of a judge run: scores and everything shown with them. */

import type { Cost, JudgementRecord } from "../../../core/judgement-record.ts";
import type { ProblemLog } from "../../../core/problem-log.ts";
import type { Facet } from "../../../core/score.ts";
import { evaluate } from "../../../evaluate/evaluate.ts";
import { type AskedMetrics, Planner } from "../../../evaluate/plan/plan.ts";
import type { Result } from "../../../evaluate/score/result.ts";
import type { Calibration } from "../../../judges/calibrate/calibrate.ts";
import { correctRecords } from "../../../judges/calibrate/correct.ts";
import { parseCalibration } from "../../../judges/calibrate/parse.ts";
import type { CorrectedMeans, Report, RunReport } from "../../../reports/model.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import type { Setup } from "../../shared/judge/setup.ts";
import { claimSides } from "../../shared/judge/sides.ts";
import { showErrors } from "../../shared/problems.ts";
import { hasFailures, hiddenIn, jsonReport, tableReport, writeReports } from "../../shared/reports.ts";
import type { Inputs } from "../../shared/sources.ts";
import { withoutJudgeProblems } from "../../shared/without-judge-problems.ts";
import { dialectNotes, usualMetrics } from "./_asked.ts";
import { judgeCommandProblem } from "./problems.ts";

/** One file of cases, judged. */
export interface JudgedFile {
  readonly name: string;
  readonly format: string;
  readonly records: readonly JudgementRecord[];
  readonly limits: readonly string[];
}

export interface RecordsScored {
  readonly runs: readonly { readonly result: Result; readonly format: string }[];
  /** What the metrics read of a record. */
  readonly facets: ReadonlySet<Facet>;
}

/** Default metrics. */
export function scoreRecords(judged: readonly JudgedFile[], given: AskedMetrics | undefined): RecordsScored {
  const responses = judged.some(({ records }) => records.some(({ response }) => response !== undefined));
  const asked = given ?? usualMetrics(responses);
  const runs = judged.map(({ name, format, records }) => ({
    format,
    result: evaluate({
      ...asked,
      name,
      gold: new Map(records.map(({ id, tags = {} }) => [id, { tags }])),
      // Use context positions as hits; a case without hits would count as missing.
      run: new Map(records.map(({ id, chunks }) => [id, chunks.map((_, i) => String(i + 1))])),
      judgements: new Map(records.map((record) => [record.id, record])),
    }),
  }));
  const facets = new Set(new Planner(asked).plans().flatMap(({ metric }) => metric.needs));
  return { runs, facets };
}

export async function calibrationBy(args: Args, inputs: Inputs): Promise<Calibration | undefined> {
  const path = args.text("calibration");
  if (path === undefined) return undefined;
  const bytes = await (await inputs.open(path)).bytes();
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw judgeCommandProblem.error("bad-calibration/not-json", {}, { at: { file: path } });
  }
  return parseCalibration(value, { file: path });
}

export interface Reporting {
  readonly judged: readonly JudgedFile[];
  readonly scored: RecordsScored;
  readonly cost: Cost;
  readonly setup: Setup | undefined;
  readonly calibration: Calibration | undefined;
  readonly outputs: readonly string[];
}

/** Writes and prints everything; returns the exit code. */
export async function reportJudgements(
  given: Reporting,
  log: ProblemLog,
  written: Args,
  effects: Effects,
): Promise<number> {
  const { scored, outputs } = given;
  // Tools without means have their numbers in the rows.
  const onlyRows = scored.runs.every(({ result }) => result.summary().length === 0);
  const args = onlyRows ? written.withSwitch("per-query") : written;
  const report = reportOn(given, dialectNotes(args, !onlyRows), log);
  const shown = log.list();
  for (const { result } of scored.runs)
    for (const problem of withoutJudgeProblems(result.problems, shown)) log.add(problem);
  for (const problem of hiddenIn(outputs, report, args)) log.add(problem);
  const refused = await writeReports(outputs, report, args, effects);
  await effects.stdout.write(
    args.has("json") ? jsonReport(report, args) : tableReport(report, args, effects),
  );
  if (refused.length > 0) await showErrors(refused, effects);
  return refused.length > 0 ? 2 : hasFailures(report) ? 3 : 0;
}

/** All findings, as one value. */
function reportOn(given: Reporting, notes: readonly string[], log: ProblemLog): Report {
  const { judged, scored, cost, setup, calibration } = given;
  const sides = claimSides(scored.facets);
  const store = setup?.unsaved?.() === undefined ? setup?.calls?.store : undefined;
  const runs = judged.map(
    ({ records, limits }, i): RunReport => ({
      ...scored.runs[i]!,
      words: new Map(records.map(({ id, question }) => [id, question])),
      judged: { records, limits, sides },
      ...(calibration === undefined ? {} : { corrected: correctedBy(calibration, records, log) }),
    }),
  );
  return {
    runs,
    problems: log.list(),
    judging: {
      by: [...new Set(judged.flatMap(({ records }) => records.map(({ judge }) => judge)))],
      limits: [...new Set(judged.flatMap((one) => one.limits))],
      ...(setup === undefined ? {} : { cost }),
      ...(store === undefined ? {} : { store }),
    },
    notes,
  };
}

function correctedBy(
  calibration: Calibration,
  records: readonly JudgementRecord[],
  log: ProblemLog,
): CorrectedMeans {
  const { metrics, problems } = correctRecords(calibration, records);
  for (const problem of problems) log.add(problem);
  return { metrics, confidence: calibration.confidence };
}
