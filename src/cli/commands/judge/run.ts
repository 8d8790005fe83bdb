/** `goldie judge`. */

import type { QueryId } from "../../../core/ids.ts";
import type { Cost, JudgeCase, JudgedBy, JudgementRecord } from "../../../core/judgement-record.ts";
import { GoldieError } from "../../../core/problem.ts";
import { ProblemLog } from "../../../core/problem-log.ts";
import { refuseErrors } from "../../../core/refuse-errors.ts";
import { loadCases } from "../../../engine/load-cases.ts";
import { evaluate } from "../../../evaluate/evaluate.ts";
import { fieldNames } from "../../../formats/cases/rows.ts";
import type { Calibration } from "../../../judges/calibrate/calibrate.ts";
import { otherJudge } from "../../../judges/calibrate/correct.ts";
import { addCost, noCost } from "../../../judges/cost.ts";
import { createLexicalJudge } from "../../../judges/lexical/index.ts";
import { costText } from "../../../reports/judging-text.ts";
import { counted } from "../../../text/counted.ts";
import { fill } from "../../../text/fill.ts";
import type { Effects } from "../../effects.ts";
import { type Args, refuseFlags } from "../../shared/args.ts";
import { columnsBy } from "../../shared/asked.ts";
import { widthFor } from "../../shared/help.ts";
import { writeBatch } from "../../shared/judge/batch.ts";
import { judgeCases, onlyJudged } from "../../shared/judge/cases.ts";
import { judgeFlags } from "../../shared/judge/flags.ts";
import { holdsRecords, readRecords, stillFit, writeRecords } from "../../shared/judge/records.ts";
import { type Setup, setUpJudge } from "../../shared/judge/setup.ts";
import { namedRuns } from "../../shared/named-runs.ts";
import { refuseInputs } from "../../shared/output.ts";
import { asErrors, showErrors, showWarnings } from "../../shared/problems.ts";
import { outputsBy } from "../../shared/reports.ts";
import { runNames } from "../../shared/request.ts";
import { type Inputs, refuseStdinTwice, withInputs } from "../../shared/sources.ts";
import { judgedBy } from "./_asked.ts";
import { dryText } from "./_dry.ts";
import { checkSheet, writeSheet } from "./_labels.ts";
import { noCases } from "./_no-cases.ts";
import { calibrationBy, type JudgedFile, reportJudgements, scoreRecords } from "./_report.ts";
import { wrongUse } from "./problems.ts";

/** Flags without effect on existing judgements. */
const JUDGING = [
  ...judgeFlags.map(({ flag }) => flag.slice(2)),
  "records",
  "resume",
  "dry-run",
  "batch-out",
  "batch-in",
];

interface JudgeInput {
  readonly name: string;
  readonly path: string;
  readonly format: string;
  /** To be judged, or already judged. */
  readonly cases?: readonly JudgeCase[];
  readonly records?: readonly JudgementRecord[];
  readonly lines: ReadonlyMap<QueryId, number>;
}

export async function runJudge(written: Args, effects: Effects): Promise<number> {
  const { args, names } = await namedRuns(written, 0, effects);
  const paths = args.positionals;
  // Fail on impossible requests before asking the judge.
  const outputs = outputsBy(args);
  const asked = judgedBy(args);
  checkFlags(args);
  refuseStdinTwice(paths);
  const optional = (...flags: string[]): string[] => flags.flatMap((flag) => args.all(flag));
  await refuseInputs(
    [...outputs, ...optional("records", "batch-out", "store", "labels")],
    [...paths, ...optional("calibration", "batch-in")],
    effects,
  );
  await checkSheet(args, effects);
  const log = new ProblemLog();
  const { given, before, setup, calibration } = await withInputs(
    effects,
    args.has("quiet"),
    async (inputs) => {
      const given = await readAll(args, runNames(paths, names), inputs, log);
      const before = await recordsBefore(args, inputs, effects, log);
      refuseErrors(log);
      if (args.has("strict") && log.warnings > 0) throw asErrors(log.list());
      for (const tag of args.all("by")) checkTag(given, tag);
      const calibration = await calibrationBy(args, inputs);
      const setup = given.some(({ cases }) => cases !== undefined)
        ? await setUpJudge(args, inputs, effects, log)
        : undefined;
      return { given, before, setup, calibration };
    },
  );
  if (setup === undefined) refuseFlags(args, JUDGING, (flag) => wrongUse("judged-already", { flag }));
  try {
    refuseOtherJudge(calibration, given, setup?.judge.by, args.text("calibration"));
  } catch (error) {
    await setup?.close();
    throw error;
  }
  const judged: JudgedFile[] = [];
  let cost = noCost;
  try {
    for (const one of given) {
      if (one.cases === undefined) {
        judged.push({ ...one, records: one.records!, limits: limitsOf(one.records!) });
        continue;
      }
      const kept = stillFit(before, one.cases, setup!.judge.by);
      const done = await judgeCases(one.cases, kept, setup!, effects, args.has("quiet"));
      for (const problem of done.problems) log.add({ ...problem, at: placeOf(one, problem.at?.query) });
      cost = addCost(cost, done.cost);
      if (args.has("records") && setup!.calls?.kind !== "dry")
        await writeRecords(args.text("records")!, onlyJudged(done.records), effects);
      if (done.stopped !== undefined)
        return await tellStopped(
          done.stopped,
          onlyJudged(done.records).length,
          one,
          args,
          setup!,
          effects,
          costOf(cost, setup),
        );
      judged.push({ ...one, records: done.records, limits: setup!.judge.limits });
    }
  } finally {
    await setup?.close();
  }
  const calls = setup?.calls;
  if (args.has("dry-run")) return tell(dryText(judged, setup!, args), effects);
  if (calls?.batch !== undefined && args.has("batch-out") && calls.batch.requests.length > 0)
    return tell(await writeBatch(args.text("batch-out")!, calls.batch, calls.client, effects), effects);
  if (args.has("labels")) await writeSheet(args.text("labels")!, judged[0]!.records, effects);
  const scored = scoreRecords(judged, asked);
  const failed = await reportJudgements(
    { judged, scored, cost: costOf(cost, setup), setup, calibration, outputs },
    log,
    args,
    effects,
  );
  if (!args.has("quiet")) await showWarnings(log.list(), effects, args);
  const unsaved = setup?.unsaved?.();
  if (unsaved === undefined) return failed;
  await showErrors([unsaved], effects);
  return failed === 0 ? 3 : failed;
}

/** Correcting for another judge's errors gives wrong means; fail before asking the judge. */
function refuseOtherJudge(
  calibration: Calibration | undefined,
  given: readonly JudgeInput[],
  by: JudgedBy | undefined,
  file: string | undefined,
): void {
  if (calibration === undefined || file === undefined) return;
  for (const judge of given.flatMap(({ records }) => records?.map((one) => one.judge) ?? by ?? [])) {
    const other = otherJudge(calibration, judge);
    if (other !== undefined) throw new GoldieError({ ...other, at: { file } });
  }
}

function checkFlags(args: Args): void {
  if (args.positionals.length > 1)
    refuseFlags(args, ["records", "resume", "labels"], (flag) => wrongUse("one-file-only", { flag }));
  if (args.text("records") === "-") throw wrongUse("records-to-stdout");
  if (args.has("resume") && !args.has("records")) throw wrongUse("resume-without-records");
  if (args.has("dry-run"))
    refuseFlags(args, ["output", "records", "labels", "calibration", "per-query", "by"], (flag) =>
      wrongUse("not-in-dry-run", { flag }),
    );
}

async function readAll(
  args: Args,
  names: readonly string[],
  inputs: Inputs,
  log: ProblemLog,
): Promise<JudgeInput[]> {
  const limit = args.count("limit", 1) ?? Number.POSITIVE_INFINITY;
  const format = args.text("format");
  const all: JudgeInput[] = [];
  for (const [i, path] of args.positionals.entries()) {
    const source = await inputs.open(path);
    const about = { name: names[i]!, path };
    if (await holdsRecords(source)) {
      const records = (await readRecords(source, log)).slice(0, limit);
      all.push({ ...about, records, format: "records", lines: new Map() });
      continue;
    }
    const columns = columnsBy(args);
    const loaded = await loadCases(source, {
      log,
      columns,
      ...(format === undefined ? {} : { format }),
    }).catch(async (error: unknown) => {
      // A table without ids: a judge does not need them.
      const untold = error instanceof GoldieError && error.problem.code === "no-column";
      throw untold && format === undefined ? noCases(path, fieldNames(await source.head())) : error;
    });
    if (loaded.fields !== undefined && loaded.cases.every(({ question }) => question === ""))
      if (log.errors > 0) throw noCases(path, loaded.fields);
    refuseErrors(log);
    all.push({ ...about, ...loaded, cases: loaded.cases.slice(0, limit) });
  }
  return all;
}

/** Fail on an unknown tag before asking the judge. */
function checkTag(given: readonly JudgeInput[], tag: string): void {
  for (const { cases, records } of given) {
    const gold = new Map((cases ?? records!).map(({ id, tags = {} }) => [id, { tags }]));
    evaluate({ gold, judgements: {}, metrics: ["context-recall"] }).slices(tag);
  }
}

/** Records of an earlier run to resume. */
async function recordsBefore(
  args: Args,
  inputs: Inputs,
  { files }: Effects,
  log: ProblemLog,
): Promise<readonly JudgementRecord[]> {
  const path = args.text("records");
  if (path === undefined || !args.has("resume") || (await files.facts(path)) === undefined) return [];
  return readRecords(await inputs.open(path), log);
}

/** For records, whose judge is not available. */
const limitsOf = (records: readonly JudgementRecord[]): readonly string[] =>
  records.some(({ judge }) => judge.name === "lexical") ? createLexicalJudge().limits : [];

const placeOf = ({ path, lines }: JudgeInput, query: QueryId | undefined) => {
  const line = query === undefined ? undefined : lines.get(query);
  return {
    side: "cases" as const,
    file: path,
    ...(line === undefined ? {} : { line }),
    ...(query === undefined ? {} : { query }),
  };
};

/** The caller knows the cost of its calls. */
function costOf(cost: Cost, setup: Setup | undefined): Cost {
  const usage = setup?.calls?.usage();
  if (usage === undefined) return cost;
  const { calls, reused, lost, inputTokens, outputTokens, money } = usage;
  const more = { ...(lost === 0 ? {} : { lost }), ...(money === undefined ? {} : { money }) };
  return { calls, reused, inputTokens, outputTokens, ...more };
}

async function tell(text: string, { stdout }: Effects): Promise<number> {
  await stdout.write(text);
  return 0;
}

/** Ctrl-C: keep what was paid for, and show how to continue. */
async function tellStopped(
  code: number,
  done: number,
  { cases }: JudgeInput,
  args: Args,
  { calls }: Setup,
  { stderr }: Effects,
  cost: Cost,
): Promise<number> {
  const width = widthFor(stderr);
  const records = args.text("records");
  const kept = [...(records === undefined ? [] : [`their records are in ${records}`])];
  const again = records === undefined || args.has("resume") ? "" : " with --resume";
  const what = `stopped: ${done} of ${counted(cases!.length, "case", "cases")} judged${kept.length === 0 ? "" : `; ${kept.join(", ")}`}`;
  const spent = calls === undefined ? "" : costText(cost, calls.store, width);
  await stderr.write(
    `${fill(what, "  ", width).trimStart()}\n${spent}to go on, run the same command again${again}\n`,
  );
  return code;
}
