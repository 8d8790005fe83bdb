/** Judges cases with progress output and cancellation. */
import { setImmediate } from "node:timers/promises";
import type { QueryId } from "../../../core/ids.ts";
import type { Cost, JudgeCase, JudgementRecord } from "../../../core/judgement-record.ts";
import type { Problem } from "../../../core/problem.ts";
import { judge } from "../../../judges/judge.ts";
import type { Effects } from "../../effects.ts";
import { createProgress } from "../progress.ts";
import { stoppable } from "../stoppable.ts";
import { PartFailed } from "../stopped.ts";
import type { Setup } from "./setup.ts";
import { toldJudging } from "./told.ts";

export interface CasesJudged {
  /** In the order of the cases. */
  readonly records: readonly JudgementRecord[];
  readonly cost: Cost;
  readonly problems: readonly Problem[];
  /** The exit code, if the user stopped it. */
  readonly stopped?: number;
}

/** `kept`: records of cases that are already judged. */
export async function judgeCases(
  cases: readonly JudgeCase[],
  kept: ReadonlyMap<QueryId, JudgementRecord>,
  setup: Setup,
  effects: Effects,
  quiet: boolean,
): Promise<CasesJudged> {
  const progress = createProgress(effects, quiet);
  const told = toldJudging(effects);
  const stop = stoppable(effects, {
    before() {
      progress.end();
      told.stopping();
    },
    ...(setup.calls === undefined
      ? {}
      : { wait: "calls under way are paid for, and get half a second to end" }),
  });
  try {
    let done = 0;
    let failed = 0;
    const left = cases.filter(({ id }) => !kept.has(id));
    const { judgements, cost, problems } = await judge({
      cases: until(stop.signal, left),
      judge: setup.judge,
      signal: stop.signal,
      concurrency: setup.concurrency,
      async onRecord({ unjudged = [] }) {
        const calls = setup.calls?.usage()?.calls;
        const spent = calls === undefined ? "" : `, ${calls} calls`;
        progress.step(`judged ${++done} of ${left.length}${spent}`, done, left.length);
        if (unjudged.length > 0) failed++;
        await told.step({ done, total: left.length, failed });
        // Let Ctrl-C through: the embedded judge never waits.
        await setImmediate();
      },
    });
    const records = cases.flatMap(({ id }) => kept.get(id) ?? judgements.get(id) ?? []);
    if (stop.code === undefined) refuseSilence(judgements.values(), setup);
    return { records, cost, problems, ...(stop.code === undefined ? {} : { stopped: stop.code }) };
  } finally {
    stop.forget();
    progress.end();
    await told.end();
  }
}

/** The cases not started before the signal are left out: preparing them takes time. */
function* until(signal: AbortSignal, cases: readonly JudgeCase[]): Generator<JudgeCase> {
  for (const one of cases) {
    if (signal.aborted) return;
    yield one;
  }
}

/** If no call was answered, report the reason instead of a table of dashes. */
function refuseSilence(records: Iterable<JudgementRecord>, { calls }: Setup): void {
  const usage = calls?.kind === "live" ? calls.usage() : undefined;
  if (usage === undefined || usage.calls + usage.reused > 0) return;
  const counts = new Map<string, { readonly problem: Problem; count: number }>();
  for (const { unjudged = [] } of records)
    for (const { problem } of unjudged.slice(0, 1)) {
      const same = counts.get(problem.code) ?? { problem, count: 0 };
      counts.set(problem.code, same);
      same.count++;
    }
  // With a budget too small for any call, no call failed.
  counts.delete("judge-budget");
  const [most] = [...counts.values()].sort((a, b) => b.count - a.count);
  if (most !== undefined) throw new PartFailed(most.problem);
}

/** Without the cases not reached before cancellation. */
export const onlyJudged = (records: readonly JudgementRecord[]): JudgementRecord[] =>
  records.filter(({ unjudged = [] }) => !unjudged.some(({ problem }) => problem.code === "judge-cancelled"));
