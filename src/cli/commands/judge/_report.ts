/** Judgements as scores, and all that is told with them. */

import { jsonText } from "../../../core/json-text.ts";
import type { Cost, JudgedBy, JudgementRecord } from "../../../core/judgement-record.ts";
import type { ProblemLog } from "../../../core/problem-log.ts";
import type { Facet } from "../../../core/score.ts";
import type { FilesResult } from "../../../engine/evaluate-files.ts";
import { evaluate } from "../../../evaluate/evaluate.ts";
import { type Asked, Planner } from "../../../evaluate/plan/plan.ts";
import type { Calibration } from "../../../judges/calibrate/calibrate.ts";
import { correctRecords } from "../../../judges/calibrate/correct.ts";
import { parseCalibration } from "../../../judges/calibrate/parse.ts";
import { queryTable } from "../../../reports/parts/query-table.ts";
import { oneLine } from "../../../text/width.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { fill, widthFor } from "../../shared/help.ts";
import type { Setup } from "../../shared/judge/setup.ts";
import {
  correctedText,
  costText,
  flagsText,
  judgeText,
  repeatedText,
  unsupportedIn,
  unsupportedText,
} from "../../shared/judge/text.ts";
import { showErrors } from "../../shared/problems.ts";
import { jsonReport, tableReport, writeReports } from "../../shared/reports.ts";
import type { Inputs } from "../../shared/sources.ts";
import { withoutJudgeProblems } from "../../shared/without-judge-problems.ts";
import { hasFailures } from "../eval/run.ts";
import { dialectNotes, usualMetrics } from "./_asked.ts";
import { type AllCorrected, correctedReports } from "./_corrected.ts";
import { judgeCommandProblem } from "./problems.ts";

/** One file of cases, judged. */
export interface Judgement {
  readonly name: string;
  readonly format: string;
  readonly records: readonly JudgementRecord[];
  readonly limits: readonly string[];
}

export interface RecordsScored extends FilesResult {
  /** What the metrics read of a record. */
  readonly facets: ReadonlySet<Facet>;
}

/** The usual metrics where none are asked for. */
export function scoreRecords(judged: readonly Judgement[], given: Asked | undefined): RecordsScored {
  const responses = judged.some(({ records }) => records.some(({ response }) => response !== undefined));
  const asked = given ?? usualMetrics(responses);
  const runs = judged.map(({ name, format, records }) => ({
    format,
    result: evaluate({
      ...asked,
      name,
      gold: new Map(records.map(({ id, tags = {} }) => [id, { tags }])),
      // Places of contexts stand for them: what has no hits would count as missing.
      run: new Map(records.map(({ id, chunks }) => [id, chunks.map((_, i) => String(i + 1))])),
      judgements: new Map(records.map((record) => [record.id, record])),
    }),
  }));
  const facets = new Set(new Planner(asked).plans().flatMap(({ metric }) => metric.needs));
  return { runs, goldFormat: judged[0]!.format, words: new Map(), facets };
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
  readonly judged: readonly Judgement[];
  readonly scored: RecordsScored;
  readonly cost: Cost;
  readonly setup: Setup | undefined;
  readonly calibration: Calibration | undefined;
  readonly outputs: readonly string[];
}

/** Writes and prints everything; the exit code. */
export async function reportJudgements(
  given: Reporting,
  log: ProblemLog,
  written: Args,
  effects: Effects,
): Promise<number> {
  const { judged, scored, calibration, outputs } = given;
  // A tool that gives no means has its numbers in the rows.
  const onlyRows = scored.runs.every(({ result }) => result.summary().length === 0);
  const args = onlyRows ? written.withSwitch("per-query") : written;
  const corrected = judged.map(({ records }) => {
    if (calibration === undefined) return undefined;
    const { metrics, problems } = correctRecords(calibration, records);
    for (const problem of problems) log.add(problem);
    return metrics;
  });
  const told = log.list();
  for (const { result } of scored.runs)
    for (const problem of withoutJudgeProblems(result.problems, told)) log.add(problem);
  const json = (): readonly string[] => [withJudgements(jsonReport(scored, args), given, corrected)];
  const tableOf = (): string =>
    onlyRows
      ? `${queryTable(scored.runs.map(({ result }) => result))}\n`
      : tableReport(scored, args, effects);
  const own = calibration === undefined ? {} : correctedReports(scored, corrected, calibration, args);
  const refused = await writeReports(outputs, scored, args, effects, { ...own, json });
  const text = args.has("json")
    ? json()
    : [
        tableOf(),
        ...notesOf(dialectNotes(args, !onlyRows), effects),
        ...textOf(given, corrected, args.has("quiet"), effects),
      ];
  await effects.stdout.write(text.join(args.has("json") ? "" : "\n"));
  if (refused.length > 0) await showErrors(refused, effects);
  return refused.length > 0 ? 2 : hasFailures(scored) ? 3 : 0;
}

const notesOf = (notes: readonly string[], { stdout }: Effects): string[] =>
  notes.map((note) => `${fill(note, "  ", widthFor(stdout)).trimStart()}\n`);

/** The claims to tell of, by what was asked for. */
const SIDES: readonly { readonly side: "reference" | "response"; readonly facets: readonly Facet[] }[] = [
  { side: "reference", facets: ["claims", "support", "verdicts"] },
  { side: "response", facets: ["responseClaims", "responseVerdicts"] },
];

function textOf(
  { judged, scored, cost, setup, calibration }: Reporting,
  corrected: AllCorrected,
  quiet: boolean,
  { stdout }: Effects,
): string[] {
  const width = widthFor(stdout);
  const several = judged.length > 1;
  const parts = judged.flatMap(({ name, records }, i) => {
    const own = [
      ...(corrected[i] === undefined ? [] : [correctedText(corrected[i], calibration!)]),
      ...SIDES.filter(({ facets }) => facets.some((one) => scored.facets.has(one))).map(({ side }) =>
        unsupportedText(records, side, width),
      ),
      flagsText(records, width),
      repeatedText(records),
    ].filter((part) => part !== "");
    return several && own.length > 0 ? [`${oneLine(name)}\n\n${own.join("\n")}`] : own;
  });
  const limits = quiet ? [] : [...new Set(judged.flatMap((one) => one.limits))];
  return [
    ...parts,
    judgeText(
      judged.flatMap(({ records }) => judgesOf(records)),
      limits,
      width,
    ),
    ...(setup === undefined ? [] : [costText(cost, setup.calls?.store, width)]),
  ];
}

const judgesOf = (records: readonly JudgementRecord[]): JudgedBy[] => [
  ...new Map(records.map(({ judge }) => [JSON.stringify(judge), judge])).values(),
];

/** The JSON of the scores, each run with what its judgement says. */
function withJudgements(json: string, { judged, cost, setup }: Reporting, corrected: AllCorrected): string {
  const report = JSON.parse(json) as { runs: object[] };
  const runs = report.runs.map((run, i) => {
    const { records, limits } = judged[i]!;
    const flags = records.flatMap(({ id, flags: own = [] }) => own.map((flag) => ({ query: id, ...flag })));
    const repeated = records.flatMap(({ repeated: one }) => (one === undefined ? [] : [one]));
    return {
      ...run,
      judges: judgesOf(records),
      limits,
      unsupported: unsupportedIn(records),
      flags,
      ...(repeated.length === 0
        ? {}
        : {
            repeated: {
              cells: repeated.reduce((sum, { cells }) => sum + cells, 0),
              flipped: repeated.reduce((sum, { flipped }) => sum + flipped, 0),
            },
          }),
      ...(corrected[i] === undefined ? {} : { corrected: Object.fromEntries(corrected[i]) }),
    };
  });
  return `${jsonText({ ...report, runs, ...(setup === undefined ? {} : { cost }) }, 2)}\n`;
}
