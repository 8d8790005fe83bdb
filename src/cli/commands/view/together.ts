/** Several reports on one page. */
import type { Result } from "../../../evaluate/score/result.ts";
import type { Report, RunReport } from "../../../reports/model.ts";

/** One report of several, in their order. */
export function together(parts: readonly Report[]): Report {
  const runs = distinct(parts.flatMap((part) => part.runs));
  const { selection } = parts[0]!;
  // Of a part of what there was to choose from, nothing is the best.
  const isWhole =
    parts.every((part) => part.selection === selection) && runs.length === selection?.frontier.length;
  return {
    runs,
    ...(isWhole && selection !== undefined ? { selection } : {}),
    notes: [...new Set(parts.flatMap(({ notes = [] }) => notes))],
    problems: parts.flatMap(({ problems = [] }) => problems),
  };
}

/** The same retriever of two runs gets the note or the time of its run. */
function distinct(runs: readonly RunReport[]): readonly RunReport[] {
  const names = runs.map(({ result }) => result.name);
  if (new Set(names).size === names.length) return runs;
  const longer = runs.map(({ result, stored, file }) => {
    const more = stored?.note ?? (stored === undefined ? file : timeText(stored.created));
    return more === undefined ? result.name : `${result.name} (${more})`;
  });
  const isUnique = new Set(longer).size === longer.length;
  return runs.map((run, i) => {
    const name = isUnique ? longer[i]! : `${run.result.name} (${run.stored?.id ?? run.file ?? i + 1})`;
    return { ...run, result: (run.result as Result).named(name) };
  });
}

/** "2026-05-20 10:11", UTC. */
const timeText = (created: string): string => created.slice(0, 16).replace("T", " ");
