/** One row of the table of queries. */
import type { CellState, View } from "../../view/model.ts";
import { Glyph, runClass } from "../charts/glyph.tsx";
import { differenceText, scoreText } from "../charts/numbers.ts";
import { sameGold } from "../charts/paired.ts";
import type { QueryColumn } from "./columns.ts";
import { betterOrWorse, type ShownRuns } from "./pair.ts";
import { differenceAt, tagsText } from "./select.ts";

export interface QueryRowProps {
  readonly view: View;
  readonly columns: readonly QueryColumn[];
  readonly runs: ShownRuns;
  readonly metric: number;
  /** In `View.queries.ids`. */
  readonly at: number;
  /** From 1, among the rows of the table. */
  readonly row: number;
  readonly current: boolean;
  readonly opened: boolean;
}

export const rowId = (at: number): string => `query-${at}`;

export function QueryRow({ view, columns, runs, metric, at, row, current, opened }: QueryRowProps) {
  return (
    <tr
      id={rowId(at)}
      class={`query${current ? " current" : ""}${opened ? " opened" : ""}`}
      aria-rowindex={row + 1}
      aria-selected={opened}
      data-at={at}
    >
      {columns.map((column) => (
        <td key={column.key} class={column.classes}>
          <Cell {...{ view, column, runs, metric, at }} />
        </td>
      ))}
    </tr>
  );
}

type CellProps = Pick<QueryRowProps, "view" | "runs" | "metric" | "at"> & { readonly column: QueryColumn };

function Cell({ view, column, runs, metric, at }: CellProps) {
  const { queries } = view;
  switch (column.sort) {
    case "id":
      return (
        <span class="id cut" dir="auto" title={queries.ids[at]}>
          {queries.ids[at]}
        </span>
      );
    case "question":
      return (
        <span class="clamp" dir="auto" title={queries.words[at] ?? ""}>
          {queries.words[at]}
        </span>
      );
    case "tags": {
      const text = tagsText(view, at);
      return (
        <span class="cut" dir="auto" title={text}>
          {text}
        </span>
      );
    }
    case "diff":
      return <DifferenceCell {...{ view, runs, metric, at }} />;
    case "first":
      return <FirstCell {...{ view, runs, at }} />;
    case "leaks":
      return <LeakCell {...{ view, runs, at }} />;
    default:
      return <ScoreCell {...{ view, metric, at }} run={column.run!} />;
  }
}

interface ScoreCellProps {
  readonly view: View;
  readonly run: number;
  readonly metric: number;
  readonly at: number;
}

const BAR = 28;

function ScoreCell({ view, run, metric, at }: ScoreCellProps) {
  const value = view.queries.scores[run]?.[metric]?.[at] ?? null;
  if (value === null) return <StateWord state={view.queries.states[run]?.[metric]?.[at]} />;
  const range = view.metrics[metric]?.range;
  return (
    <span class="score">
      {range !== undefined && (
        <svg class={`bar ${runClass(run)}`} width={BAR} height="8" aria-hidden="true">
          <rect class="bar-all" width={BAR} height="8" />
          <rect class="bar-part" width={BAR * shareOf(value, range)} height="8" />
        </svg>
      )}
      {scoreText(value)}
    </span>
  );
}

const shareOf = (value: number, [low, high]: readonly [number, number]): number =>
  high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0;

/** "! failed", with the reason in its title. */
export function StateWord({ state }: { readonly state: CellState | undefined }) {
  if (state === undefined) return <span class="muted">no score</span>;
  return (
    <span class={`no-score no-score-${state.status}`} title={state.words}>
      {state.status === "failed" && <span aria-hidden="true">! </span>}
      {state.status}
    </span>
  );
}

function DifferenceCell({ view, runs, metric, at }: Omit<CellProps, "column">) {
  const difference = differenceAt(view, runs, metric, at);
  if (difference === null) {
    const state = runs
      .map((run) => view.queries.states[run]?.[metric]?.[at])
      .find((one) => one !== undefined);
    const [before, after = before] = runs;
    if (state === undefined && !sameGold(view.queries, before, after, at)) return <OtherGold />;
    return <StateWord state={state} />;
  }
  const [a, b] = runs;
  const better = betterOrWorse(0, difference, view.metrics[metric]!.direction);
  return (
    <span class="score">
      {better !== 0 && <Glyph run={better > 0 ? b! : a} />}
      <span class={better === 0 ? "muted" : ""}>{differenceText(difference)}</span>
    </span>
  );
}

export const OtherGold = () => (
  <span class="no-score" title="Not compared: the gold of this query differs between the two runs.">
    other gold
  </span>
);

function FirstCell({ view, runs, at }: Omit<CellProps, "column" | "metric">) {
  const ranks = runs.map((run) => view.queries.firstRelevant[run]?.[at] ?? null);
  if (ranks.every((rank) => rank === null)) return null;
  const words = ranks.map((rank) => (rank === null ? "unknown" : rank === 0 ? "never" : `rank ${rank}`));
  return (
    <span title={words.join(" → ")}>
      <span aria-hidden="true">
        {ranks.map((rank) => (rank === null ? "" : rank === 0 ? "–" : rank)).join(" → ")}
      </span>
      <span class="unseen">{words.join(", then ")}</span>
    </span>
  );
}

function LeakCell({ view, runs, at }: Omit<CellProps, "column" | "metric">) {
  const leaks = runs.map((run) => view.queries.leaks[run]?.[at] ?? 0);
  if (leaks.every((count) => count === 0)) return null;
  const words = runs.map((run, i) => `${view.runs[run]!.name}: ${leaks[i]} forbidden in the top 10`);
  return (
    <span class="leak" title={words.join("; ")}>
      <span aria-hidden="true">⊘ </span>
      {leaks.join(" → ")}
      <span class="unseen"> forbidden documents in the top 10</span>
    </span>
  );
}
