/** A live run as a report. */
import type { Problem } from "../../../core/problem.ts";
import type { MatchRule } from "../../../core/rules.ts";
import { ofGoldFile } from "../../../evaluate/input/problems.ts";
import type { LiveResult } from "../../../live/run.ts";
import type { Report } from "../../../reports/model.ts";
import { overlapOf } from "../../shared/no-overlap.ts";
import type { Questions } from "./_gold.ts";

export function reportOn(
  live: LiveResult,
  { gold, documents }: Questions,
  problems: readonly Problem[],
): Report {
  return {
    runs: live.runs.map(({ result, missed, answers, documents: known, name: _, ...facts }) => ({
      result,
      missed,
      words: gold.words,
      matched: result.rules["match"] as MatchRule,
      live: facts,
      texts: {
        query: (id) => gold.words.get(id),
        hits(query) {
          const answer = answers.get(query);
          return answer?.status === "answered" ? answer.hits : [];
        },
        document: (id) => documents?.text(id) ?? known.get(id)?.text,
        title: (id) => documents?.title(id) ?? known.get(id)?.title,
      },
    })),
    ...(live.selection === undefined ? {} : { selection: live.selection }),
    problems: [...problems, ...(live.selection?.problems ?? [])],
  };
}

/** Each Problem once: those of the gold come with every retriever. */
export function warningsOf({ runs, problems = [] }: Report, { path, gold }: Questions): Problem[] {
  const ofRuns = runs.flatMap(({ result }) => {
    const found = new Set(overlapOf(result.problems));
    const at = { file: `last/${result.name}` };
    return result.problems.map((one) => (found.has(one) ? { ...one, at: { ...at, ...one.at } } : one));
  });
  const all = [...problems, ...ofRuns].map((one) => ofGoldFile(one, path, gold.lines));
  return [...new Map(all.map((problem) => [JSON.stringify(problem), problem])).values()];
}

export const resultsIn = ({ runs }: LiveResult) => runs.map(({ result }) => result);

export const timingsOf = ({ runs }: LiveResult): Record<string, unknown> =>
  Object.fromEntries(runs.flatMap(({ name, timing }) => (timing === undefined ? [] : [[name, timing]])));
