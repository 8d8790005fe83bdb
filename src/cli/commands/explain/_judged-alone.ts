/** A judged metric needs no gold: cases with a reference or without one, or the records of an earlier judgement. */
import type { QueryId } from "../../../core/ids.ts";
import type { JudgeCase, JudgementRecord } from "../../../core/judgement-record.ts";
import { GoldieError, type Problem } from "../../../core/problem.ts";
import { ProblemLog } from "../../../core/problem-log.ts";
import { refuseErrors } from "../../../core/refuse-errors.ts";
import { loadCases } from "../../../engine/load-cases.ts";
import type { Source } from "../../../files/source.ts";
import { createLexicalJudge } from "../../../judges/lexical/index.ts";
import type { Effects } from "../../effects.ts";
import { type Args, refuseFlags } from "../../shared/args.ts";
import { columnsBy } from "../../shared/asked.ts";
import { type CasesJudged, judgeCases } from "../../shared/judge/cases.ts";
import { judgeFlags } from "../../shared/judge/flags.ts";
import { holdsRecords, readRecords } from "../../shared/judge/records.ts";
import { setUpJudge } from "../../shared/judge/setup.ts";
import type { Inputs } from "../../shared/sources.ts";
import { Stopped } from "../../shared/stopped.ts";
import { wrongUse } from "./problems.ts";

export interface JudgedAlone {
  readonly records: readonly JudgementRecord[];
  /** Every query of the file, judged or not. */
  readonly queries: ReadonlyMap<QueryId, unknown>;
  readonly limits: readonly string[];
  readonly problems: readonly Problem[];
  readonly unsaved?: Problem;
}

/** undefined: the file holds something else. `only`: the one query to judge. */
export async function judgedAlone(
  path: string,
  only: QueryId | undefined,
  args: Args,
  inputs: Inputs,
  effects: Effects,
): Promise<JudgedAlone | undefined> {
  const source = await inputs.open(path);
  const log = new ProblemLog();
  if (await holdsRecords(source)) {
    refuseFlags(
      args,
      judgeFlags.map(({ flag }) => flag.slice(2)),
      (flag) => wrongUse("records-need-no-judge", { flag }),
    );
    const records = await readRecords(source, log);
    refuseErrors(log);
    const words = records.some(({ judge }) => judge.name === "lexical");
    const limits = words ? createLexicalJudge().limits : [];
    return { records, queries: byId(records), limits, problems: log.list() };
  }
  const cases = await casesIn(source, args);
  if (cases === undefined) return undefined;
  const setup = await setUpJudge(args, inputs, effects, log);
  let done: CasesJudged;
  try {
    const wanted = cases.filter(({ id }) => only === undefined || id === only);
    done = await judgeCases(wanted, new Map(), setup, effects, args.has("quiet"));
  } finally {
    await setup.close();
  }
  if (done.stopped !== undefined) throw new Stopped(done.stopped);
  for (const problem of done.problems)
    log.add({ ...problem, at: { side: "cases", file: path, ...problem.at } });
  const unsaved = setup.unsaved?.();
  const told = {
    records: done.records,
    queries: byId(cases),
    limits: setup.judge.limits,
    problems: log.list(),
  };
  return unsaved === undefined ? told : { ...told, unsaved };
}

const byId = (list: readonly { readonly id: QueryId }[]): Map<QueryId, unknown> =>
  new Map(list.map((one) => [one.id, one]));

/** A file with gold and hits in one may be no file of cases, or lack their texts. */
async function casesIn(source: Source, args: Args): Promise<readonly JudgeCase[] | undefined> {
  const log = new ProblemLog();
  try {
    const { cases } = await loadCases(source, { log, columns: columnsBy(args) });
    const usable = log.errors === 0 && cases.some(({ contexts }) => contexts.length > 0);
    return usable ? cases : undefined;
  } catch (error) {
    if (error instanceof GoldieError) return undefined;
    throw error;
  }
}
