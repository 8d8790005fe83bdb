/** The stored runs and the baseline, as the dashboard lists them. */
import { join } from "node:path";
import { GoldieError, type Problem } from "../../../core/problem.ts";
import type { NamedMean, RetrieverView, RunsView, StoredRunView } from "../../../dashboard/data.ts";
import type { ShownProblem } from "../../../reports/view/model.ts";
import { BECAUSE_WORDS } from "../../../reports/words.ts";
import type { Store, StoredRunInfo } from "../../../store/store.ts";
import { type StoredMean, type StoredSummary, summaryOf } from "../../../store/summary.ts";
import type { Effects } from "../../effects.ts";
import { BASELINE, baselineAt } from "../gate/baseline.ts";

export const storedRef = (id: string, retriever: string): string => `${id}/${retriever}`;

/** What a project's texts look like on pages. */
export interface ShownTexts {
  /** Paths as seen from the project. */
  short(text: string): string;
  shown(problem: Problem): ShownProblem;
}

export const storedRuns = async (store: Store, shown: ShownTexts): Promise<readonly StoredRunView[]> =>
  Promise.all(
    (await store.list()).map(async (info) => {
      // Of a run that goes on, the scores of its first part say nothing.
      if (info.state !== "complete") return runView(info, undefined, shown);
      try {
        return runView(info, await store.summary(info), shown);
      } catch (error) {
        if (!(error instanceof GoldieError)) throw error;
        return runView({ ...info, problem: error.problem }, undefined, shown);
      }
    }),
  );

function runView(
  { id, note, state, manifest, problem }: StoredRunInfo,
  scored: readonly StoredSummary[] | undefined,
  { short, shown }: ShownTexts,
): StoredRunView {
  const about = {
    id,
    state,
    ...(note === undefined ? {} : { note }),
    ...(problem === undefined ? {} : { problem: shown(problem) }),
  };
  if (manifest === undefined) return { ...about, retrievers: [] };
  const { created, git, gold, retrievers, settings, timings } = manifest;
  return {
    ...about,
    created,
    ...(git === undefined ? {} : { commit: git.commit }),
    ...(git?.branch === undefined ? {} : { branch: git.branch }),
    gold: { ...gold, partial: Object.keys((settings["selection"] as object | undefined) ?? {}).length > 0 },
    retrievers: retrievers.map(({ name, about: words }) => ({
      ...retrieverView(
        storedRef(id, name),
        name,
        scored?.find((one) => one.name === name),
      ),
      ...(words === undefined ? {} : { about: short(words) }),
      ...medianIn(timings?.[name]),
    })),
  };
}

function medianIn(timing: unknown): { readonly p50?: number } {
  const p50 = (timing as { readonly p50?: unknown } | undefined)?.p50;
  return typeof p50 === "number" ? { p50 } : {};
}

export const retrieverView = (
  ref: string,
  name: string,
  scored: StoredSummary | undefined,
): RetrieverView => ({
  ref,
  name,
  ...(scored === undefined ? {} : { queries: scored.queries, gold: scored.gold }),
  means: scored?.means.map(namedMean) ?? [],
});

const namedMean = ({ because, meanName: _, ...mean }: StoredMean): NamedMean => ({
  ...mean,
  ...(because === undefined
    ? {}
    : { because: because === "failed" ? "most queries could not be scored" : BECAUSE_WORDS[because] }),
});

/** An unreadable run must not hide the others. */
export async function baselineView(
  project: string,
  effects: Effects,
  { shown }: ShownTexts,
): Promise<Pick<RunsView, "baseline" | "problems">> {
  try {
    const found = await baselineAt(join(project, BASELINE), effects);
    if (found === undefined) return { problems: [] };
    const { name, gold, means } = summaryOf(found.result);
    return { baseline: { name, gold, means: means.map(namedMean) }, problems: [] };
  } catch (error) {
    if (!(error instanceof GoldieError)) throw error;
    return { problems: [shown(error.problem)] };
  }
}
