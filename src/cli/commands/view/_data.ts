/** What the dashboard shows of a project: its store, and the files of the command line. */
import { basename } from "node:path";
import type { QueryId } from "../../../core/ids.ts";
import { nearest } from "../../../core/problem.ts";
import { VERSION } from "../../../core/version.ts";
import type { DashboardData, RetrieverView } from "../../../dashboard/data.ts";
import { scoreProblem } from "../../../evaluate/score/problems.ts";
import type { Result } from "../../../evaluate/score/result.ts";
import type { Report } from "../../../reports/model.ts";
import type { View } from "../../../reports/view/model.ts";
import { queryViews } from "../../../reports/view/query-view.ts";
import { viewOf } from "../../../reports/view/view.ts";
import { storeProblem } from "../../../store/problems.ts";
import { followProgress } from "../../../store/progress.ts";
import type { Store, StoredRunInfo } from "../../../store/store.ts";
import { summaryOf } from "../../../store/summary.ts";
import type { Effects } from "../../effects.ts";
import type { Desk } from "./_ask.ts";
import { createKept } from "./_kept.ts";
import { baselineView, retrieverView, type ShownTexts, storedRef, storedRuns } from "./_runs.ts";
import type { StoredReports } from "./stored-report.ts";
import { together } from "./together.ts";

export interface ProjectData extends ShownTexts {
  readonly folder: string;
  readonly store: Store;
  readonly stored: StoredReports;
  /** The files of the command line, in its order. */
  readonly files: Report;
  readonly desk?: Desk;
  readonly effects: Effects;
}

/** Hits of each list on a page about one query. */
const HITS = 50;
/** Runs and pages that are held in memory. */
const RUNS_KEPT = 6;
const VIEWS_KEPT = 4;

export const fileRef = (name: string): string => `file:${name}`;

interface OpenView {
  readonly view: View;
  readonly queryAt: ReturnType<typeof queryViews>;
}

export function projectData(data: ProjectData): DashboardData {
  const { folder, store, stored, files, desk, effects } = data;
  const byFile = new Map(files.runs.map((run) => [fileRef(run.result.name), run]));
  const reports = createKept<Report>(RUNS_KEPT);
  const views = createKept<OpenView>(VIEWS_KEPT);

  /** The key includes the times of its files: a run that was scored again is read again. */
  const keyOf = ({ id, manifest, note = "" }: StoredRunInfo): string =>
    JSON.stringify([id, manifest?.finished, note]);
  const reportOfRun = (info: StoredRunInfo): Promise<Report> =>
    reports.get(keyOf(info), async () => (await stored.of(await store.read(info))).report);

  interface OpenedRef {
    readonly key: string;
    readonly runs: () => Promise<Report>;
  }
  async function open(ref: string, all: readonly StoredRunInfo[]): Promise<OpenedRef> {
    const file = byFile.get(ref);
    if (file !== undefined) return { key: ref, runs: async () => ({ ...files, runs: [file] }) };
    for (const info of all)
      for (const { name } of info.manifest?.retrievers ?? [])
        if (storedRef(info.id, name) === ref)
          return {
            key: `${keyOf(info)}/${name}`,
            runs: async () => {
              const report = await reportOfRun(info);
              return { ...report, runs: report.runs.filter(({ result }) => result.name === name) };
            },
          };
    const known = [
      ...byFile.keys(),
      ...all.flatMap(({ id, manifest }) => manifest?.retrievers.map(({ name }) => storedRef(id, name)) ?? []),
    ];
    throw storeProblem.error("no-run/name", { ref, nearest: nearest(ref, known, 2) });
  }

  async function viewed(refs: readonly string[]): Promise<OpenView> {
    const all = await store.list();
    const opened: OpenedRef[] = [];
    for (const ref of new Set(refs)) opened.push(await open(ref, all));
    return views.get(opened.map(({ key }) => key).join("\n"), async () => {
      const parts: Report[] = [];
      for (const { runs } of opened) parts.push(await runs());
      const report = together(parts);
      const view = viewOf(report);
      return { view, queryAt: queryViews(report, view, { hits: HITS }) };
    });
  }

  return {
    project: {
      name: basename(folder),
      goldie: VERSION,
      ...(desk === undefined ? {} : { retrievers: desk.retrievers }),
      labels: false,
    },
    async runs() {
      const [runs, blessed] = await Promise.all([
        storedRuns(store, data),
        baselineView(folder, effects, data),
      ]);
      return {
        runs,
        files: files.runs.map(({ result }) => fileView(result as Result)),
        ...blessed,
      };
    },
    view: async (refs) => (await viewed(refs)).view,
    async query(refs, id: QueryId) {
      const { view, queryAt } = await viewed(refs);
      const place = view.queries.ids.indexOf(id);
      if (place < 0) throw scoreProblem.error("unknown-query/not-in-result", {}, { at: { query: id } });
      return queryAt(place);
    },
    progress: (hear) => followProgress(folder, hear),
    async note(id, text) {
      const info = (await store.list()).find((one) => one.id === id);
      if (info === undefined) throw storeProblem.error("no-run/name", { ref: id, nearest: [] });
      await store.note(info, text);
    },
    ...(desk === undefined ? {} : { ask: desk.ask }),
  };
}

const fileView = (result: Result): RetrieverView =>
  retrieverView(fileRef(result.name), result.name, result.hasRows ? summaryOf(result) : undefined);
