/** Stored runs as `goldie view` shows them: their own scores, and their lists where the gold is still what it was. */
import type { Problem } from "../../../core/problem.ts";
import { Planner } from "../../../evaluate/plan/plan.ts";
import type { Result } from "../../../evaluate/score/result.ts";
import type { Report } from "../../../reports/model.ts";
import type { Effects } from "../../effects.ts";
import type { Args } from "../../shared/args.ts";
import { askedBy } from "../../shared/asked.ts";
import { mayBeStored } from "../../shared/may-be-stored.ts";
import { asksForOthers, depthsOf, hasMetrics } from "../../shared/operands.ts";
import { projectFolder, projectStore } from "../../shared/project.ts";
import { runNames } from "../../shared/request.ts";
import { shortIn } from "../../shared/shown-problem.ts";
import { namedStored } from "../../shared/stored-runs.ts";
import { createStoredReports, type StoredReport } from "../view/stored-report.ts";
import { together } from "../view/together.ts";

/** Undefined if some operand is not a stored run, or other scores are asked for. `names`: by operand, the user's name. */
export async function storedReport(
  args: Args,
  names: readonly (string | undefined)[],
  effects: Effects,
): Promise<{ readonly report: Report; readonly problems: readonly Problem[] } | undefined> {
  const refs = args.positionals;
  if (asksForOthers(args) || refs.length === 0) return undefined;
  for (const ref of refs)
    if (!(await mayBeStored(ref, effects)) || (await namedStored(ref, effects)) === undefined)
      return undefined;
  const project = await projectFolder(effects);
  const store = await projectStore(effects);
  const reports = createStoredReports(project, args, undefined, effects, shortIn(project));
  const byId = new Map<string, StoredReport>();
  const parts: Report[] = [];
  const asks: { readonly ref: string; readonly ask?: number }[] = [];
  for (const ref of refs) {
    const { info, retriever } = await store.find(ref);
    const found = byId.get(info.id) ?? (await reports.of(await store.read(info)));
    byId.set(info.id, found);
    const { report } = found;
    const runs = report.runs.filter(({ result }) => retriever === undefined || result.name === retriever);
    parts.push({ ...report, runs: runs.map((run) => ({ ...run, file: ref })) });
    const ask = info.manifest?.settings["ask"];
    asks.push({ ref, ...(typeof ask === "number" ? { ask } : {}) });
  }
  const all = parts.flatMap(({ runs }) => runs);
  const asked = askedBy(args);
  if (asked.metrics !== undefined && !all.every(({ result }) => hasMetrics(result as Result, asked)))
    return undefined;
  const metrics = asked.metrics === undefined ? undefined : new Planner(asked).plans().map(({ key }) => key);
  // Scores without lists stay as they were stored, with all their metrics.
  const shownOf = (result: Result, id: string | undefined): Result =>
    metrics === undefined || byId.get(id ?? "")?.problem !== undefined ? result : result.withMetrics(metrics);
  const own = all.map(({ result }, i) => names[i] ?? result.name);
  const called = new Set(own).size === own.length ? own : runNames(refs, names);
  let at = 0;
  const report = together(
    parts.map((part) => ({
      ...part,
      runs: part.runs.map((run) => ({
        ...run,
        result: shownOf(run.result as Result, run.stored?.id).named(called[at++]!),
      })),
    })),
  );
  const depths = depthsOf(
    asks,
    report.runs.map(({ result }) => ({ result: result as Result })),
    asked,
  );
  const lost = [...byId.values()].flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  return {
    report: { ...report, problems: [...(report.problems ?? []), ...depths] },
    problems: [...lost, ...depths],
  };
}
