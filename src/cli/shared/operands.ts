/** What the files of `compare`, `gate` and `bless` are: results and baselines as they were written, score files, or gold and runs to score. */
import type { QueryId } from "../../core/ids.ts";
import type { Problem } from "../../core/problem.ts";
import { withDefaultMatch } from "../../evaluate/default-match.ts";
import { evaluate } from "../../evaluate/evaluate.ts";
import { ofGoldFile, ofRunFile } from "../../evaluate/input/problems.ts";
import { type AskedMetrics, Planner } from "../../evaluate/plan/plan.ts";
import type { Rules } from "../../evaluate/plan/rules.ts";
import type { Result } from "../../evaluate/score/result.ts";
import type { TextSource } from "../../reports/model.ts";
import type { Effects } from "../effects.ts";
import { wrongUse } from "./_problems.ts";
import type { Args } from "./args.ts";
import { loadFiles, locating } from "./load.ts";
import { tellingMixedUp } from "./mixed-up.ts";
import { checkOverlap } from "./no-overlap.ts";
import { asErrors } from "./problems.ts";
import { type Request, requestBy, runNames } from "./request.ts";
import { type Inputs, withInputs } from "./sources.ts";
import { type StoredScores, storedIn } from "./stored-scores.ts";
import { textsOf } from "./texts.ts";

/** A run with its scores. */
interface Operand {
  readonly path: string;
  readonly result: Result;
  /** Where the texts of queries and hits are to be had; absent for results that were read. */
  readonly texts?: TextSource;
}

export interface Operands {
  readonly runs: readonly Operand[];
  /** Absent where all scores were read. */
  readonly gold?: { readonly file: string; readonly lines: ReadonlyMap<QueryId, number> };
  readonly words?: ReadonlyMap<QueryId, string>;
  readonly problems: { readonly above: readonly Problem[]; readonly below: readonly Problem[] };
}

/**
 * Reads or scores the operands. If any of them is a run file, the first that is no result is the gold, unless --gold
 * names it. `names`: what the user calls each positional.
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
  /** As many runs are needed. */
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
  const stored: (StoredScores | undefined)[] = [];
  for (const path of paths) stored.push(await storedIn(path, inputs, args));
  const toScore = [...paths.keys()].filter((i) => stored[i] === undefined);
  const kept = renamed(
    stored.flatMap((one, at) => (one === undefined ? [] : [{ ...one, at }])),
    names,
  );
  if (toScore.length === 0) {
    if (given !== undefined) throw wrongUse("gold-without-run", { path: given });
    return { runs: checked(kept, least, command), problems: NO_PROBLEMS };
  }
  const gold = given ?? paths[toScore[0]!]!;
  const runs = given === undefined ? toScore.slice(1) : toScore;
  if (runs.length === 0) throw wrongUse("gold-alone", { path: gold, command });
  const request = requestBy(
    args,
    gold,
    runs.map((i) => paths[i]!),
    asked,
    runs.map((i) => names[i]),
  );
  const scored = await tellingMixedUp(inputs, request, command, () =>
    scoreRuns(args, request, inputs, command),
  );
  // In the order of the command line.
  const all = [...scored.runs.map((run, i) => ({ ...run, at: runs[i]! })), ...kept].sort(
    (x, y) => x.at - y.at,
  );
  return { ...scored, runs: checked(all, least, command) };
}

const NO_PROBLEMS = { above: [], below: [] } as const;

function checked(runs: readonly Operand[], least: number, command: string): readonly Operand[] {
  if (runs.length < least) throw wrongUse("too-few-runs", { command, found: runs.length, least });
  const seen = new Set<string>();
  for (const { result } of runs) {
    if (seen.has(result.name)) throw wrongUse("run-name-twice", { name: result.name });
    seen.add(result.name);
  }
  return runs;
}

/** By what the user calls them, their own names, or their files: the first under which no two are the same. */
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
  const scored = files.runs.map((run) => ({
    path: run.path,
    file: run.path,
    texts: textsOf(files, run, join),
    result: locating(run, files.gold, gold, () =>
      evaluate({ ...rules, gold: files.gold.gold, run: run.run, name: run.name }),
    ),
  }));
  const heard = [
    ...files.problems,
    ...scored.flatMap(({ result, file }) =>
      result.problems.map((one) => ofGoldFile(ofRunFile(one, file), gold, files.gold.lines)),
    ),
  ];
  const problems = [...new Map(heard.map((one) => [JSON.stringify(one), one])).values()];
  if (args.has("strict") && problems.length > 0) throw asErrors(problems);
  return {
    runs: scored.map(({ path, result, texts }) => ({ path, result, texts })),
    gold: { file: gold, lines: files.gold.lines },
    words: files.gold.words,
    problems: checkOverlap({ gold, runs: scored, problems, again: [command, ...args.words] }, args),
  };
}
