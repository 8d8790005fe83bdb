/** `goldie run`. */
import { relative } from "node:path";
import type { Problem } from "../../../core/problem.ts";
import { ProblemLog } from "../../../core/problem-log.ts";
import { randomFrom } from "../../../core/random.ts";
import { withDefaultMatch } from "../../../evaluate/default-match.ts";
import { type AskedMetrics, Planner } from "../../../evaluate/plan/plan.ts";
import type { Rules } from "../../../evaluate/plan/rules.ts";
import { openAnswerCache } from "../../../live/cache.ts";
import type { LiveResult } from "../../../live/run.ts";
import type { Report } from "../../../reports/model.ts";
import type { RunWriter, Store } from "../../../store/store.ts";
import { shellWord } from "../../../text/shell-word.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { askedBy } from "../../shared/asked.ts";
import { configBy, ownIdRule, withConfig } from "../../shared/config-args.ts";
import { checkOverlap } from "../../shared/no-overlap.ts";
import { refuseInputs } from "../../shared/output.ts";
import { asErrors, showErrors, showWarnings } from "../../shared/problems.ts";
import { projectFolder, projectStore } from "../../shared/project.ts";
import {
  hasFailures,
  hiddenIn,
  jsonReport,
  outputsBy,
  tableReport,
  writeReports,
} from "../../shared/reports.ts";
import { askLive } from "./_ask.ts";
import { carriedFlags, carriedMetrics } from "./_carried.ts";
import { filesByRetriever } from "./_declared.ts";
import { questionsOf } from "./_gold.ts";
import { nextSteps } from "./_next.ts";
import { reportOn, resultsIn, timingsOf, warningsOf } from "./_report.ts";
import { resumedBy } from "./_resume.ts";
import { retrieversBy } from "./_retrievers.ts";
import { selectionBy } from "./_selection.ts";
import { begin, declaredIn, limitsOf, setupOf } from "./_setup.ts";
import { type EarlierRun, earlierRun, sinceText } from "./_since.ts";
import { strayError, tellOthers, tellStopped, tellUnasked, unopenedError } from "./_told.ts";
import { wrongUse } from "./problems.ts";

export async function runRun(args: Args, effects: Effects): Promise<number> {
  if (args.has("watch")) return (await import("./_watch.ts")).watchRuns(args, effects);
  return (await runOnce(args, effects)).code;
}

/** The command itself. Commands that call `runRun` fix ids without printing this. */
export async function runAndTell(args: Args, effects: Effects): Promise<number> {
  if (args.has("watch")) return runRun(args, effects);
  return (await runOnce(args, effects, { others: tellOthers })).code;
}

/** One run from start to end. */
export interface Ran {
  readonly code: number;
  /** Full paths of all its inputs. */
  readonly files: readonly string[];
  /** Absent if it was stopped. */
  readonly report?: Report;
  readonly earlier?: EarlierRun;
}

/** How a run is shown. `known` is called with its input files before anything can fail. */
export interface Showing {
  print(ran: Printed, args: Args, effects: Effects): Promise<void>;
  known?(files: readonly string[]): void;
  /** Called with the files that each retriever searches or runs, by its name. */
  searched?(files: ReadonlyMap<string, readonly string[]>): void;
  /** Ask only these retrievers. */
  readonly only?: ReadonlySet<string>;
  /** If ids do not match: shows what is known anyway. */
  others?(report: Report, error: unknown, id: string, args: Args, effects: Effects): Promise<void>;
}

interface Printed {
  readonly report: Report;
  readonly earlier?: EarlierRun;
  readonly gold: string;
  readonly live: LiveResult;
  readonly id: string;
  readonly ownIds: boolean;
}

export async function runOnce(written: Args, effects: Effects, how: Partial<Showing> = {}): Promise<Ran> {
  const showing: Showing = { ...asTable, ...how };
  const loaded = await configBy(written, effects, (file) => showing.known?.([file]));
  showing.known?.(loaded?.files ?? []);
  const config = loaded?.config;
  const args = config === undefined ? written : withConfig(written, config);
  const path = args.positionals[0] ?? config?.gold;
  if (path === undefined) throw wrongUse("run-without-gold", { config: loaded?.path ?? null });
  const files = [...(loaded?.files ?? []), effects.files.resolve(path)];
  showing.known?.(files);
  const outputs = outputsBy(args);
  await refuseInputs(outputs, [path, ...args.all("corpus")], effects);
  const log = new ProblemLog();
  const given = retrieversBy(args, loaded, effects, {
    warn: (problem) => log.add(problem),
    only: showing.only,
  });
  const { retrievers } = given;
  showing.searched?.(await filesByRetriever(given.written, effects.files.cwd));
  const asked = { ...askedBy(args), ...ownIdRule(args, config) };
  refuseJudged(asked, path);
  const limits = limitsOf(args, loaded);
  const questions = await questionsOf(path, args, effects);
  const project = await projectFolder(effects);
  const store = await projectStore(effects);
  const gold = { path, file: relative(project, effects.files.resolve(path)), hash: questions.hash };
  const rules = withDefaultMatch(asked, questions.gold.gold.values());
  const setup = await setupOf({ given, gold, questions, rules, limits, loaded, project, effects });
  const wanted = selectionBy(args);
  const resumed = await resumedBy(args, store, { ...setup, gold, selection: wanted });
  for (const problem of resumed?.problems ?? []) log.add(problem);
  if (resumed?.only?.size === 0) {
    await effects.stdout.write(`no query of run ${resumed.stored.info.id} failed\n`);
    return { code: 0, files };
  }
  const selection = resumed?.selection ?? wanted;
  // Looked up before this run is stored.
  const earlier = resumed === undefined ? await earlierRun(store, gold, Object.keys(retrievers)) : undefined;
  const writer = await begin(store, setup, selection, questions, resumed);
  const cache =
    // Retrievers from flags have the same name for different corpora.
    config?.cache === undefined || given.byFlag
      ? undefined
      : await openAnswerCache(`${project}/.goldie/answers.jsonl`, config.cache.version, declaredIn(setup));
  let asking: Awaited<ReturnType<typeof askLive>>;
  try {
    asking = await askLive(
      {
        ...(rules as Omit<typeof rules, "depth">),
        ...limits,
        ...selection,
        gold: questions.gold.gold,
        queries: questions.gold.words,
        retrievers,
        keep: writer,
        random: randomFrom(effects.id),
        clock: { now: () => performance.timeOrigin + effects.now(), sleep: effects.sleep },
        ...(questions.documents === undefined ? {} : { corpus: questions.documents }),
        ...(config?.filter === undefined ? {} : { filter: config.filter }),
        ...(cache === undefined ? {} : { cache }),
        ...(resumed === undefined ? {} : { earlier: resumed.earlier }),
        ...(resumed?.only === undefined ? {} : { only: resumed.only }),
      },
      effects,
      { quiet: args.has("quiet"), project },
    );
  } catch (error) {
    await writer.finish({ state: "cancelled" });
    throw error;
  } finally {
    await cache?.close();
  }
  const { live, stopped, stray } = asking;
  if (live.unopened.length === live.runs.length) {
    await writer.discard();
    throw unopenedError(live);
  }
  if (stray !== undefined) {
    await writer.finish({ state: "cancelled" });
    throw strayError(stray.error, live, written);
  }
  if (stopped !== undefined) {
    await writer.finish({ state: "cancelled" });
    return { code: await tellStopped(stopped, live, written, effects), files };
  }
  if (live.cancelled) {
    // An interrupted run whose failed queries were asked again with --only-failed.
    await writer.finish({ state: "cancelled" });
    return { code: await tellUnasked(live, written, effects), files };
  }
  const report = reportOn(live, questions, [
    ...questions.problems,
    ...log.list(),
    ...live.problems,
    ...(cache?.problems ?? []),
  ]);
  const warnings = warningsOf(report, questions);
  let above: readonly Problem[];
  let below: readonly Problem[];
  try {
    ({ above, below } = checkOverlap(
      {
        gold: path,
        runs: live.runs.map(({ name, result }) => ({ file: `last/${name}`, result })),
        problems: warnings,
        // The answers are stored.
        again: (run) => ["eval", path, run, ...carriedMetrics(args), ...carriedFlags(args)],
      },
      args,
    ));
    if (args.has("strict") && warnings.length > 0) throw asErrors(warnings);
  } catch (error) {
    // No scores: the next run must not be compared with zeros that are not a result.
    await writer.finish({ state: "complete", timings: timingsOf(live) });
    await showing.others?.(report, error, writer.id, args, effects);
    throw error;
  }
  await writer.finish({
    state: "complete",
    scores: jsonReport(report, args.withSwitch("per-query")),
    timings: timingsOf(live),
  });
  await noteBy(args, store, writer);
  const refused = await writeReports(outputs, report, args, effects);
  if (!args.has("quiet")) await showWarnings(above, effects, args, "above");
  await showing.print(
    {
      report,
      live,
      gold: path,
      id: writer.id,
      ownIds: setup.settings["ownIds"] === true,
      ...(earlier === undefined ? {} : { earlier }),
    },
    args,
    effects,
  );
  if (!args.has("quiet")) await showWarnings([...below, ...hiddenIn(outputs, report, args)], effects, args);
  if (refused.length > 0) await showErrors(refused, effects);
  const code = refused.length > 0 ? 2 : hasFailures(report) ? 3 : 0;
  return { code, files, report, ...(earlier === undefined ? {} : { earlier }) };
}

const asTable: Showing = {
  async print({ report, earlier, gold, live, id, ownIds }, args, effects) {
    const { stdout } = effects;
    if (args.has("json")) return stdout.write(jsonReport(report, args));
    await stdout.write(tableReport(report, args, effects));
    if (args.has("quiet")) return;
    const since = earlier === undefined ? "" : sinceText(earlier, resultsIn(live));
    if (since !== "") await stdout.write(`\n${since}`);
    await stdout.write(
      `\n${nextSteps({ id, gold, live, args, ownIds, ...(since === "" ? {} : { earlier: earlier!.ref }) })}`,
    );
  },
};

/** Judged metrics need more than answers. */
function refuseJudged(asked: AskedMetrics & Rules, gold: string): void {
  const judged = new Planner(asked).plans().find(({ metric }) => metric.kind === "judged");
  if (judged !== undefined)
    throw wrongUse("judged-metric", {
      metric: judged.key,
      command: `goldie eval ${shellWord(gold)} last -m ${shellWord(judged.key)}`,
    });
}

async function noteBy(args: Args, store: Store, { id }: RunWriter): Promise<void> {
  const note = args.text("note");
  if (note === undefined) return;
  const { info } = await store.find(id);
  await store.note(info, note);
}
