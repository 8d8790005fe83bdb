/** Judges runs before they are scored, for `goldie eval` with a judged metric. */

import type { QueryId } from "../../../core/ids.ts";
import type { JudgeCase, JudgementRecord } from "../../../core/judgement-record.ts";
import type { Problem } from "../../../core/problem.ts";
import { GoldieError } from "../../../core/problem.ts";
import { ProblemLog } from "../../../core/problem-log.ts";
import { readGold } from "../../../evaluate/input/read-gold.ts";
import { type Plan, Planner } from "../../../evaluate/plan/plan.ts";
import { hitsOf } from "../../../evaluate/why/run-misses.ts";
import type { ClaimSide, Judging } from "../../../reports/model.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../args.ts";
import { type Loaded, loadFiles, type NamedRun } from "../load.ts";
import type { Request } from "../request.ts";
import type { Inputs } from "../sources.ts";
import { Stopped } from "../stopped.ts";
import { judgeCases } from "./cases.ts";
import { judgeProblem } from "./problems.ts";
import { setUpJudge } from "./setup.ts";
import { claimSides } from "./sides.ts";

export interface RunsJudged {
  readonly files: Loaded;
  /** By run. */
  readonly judgements: readonly ReadonlyMap<QueryId, JudgementRecord>[];
  /** Whose claims the metrics read. */
  readonly sides: readonly ClaimSide[];
  readonly problems: readonly Problem[];
  /** Replies that were paid for but could not be saved. */
  readonly unsaved?: Problem;
  /** The judge, how far to trust it, and what it cost. */
  readonly judging: Judging;
}

/** Default number of hits judged per query. */
const DEPTH = 10;

/** `only`: the one query to judge. */
export async function judgeRuns(
  args: Args,
  request: Request,
  inputs: Inputs,
  effects: Effects,
  only?: QueryId,
): Promise<RunsJudged> {
  const depth = Math.max(...(args.text("k")?.split(",").map(Number) ?? [DEPTH]));
  const files = await loadFiles(request, inputs, true);
  const plans = new Planner(request.asked).plans();
  const plan = plans.find(({ metric }) => metric.kind === "judged")!;
  const log = new ProblemLog();
  // A file of cases also contains the answers.
  const cases = files.runs.map((run) =>
    casesOf(files, run, plan, depth, log, only).map((one) => {
      const response = request.runs.length === 0 ? run.responses.get(one.id) : undefined;
      return response === undefined ? one : { ...one, response };
    }),
  );
  const setup = await setUpJudge(args, inputs, effects, log);
  const judgements: ReadonlyMap<QueryId, JudgementRecord>[] = [];
  let cost = { calls: 0 };
  try {
    for (const [r, list] of cases.entries()) {
      const done = await judgeCases(list, new Map(), setup, effects, args.has("quiet"));
      if (done.stopped !== undefined) throw new Stopped(done.stopped);
      for (const problem of done.problems)
        log.add({ ...problem, at: { side: "run", file: files.runs[r]!.path, ...problem.at } });
      judgements.push(new Map(done.records.map((record) => [record.id, record])));
      cost = setup.calls?.usage() ?? done.cost;
    }
  } finally {
    await setup.close();
  }
  const unsaved = setup.unsaved?.();
  const { by, limits } = setup.judge;
  const store = unsaved === undefined ? setup.calls?.store : undefined;
  const judging = { by: [by], limits, hits: depth, cost, ...(store === undefined ? {} : { store }) };
  const sides = claimSides(new Set(plans.flatMap(({ metric }) => metric.needs)));
  const told = { files, judgements, sides, problems: log.list(), judging };
  return unsaved === undefined ? told : { ...told, unsaved };
}

/** The gold's queries with a run's hits. If a hit has no text, its query is not judged. */
function casesOf(
  { gold }: Loaded,
  run: NamedRun,
  plan: Plan,
  depth: number,
  log: ProblemLog,
  only: QueryId | undefined,
): JudgeCase[] {
  const without: QueryId[] = [];
  const quiet = new ProblemLog();
  const cases = [...gold.gold].flatMap(([id, value]): JudgeCase[] => {
    if (only !== undefined && id !== only) return [];
    const given = run.run.get(id);
    if (given instanceof Error) return [];
    const { answer, answerable } = readGold(id, value, quiet);
    if (answerable === false) return [];
    const hits = hitsOf(id, given, plan.join, quiet).slice(0, depth);
    const contexts = hits.flatMap(({ id: doc, text }) =>
      text === undefined ? [] : [{ ...(doc === null ? {} : { id: doc }), text }],
    );
    if (contexts.length < hits.length) {
      without.push(id);
      return [];
    }
    const question = gold.words.get(id) ?? "";
    return [{ id, question, contexts, ...(answer === undefined ? {} : { reference: answer }) }];
  });
  const [first] = without;
  if (first !== undefined) {
    const problem = judgeProblem(
      "no-texts/of-hits",
      { count: without.length, query: first },
      { at: { side: "run", file: run.path } },
    );
    if (cases.length === 0) throw new GoldieError(problem);
    log.add(problem);
  }
  return cases;
}
