/** The list of runs as rows: one for each retriever of a stored run, and for each file. */
import type { NamedMean, RetrieverView, RunsView, StoredRunView } from "../data.ts";

export interface ListedRun {
  /** Names it among the rows, and in addresses. */
  readonly ref: string;
  /** Absent where the run is damaged: nobody knows which it had. */
  readonly retriever?: RetrieverView;
  /** Absent for a file. */
  readonly run?: StoredRunView;
  /** The first of its run, which says what is true of all of them. */
  readonly first: boolean;
}

export const rowsOf = ({ runs, files }: RunsView): readonly ListedRun[] => [
  ...files.map((retriever) => ({ ref: retriever.ref, retriever, first: true })),
  ...runs.flatMap((run): readonly ListedRun[] =>
    run.retrievers.length === 0
      ? [{ ref: run.id, run, first: true }]
      : run.retrievers.map((retriever, i) => ({ ref: retriever.ref, retriever, run, first: i === 0 })),
  ),
];

/** Rows with all words of a search in their name, id, note, commit, branch or state. */
export function rowsWith(rows: readonly ListedRun[], search: string): readonly ListedRun[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return rows;
  const found = rows.filter(({ retriever, run }) => {
    const text = [retriever?.name, retriever?.about, run?.id, run?.note, run?.commit, run?.branch, run?.state]
      .join(" ")
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const seen = new Set<string>();
  return found.map((row) => {
    const { run } = row;
    if (run === undefined) return row;
    const first = !seen.has(run.id);
    seen.add(run.id);
    return { ...row, first };
  });
}

/** Columns of the table: the metrics of the newest scored row, and those that others have, as far as there is room. */
export function metricColumns(rows: readonly ListedRun[], most: number): readonly string[] {
  const names = new Set<string>();
  for (const { retriever } of rows) for (const { metric } of retriever?.means ?? []) names.add(metric);
  return [...names].slice(0, most);
}

export const meanOf = ({ retriever }: ListedRun, metric: string): NamedMean | undefined =>
  retriever?.means.find((mean) => mean.metric === metric);

/** Can it be opened? What was interrupted before it was scored, or is damaged, cannot. */
export const isOpenable = ({ retriever }: ListedRun): boolean => (retriever?.means.length ?? 0) > 0;

/** The chosen rows as they are compared: files as they are listed, then runs, oldest first. */
export function comparedOrder(rows: readonly ListedRun[], chosen: ReadonlySet<string>): readonly string[] {
  const picked = rows.filter(({ ref }) => chosen.has(ref));
  const files = picked.filter(({ run }) => run === undefined);
  const runs = picked.filter(({ run }) => run !== undefined);
  const byTime = runs.toSorted((a, b) => (a.run!.id < b.run!.id ? -1 : a.run!.id > b.run!.id ? 1 : 0));
  return [...files, ...byTime].map(({ ref }) => ref);
}
