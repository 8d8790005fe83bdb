/** A stored run as a report: scored again from its answers, where its gold is still what it was. */
import { join } from "node:path";
import type { Answer } from "../../../core/answer.ts";
import type { Config } from "../../../core/config.ts";
import { GoldieError, type Problem } from "../../../core/problem.ts";
import type { Rules } from "../../../evaluate/plan/rules.ts";
import { readResults } from "../../../evaluate/score/read-result.ts";
import type { Result } from "../../../evaluate/score/result.ts";
import { run as runLive } from "../../../live/run.ts";
import type { Report, RunReport } from "../../../reports/model.ts";
import { storeProblem } from "../../../store/problems.ts";
import type { StoredAnswers, StoredRun, StoredRunInfo } from "../../../store/store.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { ownIdRule } from "../../shared/config-args.ts";
import { withShortPaths } from "../../shared/shown-problem.ts";
import { answerFacts, storedFacts, timesOf } from "../../shared/stored-facts.ts";
import { type Questions, questionsOf, reportOn } from "../run/parts.ts";
import { wrongUse } from "./problems.ts";

export interface StoredReports {
  /** Of all retrievers of a run. */
  of(run: StoredRun): Promise<StoredReport>;
}

export interface StoredReport {
  readonly report: Report;
  /** Why it has no lists. */
  readonly problem?: Problem;
}

/** `args`: with what the config says about corpus and columns. */
export function createStoredReports(
  project: string,
  args: Args,
  config: Config | undefined,
  effects: Effects,
  short: (text: string) => string,
): StoredReports {
  /** By hash: gold that was edited since is of no use for a run, and stays right for those before. */
  const golds = new Map<string, Questions>();
  async function goldOf({ manifest }: StoredRunInfo): Promise<Questions | string> {
    const { file, hash } = manifest!.gold;
    const known = golds.get(hash);
    if (known !== undefined) return known;
    if (file === undefined) return "its gold was not a file";
    try {
      const read = await questionsOf(join(project, file), args, effects);
      if (golds.size >= KEPT) golds.delete(golds.keys().next().value!);
      golds.set(read.hash, read);
      return read.hash === hash ? read : `${file} has changed since`;
    } catch (error) {
      if (!(error instanceof GoldieError)) throw error;
      return `${file} cannot be read any more`;
    }
  }
  return {
    async of(stored) {
      const run = withShortReasons(stored, short);
      const { info } = run;
      if (run.scores === undefined || info.state !== "complete")
        throw wrongUse("run-not-scored", { id: info.id, state: info.state });
      const kept = readResults(JSON.parse(run.scores));
      const gold = await goldOf(info);
      const again = typeof gold === "string" ? gold : await scoredAgain(run, kept, gold, { args, config });
      if (typeof again !== "string") return { report: withFacts(again, run, short) };
      const problem = storeProblem("stored-scores-only", { id: info.id, because: again });
      const note = `${info.id}: ${again}, so its scores are shown as they were stored, without ranked lists.`;
      const runs = kept.map((result): RunReport => ({ result, words: run.words }));
      return { report: withFacts({ runs, notes: [note] }, run, short), problem };
    },
  };
}

/** Reasons of failures were stored with full paths. */
const withShortReasons = (run: StoredRun, short: (text: string) => string): StoredRun => ({
  ...run,
  retrievers: run.retrievers.map((one) => ({
    ...one,
    answers: new Map([...one.answers].map(([query, answer]) => [query, shortened(answer, short)])),
  })),
});

const shortened = (answer: Answer, short: (text: string) => string): Answer =>
  answer.status === "failed" ? { ...answer, problem: withShortPaths(answer.problem, short) } : answer;

/** So many golds are held in memory. */
const KEPT = 4;

/** The report as `goldie run` made it; in words where that is not what it would make now. */
async function scoredAgain(
  { info, retrievers }: StoredRun,
  kept: readonly Result[],
  questions: Questions,
  { args, config }: { readonly args: Args; readonly config: Config | undefined },
): Promise<Report | string> {
  const { settings } = info.manifest!;
  const { as, options } = kept[0]!.rules as { readonly as?: string; readonly options?: readonly string[] };
  try {
    const live = await runLive({
      ...(settings["rules"] as Omit<Rules, "depth"> | undefined),
      ...ownIdRule(args, config),
      ...(as === undefined ? {} : { as }),
      ...(options === undefined ? {} : { options }),
      metrics: kept[0]!.metrics,
      ...(settings["selection"] as object | undefined),
      ...(typeof settings["ask"] === "number" ? { depth: settings["ask"] } : {}),
      gold: questions.gold.gold,
      queries: questions.gold.words,
      retrievers: Object.fromEntries(retrievers.map((one) => [one.name, silent(one)])),
      earlier: new Map(retrievers.map(({ name, answers }) => [name, answers])),
      // Asks no retriever.
      only: new Set(),
      ...(questions.documents === undefined ? {} : { corpus: questions.documents }),
    });
    const same = live.runs.every(({ name, result }) =>
      isSame(
        result,
        kept.find((one) => one.name === name),
      ),
    );
    return same ? reportOn(live, questions, []) : "scoring it again gives other numbers";
  } catch (error) {
    if (!(error instanceof GoldieError)) throw error;
    return "it cannot be scored again";
  }
}

const silent = ({ params }: StoredAnswers) => ({
  ...(params === undefined ? {} : { params }),
  retrieve: (): never => {
    throw new Error("a stored run asks nobody");
  },
});

/** Every cell, in the order of the queries. */
function isSame(result: Result, kept: Result | undefined): boolean {
  if (kept === undefined || result.queries.length !== kept.queries.length) return false;
  if (result.queries.some((query, i) => query !== kept.queries[i])) return false;
  return kept.metrics.every((metric) => {
    const [a, b] = [result.column(metric), kept.column(metric)];
    return a.values.every((value, i) => value === b.values[i] && a.states[i] === b.states[i]);
  });
}

/** What the store knows besides. */
function withFacts(report: Report, { info, retrievers }: StoredRun, short: (text: string) => string): Report {
  const stored = storedFacts(info);
  return {
    ...report,
    runs: report.runs.map((run) => {
      const own = retrievers.find(({ name }) => name === run.result.name);
      const facts = { ...run, ...(stored === undefined ? {} : { stored }) };
      if (own === undefined) return facts;
      const { about, ...live } = run.live ?? answerFacts(own, run.result.queries.length);
      const words = own.about ?? about;
      return {
        ...facts,
        timings: timesOf(own),
        live: { ...live, ...(words === undefined ? {} : { about: short(words) }) },
      };
    }),
  };
}
