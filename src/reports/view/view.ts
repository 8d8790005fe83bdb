/** Report model → view model of a page about its runs. */
import { MISS_REASONS, missReasonWords } from "../../core/missed.ts";
import type { Problem } from "../../core/problem.ts";
import { VERSION } from "../../core/version.ts";
import {
  curveCutoffs,
  curvesOf,
  type MeanCurve,
  type RunCurves,
  recallLevels,
} from "../../evaluate/score/curves.ts";
import type { RunMisses } from "../../evaluate/why/missed.ts";
import type { Report, Reported, RunReport } from "../model.ts";
import { frontierView, funnelView, latencyView } from "./_live.ts";
import { meanView } from "./_means.ts";
import { metricViews } from "./_metrics.ts";
import { comparedRuns, pairViews } from "./_pairs.ts";
import { queryTable, shownQueries, tagValues } from "./_query-table.ts";
import { gateView, judgingView, notesOf, ruleRows, shownProblems } from "./_remarks.ts";
import { ifKept, keptLists, metricIn, queriesOf, shownRuns } from "./_runs.ts";
import { shownSlices } from "./_slices.ts";
import type { CurveLine, CurveView, MissedView, RunView, View } from "./model.ts";

export interface ViewOptions {
  /** Default: the names of the runs. */
  readonly title?: string;
  /** The headline metric, which comes first. Default: the first one that has a mean over queries. */
  readonly headline?: string;
  /** false: no curves, which score the runs once more. Default: true. */
  readonly curves?: boolean;
  /** Problems in the words of where the page is made; default: those of the library. */
  readonly reword?: (problem: Problem) => Problem;
}

/** What a page about the runs of a report shows. */
export function viewOf(report: Report, options: ViewOptions = {}): View {
  const runs = shownRuns(report);
  const { reword = (problem) => problem } = options;
  const about = metricViews(runs, options.headline);
  const metrics = about.map(({ name }) => name);
  const compared = comparedRuns(report, runs, metrics);
  const tags = tagValues(runs);
  const { slices, notes } = shownSlices(runs, metrics, compared.comparison, tags);
  const looks = options.curves === false ? [] : runs.map(({ result }) => lookOf(result));
  const cutoffs = curveCutoffs(looks.reduce((most, look) => Math.max(most, look?.longest ?? 0), 0));
  const curves = runCurves(runs, looks, cutoffs);
  const { selection, gate, judging } = report;
  const problems = shownProblems(
    [
      ...(report.problems ?? []),
      ...(compared.comparison?.problems ?? []),
      ...runs.flatMap(({ result }) => result.problems),
    ].map(reword),
  );
  return {
    schema: 1,
    goldie: VERSION,
    title: options.title ?? titleOf(runs),
    runs: runs.map((run, r) => runView(run, metrics, curves[r])),
    metrics: about,
    queries: queryTable(runs, metrics, shownQueries(runs), tags),
    pairs: pairViews(compared, runs, metrics, reword),
    slices,
    ...curveViews(curves, runs, cutoffs),
    ...(selection === undefined ? {} : { frontier: frontierView(selection) }),
    ...(gate === undefined ? {} : { gate: gateView(gate) }),
    ...(judging === undefined ? {} : { judging: judgingView(judging) }),
    notes: [...notesOf(report), ...notes, ...problems.notes],
    problems: problems.problems,
    rules: ruleRows(runs[0]?.result),
  };
}

function titleOf(runs: readonly RunReport[]): string {
  const [first, second] = runs.map(({ result }) => result.name);
  if (first === undefined) return "No runs";
  if (second === undefined) return first;
  return runs.length === 2 ? `${second} against ${first}` : `${runs.length} runs`;
}

function runView(run: RunReport, metrics: readonly string[], curves: ShownCurves | undefined): RunView {
  const { result, live, corrected, file, stored } = run;
  const summaries = new Map(result.summary().map((one) => [one.metric, one]));
  const missed = run.missed ?? ifKept(() => result.missed());
  const latency = live && latencyView(live);
  const funnel = live && funnelView(live);
  const unjudged = live?.unjudged ?? curves?.unjudged;
  return {
    name: result.name,
    ...(live?.about === undefined ? {} : { about: live.about }),
    ...(file === undefined ? {} : { file }),
    means: metrics.map((name) => {
      const metric = metricIn(result, name);
      const summary = metric === undefined ? undefined : summaries.get(result.meanName(metric));
      return meanView(summary, metric, result, corrected);
    }),
    ...(missed === undefined || missed.wanted === 0 ? {} : { missed: missedView(missed, result) }),
    ...(latency === undefined ? {} : { latency }),
    ...(funnel === undefined ? {} : { funnel }),
    ...(unjudged === undefined ? {} : { unjudged }),
    ...(stored === undefined ? {} : { stored }),
  };
}

/** A failed query misses all that it wanted, so that a run that fails does not look better. */
function missedView({ k, wanted: looked, counts: known }: RunMisses, result: Reported): MissedView {
  const failed = known.failed > 0 ? 0 : wantedByFailed(result);
  const [wanted, counts] = [looked + failed, { ...known, failed: known.failed + failed }];
  const reasons = MISS_REASONS.filter((reason) => counts[reason] > 0)
    .map((reason) => ({ reason, words: missReasonWords[reason], count: counts[reason] }))
    .sort((a, b) => b.count - a.count);
  const missed = reasons.reduce((sum, { count }) => sum + count, 0);
  return { k, wanted, found: wanted - missed, reasons };
}

function wantedByFailed(result: Reported): number {
  const lists = keptLists(result);
  if (lists === undefined) return 0;
  return queriesOf(result).reduce(
    (sum, query) => sum + (lists.status(query) === "failed" ? lists.items(query).length : 0),
    0,
  );
}

type ShownCurves = RunCurves | undefined;

/** By run; undefined where the hits were not kept. All have the same cut-offs. */
function runCurves(
  runs: readonly RunReport[],
  looks: readonly (RunLook | undefined)[],
  cutoffs: readonly number[],
): readonly ShownCurves[] {
  return runs.map(({ result }, r) => {
    const look = looks[r];
    if (look === undefined) return undefined;
    const { unjudged, ...curves } = ifKept(() => curvesOf(result, cutoffs)) ?? {};
    // Gold that only lists what is relevant says nothing about the rest.
    return { ...curves, ...(unjudged === undefined || !look.judgesOthers ? {} : { unjudged }) };
  });
}

/** How deep the lists are, and whether the gold says of any document that it is not relevant. */
interface RunLook {
  readonly longest: number;
  readonly judgesOthers: boolean;
}

function lookOf(result: Reported): RunLook | undefined {
  const lists = keptLists(result);
  if (lists === undefined) return undefined;
  let longest = 0;
  let judgesOthers = false;
  for (const query of queriesOf(result)) {
    longest = Math.max(longest, lists.length(query));
    judgesOthers ||= lists.gold(query).graded?.grades.some((grade) => grade <= 0) === true;
  }
  return { longest, judgesOthers };
}

function curveViews(
  curves: readonly ShownCurves[],
  runs: readonly RunReport[],
  x: readonly number[],
): Pick<View, "recall" | "groupRecall" | "precisionRecall"> {
  const view = (
    at: readonly number[],
    of: (one: RunCurves) => MeanCurve | undefined,
  ): CurveView | undefined => {
    const lines = runs.map((_, r) => {
      const found = curves[r] && of(curves[r]);
      return found === undefined ? null : { metric: found.metric, line: lineOf(found) };
    });
    const metric = lines.find((one) => one !== null)?.metric;
    return metric === undefined ? undefined : { metric, x: at, lines: lines.map((one) => one?.line ?? null) };
  };
  const single = view(x, ({ recall }) => recall);
  const groups = view(x, ({ groupRecall }) => groupRecall);
  const precision = view(recallLevels, ({ precision: one }) => one);
  const [recall, others] = single === undefined ? [groups, undefined] : [single, groups];
  return {
    ...(recall === undefined ? {} : { recall }),
    ...(others === undefined ? {} : { groupRecall: others }),
    ...(precision === undefined ? {} : { precisionRecall: precision }),
  };
}

function lineOf({ y, intervals, n }: MeanCurve): CurveLine {
  if (intervals.every((one) => one === null)) return { y, n };
  return {
    y,
    low: intervals.map((one) => one?.[0] ?? null),
    high: intervals.map((one) => one?.[1] ?? null),
    n,
  };
}
