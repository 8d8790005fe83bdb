/** `goldie run`. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import type { LoadedConfig } from "../../../config/load.ts";
import { GoldieError, type Problem } from "../../../core/problem.ts";
import { ProblemLog } from "../../../core/problem-log.ts";
import { randomFrom } from "../../../core/random.ts";
import type { MatchRule } from "../../../core/rules.ts";
import { VERSION } from "../../../core/version.ts";
import { withDefaultMatch } from "../../../evaluate/default-match.ts";
import { ofGoldFile } from "../../../evaluate/input/problems.ts";
import { type AskedMetrics, askOf, Planner } from "../../../evaluate/plan/plan.ts";
import type { Rules } from "../../../evaluate/plan/rules.ts";
import { openAnswerCache } from "../../../live/cache.ts";
import type { LiveOptions, LiveResult, QuerySelection } from "../../../live/run.ts";
import type { Report } from "../../../reports/model.ts";
import type { RunSetup, RunWriter, Store } from "../../../store/store.ts";
import { shellWord } from "../../../text/shell-word.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { askedBy } from "../../shared/asked.ts";
import { configBy, ownIdRule, withConfig } from "../../shared/config-args.ts";
import { gitHead } from "../../shared/git.ts";
import { checkOverlap, overlapOf } from "../../shared/no-overlap.ts";
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
import { PartFailed } from "../../shared/stopped.ts";
import { askLive } from "./_ask.ts";
import { carriedFlags, carriedMetrics } from "./_carried.ts";
import { declaredAs } from "./_declared.ts";
import { type Questions, questionsOf } from "./_gold.ts";
import { nextSteps } from "./_next.ts";
import { type Resumed, resumedBy } from "./_resume.ts";
import { type GivenRetrievers, retrieversBy } from "./_retrievers.ts";
import { selectionBy, timeBy } from "./_selection.ts";
import { type EarlierRun, earlierRun, sinceText } from "./_since.ts";
import { wrongUse } from "./problems.ts";

export async function runRun(args: Args, effects: Effects): Promise<number> {
  if (args.has("watch")) return (await import("./_watch.ts")).watchRuns(args, effects);
  return (await runOnce(args, effects)).code;
}

/** The command itself: another command that runs this one mends ids without a word. */
export async function runAndTell(args: Args, effects: Effects): Promise<number> {
  if (args.has("watch")) return runRun(args, effects);
  return (await runOnce(args, effects, { others: tellOthers })).code;
}

/** One run from start to end. */
export interface Ran {
  readonly code: number;
  /** Full paths of all that it was made from. */
  readonly files: readonly string[];
  /** Absent where it was stopped before. */
  readonly report?: Report;
  readonly earlier?: EarlierRun;
}

/** How a run is shown. `known`: hears which files it depends on before anything can fail. */
export interface Showing {
  print(ran: Printed, args: Args, effects: Effects): Promise<void>;
  known?(files: readonly string[]): void;
  /** Where ids do not match: what is known all the same. */
  others?(report: Report, error: unknown, id: string, args: Args, effects: Effects): Promise<void>;
}

interface Printed {
  readonly report: Report;
  readonly earlier?: EarlierRun;
  readonly gold: string;
  readonly live: LiveResult;
  readonly id: string;
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
  const given = retrieversBy(args, loaded, effects, (problem) => log.add(problem));
  const { retrievers } = given;
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
  // Before this run is one itself.
  const earlier = resumed === undefined ? await earlierRun(store, gold) : undefined;
  const writer = await begin(store, setup, selection, questions, resumed);
  const cache =
    // Those of flags have the same name whatever they search.
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
  if (stray !== undefined) {
    await writer.finish({ state: "cancelled" });
    const { error } = stray;
    throw new PartFailed(
      wrongUse("stray-error", {
        message: error instanceof Error ? error.message : String(error),
        done: doneText(live),
        command: resumeText(written.words),
      }).problem,
    );
  }
  if (stopped !== undefined) {
    await writer.finish({ state: "cancelled" });
    return { code: await tellStopped(stopped, live, written, effects), files };
  }
  if (live.cancelled) {
    // An interrupted run, of which only the failed queries were asked again.
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
    // Zeros that are no result are not what the next run is compared with.
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
    { report, live, gold: path, id: writer.id, ...(earlier === undefined ? {} : { earlier }) },
    args,
    effects,
  );
  if (!args.has("quiet")) await showWarnings([...below, ...hiddenIn(outputs, report, args)], effects, args);
  if (refused.length > 0) await showErrors(refused, effects);
  const code = refused.length > 0 ? 2 : hasFailures(report) ? 3 : 0;
  return { code, files, report, ...(earlier === undefined ? {} : { earlier }) };
}

const asTable: Showing = {
  async print({ report, earlier, gold, live, id }, args, effects) {
    const { stdout } = effects;
    if (args.has("json")) return stdout.write(jsonReport(report, args));
    await stdout.write(tableReport(report, args, effects));
    if (args.has("quiet")) return;
    const since = earlier === undefined ? "" : sinceText(earlier, resultsIn(live));
    if (since !== "") await stdout.write(`\n${since}`);
    await stdout.write(`\n${nextSteps({ id, gold, live, earlier: since !== "", args })}`);
  },
};

export const resultsIn = ({ runs }: LiveResult) => runs.map(({ result }) => result);

/** Metrics that need a judge read more than answers. */
function refuseJudged(asked: AskedMetrics & Rules, gold: string): void {
  const judged = new Planner(asked).plans().find(({ metric }) => metric.kind === "judged");
  if (judged !== undefined)
    throw wrongUse("judged-metric", {
      metric: judged.key,
      command: `goldie eval ${shellWord(gold)} last -m ${shellWord(judged.key)}`,
    });
}

function limitsOf(args: Args, loaded: LoadedConfig | undefined): Partial<LiveOptions> {
  const { depth, concurrency, timeout, retries } = loaded?.config ?? {};
  const wanted = {
    depth: args.count("depth", 1) ?? depth,
    concurrency: args.count("concurrency", 1) ?? concurrency,
    timeoutMs: timeBy(args, "timeout") ?? timeout,
    retries: args.count("retries", 0) ?? retries,
    warmUp: args.count("warm-up", 0),
  };
  const { retries: again, ...others } = wanted;
  return Object.fromEntries(
    Object.entries({ ...others, attempts: again === undefined ? undefined : again + 1 }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

interface Setting {
  readonly given: GivenRetrievers;
  readonly gold: { readonly file: string; readonly hash: string };
  readonly questions: Questions;
  readonly rules: AskedMetrics & Rules;
  readonly limits: Partial<LiveOptions>;
  readonly loaded: LoadedConfig | undefined;
  readonly project: string;
  readonly effects: Effects;
}

/** All that the manifest says, but the queries. */
async function setupOf(setting: Setting): Promise<Omit<RunSetup, "words">> {
  const { given, gold, questions, rules, limits, loaded, project, effects } = setting;
  const git = await gitHead(project);
  const plans = new Planner(rules).plans();
  const filter = loaded?.config.filter;
  return {
    retrievers: await Promise.all(
      Object.entries(given.retrievers).map(async ([name, one]) => {
        const { about, params } = typeof one === "function" ? {} : one;
        const declared = await declaredAs(given.written[name]!, { cwd: effects.files.cwd, project });
        return {
          name,
          ...(about === undefined ? {} : { about }),
          ...(params === undefined ? {} : { params }),
          ...(declared === undefined ? {} : { declared }),
        };
      }),
    ),
    gold: { file: gold.file, hash: gold.hash, queries: questions.gold.gold.size },
    ...(loaded === undefined
      ? {}
      : { config: { file: relative(project, loaded.file), hash: await hashOf(loaded) } }),
    ...(git === undefined ? {} : { git }),
    versions: { goldie: VERSION, node: process.version },
    settings: {
      metrics: plans.map(({ key }) => key),
      rules: writtenRules(rules),
      ask: limits.depth ?? askOf(plans),
      ...(filter === undefined ? {} : { filter: filterHash(filter) }),
    },
  };
}

async function begin(
  store: Store,
  { settings, ...setup }: Omit<RunSetup, "words">,
  selection: QuerySelection,
  questions: Questions,
  resumed: Resumed | undefined,
): Promise<RunWriter> {
  const { words } = questions.gold;
  const all = { ...settings, selection };
  if (resumed === undefined) return store.begin({ ...setup, settings: all, words });
  const config = setup.config === undefined ? {} : { config: setup.config };
  return store.goOn(resumed.stored.info, words, { settings: all, ...config });
}

/** Two configs may call different code by the same name. */
const declaredIn = ({ retrievers, config }: Omit<RunSetup, "words">): ReadonlyMap<string, string> =>
  new Map(
    retrievers.map(({ name, declared }) => [
      name,
      declared === undefined ? (config?.file ?? "") : JSON.stringify(declared),
    ]),
  );

/** It may name a tenant or hold a key. */
const filterHash = (filter: unknown): string =>
  createHash("sha256")
    .update(
      JSON.stringify(filter, (_, value: unknown) => (typeof value === "function" ? String(value) : value)) ??
        "",
    )
    .digest("hex")
    .slice(0, 16);

/** Rules that can be read back; a function for ids cannot. */
function writtenRules({ as: _as, metrics: _m, k: _k, options: _o, ...rules }: AskedMetrics & Rules): object {
  const { match, ...others } = rules;
  const isCode = match !== undefined && "ids" in match && typeof match.ids === "function";
  return { ...others, ...(match === undefined || isCode ? {} : { match }) };
}

/** Of the config and everything of the project that it imports. */
async function hashOf({ file: own, bytes, files }: LoadedConfig): Promise<string> {
  const hash = createHash("sha256");
  for (const file of [...files].sort()) hash.update(file === own ? bytes : await readFile(file));
  return hash.digest("hex").slice(0, 16);
}

const timingsOf = ({ runs }: LiveResult): Record<string, unknown> =>
  Object.fromEntries(runs.flatMap(({ name, timing }) => (timing === undefined ? [] : [[name, timing]])));

function reportOn(live: LiveResult, { gold, documents }: Questions, problems: readonly Problem[]): Report {
  return {
    runs: live.runs.map(({ result, missed, answers, documents: known, name: _, ...facts }) => ({
      result,
      missed,
      words: gold.words,
      matched: result.rules["match"] as MatchRule,
      live: facts,
      texts: {
        query: (id) => gold.words.get(id),
        hits(query) {
          const answer = answers.get(query);
          return answer?.status === "answered" ? answer.hits : [];
        },
        document: (id) => documents?.text(id) ?? known.get(id)?.text,
        title: (id) => documents?.title(id) ?? known.get(id)?.title,
      },
    })),
    ...(live.selection === undefined ? {} : { selection: live.selection }),
    problems: [...problems, ...(live.selection?.problems ?? [])],
  };
}

/** Where one retriever shares no id with the gold, the scores of the others; and that all answers are stored. */
async function tellOthers(
  { selection: _, ...report }: Report,
  error: unknown,
  id: string,
  args: Args,
  effects: Effects,
): Promise<void> {
  if (!(error instanceof GoldieError) || error.problem.code !== "nothing-matches") return;
  const wrong = new Set(error.problems.map(({ at }) => at?.file));
  const runs = report.runs.filter(({ result }) => !wrong.has(`last/${result.name}`));
  if (runs.length > 0 && !args.has("json"))
    await effects.stdout.write(tableReport({ ...report, runs }, args, effects));
  if (!args.has("quiet"))
    await effects.stderr.write(
      `the answers are stored as ${id}; goldie eval scores them without asking again\n`,
    );
}

/** Each Problem once: those of the gold come with every retriever. */
function warningsOf({ runs, problems = [] }: Report, { path, gold }: Questions): Problem[] {
  const ofRuns = runs.flatMap(({ result }) => {
    const found = new Set(overlapOf(result.problems));
    const at = { file: `last/${result.name}` };
    return result.problems.map((one) => (found.has(one) ? { ...one, at: { ...at, ...one.at } } : one));
  });
  const all = [...problems, ...ofRuns].map((one) => ofGoldFile(one, path, gold.lines));
  return [...new Map(all.map((problem) => [JSON.stringify(problem), problem])).values()];
}

async function noteBy(args: Args, store: Store, { id }: RunWriter): Promise<void> {
  const note = args.text("note");
  if (note === undefined) return;
  const { info } = await store.find(id);
  await store.note(info, note);
}

/** Ctrl-C: what was answered is stored, and the same command goes on with it. */
async function tellStopped(
  code: number,
  live: LiveResult,
  { words }: Args,
  effects: Effects,
): Promise<number> {
  await effects.stderr.write(`stopped: answered ${doneText(live)}\nto go on: ${resumeText(words)}\n`);
  return code;
}

/** There is no score without them. */
async function tellUnasked(live: LiveResult, { words }: Args, { stderr }: Effects): Promise<number> {
  await stderr.write(
    `not scored, because some queries of this run were never asked: answered ${doneText(live)}\nto ask them: ${resumeText(words)}\n`,
  );
  return 3;
}

const doneText = ({ runs, queries }: LiveResult): string =>
  runs
    .map(({ name, answered, failed }) => {
      const lost = failed === 0 ? "" : `, ${failed} failed`;
      return `${runs.length === 1 ? "" : `${name} `}${answered} of ${queries.size}${lost}`;
    })
    .join("; ");

const resumeText = (words: readonly string[]): string =>
  [
    "goldie run",
    ...words.filter((word) => word !== "--resume" && word !== "--only-failed").map(shellWord),
    "--resume",
  ].join(" ");
