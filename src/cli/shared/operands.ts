/** The operands of `compare`, `gate` and `bless`: stored results and baselines, score files, or gold and runs to score. */
import type { QueryId } from "../../core/ids.ts";
import { GoldieError, type Problem } from "../../core/problem.ts";
import { withDefaultMatch } from "../../evaluate/default-match.ts";
import { prepare } from "../../evaluate/evaluate.ts";
import { type AskedMetrics, cutoffOf, Planner } from "../../evaluate/plan/plan.ts";
import type { Rules } from "../../evaluate/plan/rules.ts";
import { readResults } from "../../evaluate/score/read-result.ts";
import type { Result } from "../../evaluate/score/result.ts";
import type { RunMisses } from "../../evaluate/why/missed.ts";
import type { TextSource } from "../../reports/model.ts";
import { storeProblem } from "../../store/problems.ts";
import { shellWord } from "../../text/shell-word.ts";
import type { Effects } from "../effects.ts";
import { wrongUse } from "./_problems.ts";
import type { Args } from "./args.ts";
import { RULE_FLAGS } from "./asked.ts";
import { goldSince } from "./gold-since.ts";
import { loadFiles, locatedIn, locating, rulesFor } from "./load.ts";
import { missesOfLoaded } from "./missed.ts";
import { goldForgotten, tellingMixedUp } from "./mixed-up.ts";
import { checkOverlap } from "./no-overlap.ts";
import { asErrors } from "./problems.ts";
import { type Request, requestBy, runNames } from "./request.ts";
import { type Inputs, withInputs } from "./sources.ts";
import { timesOf } from "./stored-facts.ts";
import type { StoredOperand } from "./stored-runs.ts";
import { type StoredScores, storedIn } from "./stored-scores.ts";
import { textsOf } from "./texts.ts";

/** A run with its scores. */
interface Operand {
  readonly path: string;
  readonly result: Result;
  /** The texts of queries and hits; absent for results that were read. */
  readonly texts?: TextSource;
  /** What it missed, and why; absent for results that were read. */
  readonly missed?: () => RunMisses;
  /** Milliseconds by query, if a stored run has them. */
  readonly timings?: ReadonlyMap<QueryId, number>;
  /** If it is a stored run. */
  readonly stored?: StoredOperand;
}

export interface Operands {
  readonly runs: readonly Operand[];
  /** Absent if all scores were read. */
  readonly gold?: { readonly file: string; readonly lines: ReadonlyMap<QueryId, number> };
  readonly words?: ReadonlyMap<QueryId, string>;
  readonly problems: { readonly above: readonly Problem[]; readonly below: readonly Problem[] };
}

/**
 * Reads or scores the operands. If any of them is a run file, the first that is not a result is the gold, unless --gold
 * names it. `names`: the user's name for each positional.
 */
export function operandsBy(
  args: Args,
  names: readonly (string | undefined)[],
  effects: Effects,
  asked: OperandsAsked,
): Promise<Operands> {
  return withInputs(effects, args.has("quiet"), (inputs) => operandsIn(args, names, inputs, asked));
}

export interface OperandsAsked {
  readonly command: string;
  readonly asked: AskedMetrics & Rules;
  /** The number of runs needed. */
  readonly least: number;
}

async function operandsIn(
  args: Args,
  names: readonly (string | undefined)[],
  inputs: Inputs,
  { command, asked, least }: OperandsAsked,
): Promise<Operands> {
  const paths = args.positionals;
  const given = args.text("gold");
  const live: (StoredOperand | undefined)[] = [];
  const stored: (StoredScores | undefined)[] = [];
  for (const path of paths) {
    const answers = await inputs.stored(path);
    live.push(answers);
    stored.push(answers === undefined ? await storedIn(path, inputs, args) : undefined);
  }
  const files = [...paths.keys()].filter((i) => live[i] === undefined && stored[i] === undefined);
  const goldFile = given ?? paths[files[0] ?? paths.length];
  const scores = live.map((one) => (one === undefined ? undefined : scoresOfRun(one, asked, args)));
  // Use the stored scores unless other gold, metrics or rules are requested; for all runs or none.
  if (goldFile === undefined && scores.every((one, i) => one !== undefined || live[i] === undefined))
    scores.forEach((one, i) => {
      stored[i] ??= one;
    });
  const toScore = [...paths.keys()].filter((i) => stored[i] === undefined);
  const kept = renamed(
    stored.flatMap((one, at) => (one === undefined ? [] : [{ ...one, at }])),
    names,
  );
  if (toScore.length === 0) {
    if (given !== undefined) throw wrongUse("gold-without-run", { path: given });
    const runs = checked(kept.map(timed), least, command);
    const edited = await goldSince(
      runs.flatMap(({ stored: one, result }) => (one === undefined ? [] : [{ stored: one, result }])),
      inputs,
      args,
    );
    return { runs, problems: { above: edited, below: depthsOf(live, runs, asked) } };
  }
  const own = toScore.map((i) => live[i]).find((one) => one?.ownIds);
  if (own !== undefined && !args.has("ids") && !args.has("match"))
    throw wrongUse("stored-own-ids", { ref: own.ref });
  const gold = goldFile ?? goldOf(live, paths, command);
  const runs = given === undefined && files.length > 0 ? toScore.filter((i) => i !== files[0]) : toScore;
  if (runs.length === 0)
    throw (await goldForgotten(inputs, gold, command)) ?? wrongUse("gold-alone", { path: gold, command });
  const request = requestBy(
    args,
    gold,
    runs.map((i) => paths[i]!),
    { ...live.find((one) => one !== undefined)?.rules, ...asked },
    runs.map((i) => names[i]),
  );
  const scored = await tellingMixedUp(inputs, request, command, () =>
    scoreRuns(args, request, inputs, command),
  );
  // In the order of the command line.
  const all = distinct(
    [...scored.runs.map((run, i) => ({ ...run, at: runs[i]! })), ...kept].sort((x, y) => x.at - y.at),
    names,
  );
  const { above, below } = scored.problems;
  return {
    ...scored,
    runs: checked(all.map(timed), least, command),
    problems: { above, below: [...below, ...depthsOf(live, all, asked)] },
  };

  function timed(run: Operand & { readonly at: number }): Operand {
    const answered = live[run.at];
    return answered === undefined ? run : { ...run, timings: timesOf(answered.retriever), stored: answered };
  }
}

/** Stored runs with different numbers of requested hits, if a metric reads all hits. */
export function depthsOf(
  live: readonly (Pick<StoredOperand, "ref" | "ask"> | undefined)[],
  runs: readonly Pick<Operand, "result">[],
  asked: AskedMetrics,
): Problem[] {
  const stored = live.flatMap((one) => (one?.ask === undefined ? [] : [{ ref: one.ref, ask: one.ask }]));
  const [first] = stored;
  const other = stored.find(({ ask }) => ask !== first!.ask);
  if (first === undefined || other === undefined) return [];
  const planner = new Planner(asked);
  const names = asked.metrics === undefined ? (runs[0]?.result.rowMetrics ?? []) : undefined;
  const plans = names === undefined ? planner.plans() : names.flatMap((name) => plansOf(planner, name));
  const metrics = plans.filter((plan) => cutoffOf(plan) === undefined).map(({ key }) => key);
  return metrics.length === 0
    ? []
    : [
        storeProblem("depths-differ", {
          refs: [first.ref, other.ref],
          asked: [first.ask, other.ask],
          metrics,
        }),
      ];
}

/** None for an unknown name in a result of another tool or version. */
function plansOf(planner: Planner, name: string): ReturnType<Planner["parse"]> {
  try {
    return planner.parse(name);
  } catch (error) {
    if (error instanceof GoldieError) return [];
    throw error;
  }
}

/** The scores printed when a stored run was made; undefined if something else is requested. */
function scoresOfRun(
  { ref, run, retriever }: StoredOperand,
  asked: AskedMetrics & Rules,
  args: Args,
): StoredScores | undefined {
  if (run.scores === undefined || CHANGING.some((flag) => args.has(flag))) return undefined;
  const result = readResults(JSON.parse(run.scores)).find(({ name }) => name === retriever.name);
  if (result === undefined || (asked.metrics !== undefined && !hasMetrics(result, asked))) return undefined;
  return { path: ref, results: [result] };
}

/** Do flags ask for other scores than those a run was stored with? */
export const asksForOthers = (args: Args): boolean => ["gold", ...CHANGING].some((flag) => args.has(flag));

/** Flags that change scores. */
const CHANGING = ["as", "option", "k", ...RULE_FLAGS.filter((flag) => flag !== "missing")];

/** Has a result all metrics that are asked for? */
export function hasMetrics(result: Result, asked: AskedMetrics): boolean {
  try {
    return new Planner(asked).plans().every(({ key }) => result.rowMetrics.includes(result.mean(key).metric));
  } catch (error) {
    if (error instanceof GoldieError) return false;
    throw error;
  }
}

/** The gold that the stored runs were made with. */
function goldOf(
  live: readonly (StoredOperand | undefined)[],
  paths: readonly string[],
  command: string,
): string {
  const [first, ...others] = live.flatMap((one) =>
    one?.gold === undefined
      ? []
      : [{ ref: one.ref, gold: one.gold, file: one.run.info.manifest?.gold.file ?? one.gold }],
  );
  if (first === undefined) throw wrongUse("gold-alone", { path: paths[0]!, command: "eval" });
  const other = others.find(({ gold }) => gold !== first.gold);
  if (other !== undefined)
    throw wrongUse("stored-golds-differ", {
      refs: [first.ref, other.ref],
      files: [first.file, other.file],
      command: `goldie ${command} --gold ${shellWord(first.file)} ${paths.map(shellWord).join(" ")}`,
    });
  return first.gold;
}

function checked(runs: readonly Operand[], least: number, command: string): readonly Operand[] {
  if (runs.length < least) throw wrongUse("too-few-runs", { command, found: runs.length, least });
  const seen = new Set<string>();
  for (const { result } of runs) {
    if (seen.has(result.name)) throw wrongUse("run-name-twice", { name: result.name });
    seen.add(result.name);
  }
  return runs;
}

/** Named by their files if read results and scored runs share names. */
function distinct<T extends Operand & { readonly at: number }>(
  all: readonly T[],
  given: readonly (string | undefined)[],
): readonly T[] {
  if (new Set(all.map(({ result }) => result.name)).size === all.length) return all;
  const names = runNames(
    all.map(({ path }) => path),
    all.map(({ at }) => given[at]),
  );
  return all.map((one, i) => ({ ...one, result: one.result.named(names[i]!) }));
}

/** The user's names, their own names, or their files: the first that is unique for all. */
function renamed(
  stored: readonly (StoredScores & { readonly at: number })[],
  given: readonly (string | undefined)[],
): (Operand & { readonly at: number })[] {
  const all = stored.flatMap(({ path, results, at }) =>
    results.map((result) => ({ path, result, at, given: results.length === 1 ? given[at] : undefined })),
  );
  const own = all.map(({ result, given: name }) => name ?? result.name);
  const names =
    new Set(own).size === own.length
      ? own
      : runNames(
          all.map(({ path }) => path),
          all.map(({ given: name }) => name),
        );
  return all.map(({ path, result, at }, i) => ({ path, at, result: result.named(names[i]!) }));
}

async function scoreRuns(args: Args, request: Request, inputs: Inputs, command: string): Promise<Operands> {
  const { gold, asked } = request;
  const files = await loadFiles(request, inputs, true);
  const rules = withDefaultMatch(asked, files.gold.gold.values());
  const { join } = new Planner(rules).plans()[0]!;
  let misses: readonly RunMisses[] | undefined;
  // Only pages need them.
  const missedBy = (i: number): RunMisses => {
    misses ??= missesOfLoaded(files, rules, request.queryIds !== undefined);
    return misses[i]!;
  };
  const scored = files.runs.map((run, i) => ({
    path: run.path,
    missed: () => missedBy(i),
    file: run.path,
    texts: textsOf(files, run, join),
    result: locating(run, files.gold, gold, () =>
      prepare({ ...rulesFor(run, rules), gold: files.gold.gold }).evaluate(
        run.run,
        run.name,
        locatedIn(run, files.gold, gold),
      ),
    ),
  }));
  const heard = [...files.problems, ...scored.flatMap(({ result }) => result.problems)];
  const problems = [...new Map(heard.map((one) => [JSON.stringify(one), one])).values()];
  if (args.has("strict") && problems.length > 0) throw asErrors(problems);
  return {
    runs: scored.map(({ path, result, texts, missed }) => ({ path, result, texts, missed })),
    gold: { file: gold, lines: files.gold.lines },
    words: files.gold.words,
    problems: checkOverlap(
      { gold, runs: scored, words: files.gold.words, problems, again: [command, ...args.words] },
      args,
    ),
  };
}
