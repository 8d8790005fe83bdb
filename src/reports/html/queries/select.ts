/** Which queries the table shows, and in which order. */
import type { View } from "../../view/model.ts";
import { sameGold } from "../charts/paired.ts";
import type { PageState, QueryStatus, SortColumn, SortState } from "../state.ts";
import { betterOrWorse, type ShownRuns, shownMetric, shownRuns } from "./pair.ts";

/** Tags with more values than this have no filter. */
const MOST_VALUES = 50;
/** For metrics without a cut-off. */
const TOP = 10;

/** Places in `View.queries.ids`, in the order of the table. */
export function selectQueries(view: View, state: PageState): readonly number[] {
  const { ids, words } = view.queries;
  const wanted = searchWords(state.search);
  const hasStatus = statusTest(view, state);
  const chosen = Object.entries(state.tags).filter(([tag]) => Object.hasOwn(view.queries.tags, tag));
  const places: number[] = [];
  for (let at = 0; at < ids.length; at++) {
    if (!hasStatus(at)) continue;
    if (!chosen.every(([tag, value]) => view.queries.tags[tag]![at] === value)) continue;
    if (wanted.length > 0) {
      const text = `${ids[at]} ${words[at] ?? ""}`.toLowerCase();
      if (!wanted.every((word) => text.includes(word))) continue;
    }
    places.push(at);
  }
  return sorted(places, view, state);
}

const searchWords = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");

/** The order until the reader chooses one: worst score first, or largest drop first. */
export function defaultSort(view: View, state: Pick<PageState, "metric" | "pair">): SortState {
  const descending = view.metrics[shownMetric(view, state)]?.direction === "lower";
  return { by: shownRuns(view, state).length === 1 ? "score.0" : "diff", descending };
}

/** The chosen sort, or the default if this page lacks its column. */
export function sortOf(view: View, state: PageState): SortState {
  const { sort } = state;
  if (sort === undefined) return defaultSort(view, state);
  const run = /^score\.(\d+)$/.exec(sort.by);
  if (run !== null && Number(run[1]) >= view.runs.length) return defaultSort(view, state);
  if (sort.by === "diff" && view.runs.length < 2) return defaultSort(view, state);
  return sort;
}

type SortKey = number | string | null;

/** Queries without a value come last in both directions; ties keep the order of the gold. */
function sorted(places: number[], view: View, state: PageState): readonly number[] {
  const { by, descending } = sortOf(view, state);
  const keyOf = sortKey(by, view, state);
  const keys = new Map(places.map((at) => [at, keyOf(at)]));
  const sign = descending ? -1 : 1;
  return places.sort((x, y) => {
    const [a, b] = [keys.get(x) ?? null, keys.get(y) ?? null];
    if (a === null || b === null) return a === b ? x - y : a === null ? 1 : -1;
    return sign * compareKeys(a, b) || x - y;
  });
}

const NAMES = new Intl.Collator("en", { numeric: true });

const compareKeys = (a: number | string, b: number | string): number =>
  typeof a === "number" && typeof b === "number" ? a - b : NAMES.compare(String(a), String(b));

function sortKey(by: SortColumn, view: View, state: PageState): (at: number) => SortKey {
  const { queries } = view;
  const metric = shownMetric(view, state);
  const runs = shownRuns(view, state);
  const [a, b] = runs;
  switch (by) {
    case "id":
      return (at) => queries.ids[at]!;
    case "question":
      return (at) => queries.words[at] ?? null;
    case "tags":
      return (at) => tagsText(view, at) || null;
    case "leaks":
      return (at) => sumOf(runs.map((run) => queries.leaks[run]?.[at] ?? 0));
    case "first":
      return (at) => {
        const rank = queries.firstRelevant[b ?? a]?.[at] ?? null;
        return rank === 0 ? Number.MAX_VALUE : rank;
      };
    case "diff":
      return (at) => differenceAt(view, runs, metric, at);
    default: {
      const run = Number(by.slice("score.".length));
      return (at) => queries.scores[run]?.[metric]?.[at] ?? null;
    }
  }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** The values of a query's tags: "transport, fact". */
export const tagsText = (view: View, at: number): string =>
  Object.values(view.queries.tags)
    .flatMap((column) => column[at] ?? [])
    .join(", ");

/** b less a; null where one of them has no score, or other gold. */
export function differenceAt(view: View, [a, b]: ShownRuns, metric: number, at: number): number | null {
  if (b === undefined || !sameGold(view.queries, a, b, at)) return null;
  const { scores } = view.queries;
  const [before, after] = [scores[a]?.[metric]?.[at] ?? null, scores[b]?.[metric]?.[at] ?? null];
  return before === null || after === null ? null : after - before;
}

function statusTest(view: View, state: PageState): (at: number) => boolean {
  const { scores, states, firstRelevant, leaks } = view.queries;
  const metric = shownMetric(view, state);
  const { direction, k } = view.metrics[metric] ?? { direction: "higher" };
  const runs = shownRuns(view, state);
  const [a, b] = runs;
  const score = (run: number, at: number): number | null => scores[run]?.[metric]?.[at] ?? null;
  const paired = (at: number, holds: (before: number, after: number) => boolean): boolean => {
    if (b === undefined || !sameGold(view.queries, a, b, at)) return false;
    const [before, after] = [score(a, at), score(b, at)];
    return before !== null && after !== null && holds(before, after);
  };
  switch (state.status) {
    case "all":
      return () => true;
    case "worse":
      return (at) => paired(at, (x, y) => betterOrWorse(x, y, direction) < 0);
    case "better":
      return (at) => paired(at, (x, y) => betterOrWorse(x, y, direction) > 0);
    case "flipped":
      return (at) => paired(at, (x, y) => (x === 0) !== (y === 0));
    case "missed":
      return (at) => {
        const ranks = view.runs.flatMap((_, run) => firstRelevant[run]?.[at] ?? []);
        return ranks.length > 0 && ranks.every((rank) => rank === 0 || rank > (k ?? TOP));
      };
    case "leaks":
      return (at) => view.runs.some((_, run) => (leaks[run]?.[at] ?? 0) > 0);
    case "failed":
      return (at) => view.runs.some((_, run) => states[run]?.[metric]?.[at]?.status === "failed");
    case "unscored":
      return (at) => view.runs.some((_, run) => score(run, at) === null);
  }
}

export interface StatusChoice {
  readonly status: QueryStatus;
  readonly words: string;
}

/** The statuses that make sense for this page, in words. */
export function statusChoices(view: View, state: Pick<PageState, "metric">): readonly StatusChoice[] {
  const k = view.metrics[shownMetric(view, state)]?.k ?? TOP;
  const several = view.runs.length > 1;
  const choices: (StatusChoice | false)[] = [
    { status: "all", words: "All" },
    several && { status: "worse", words: "Got worse" },
    several && { status: "better", words: "Got better" },
    several && { status: "flipped", words: "Flipped: 0 in one run only" },
    { status: "missed", words: `Missed${several ? " by all" : ""}: nothing relevant in top ${k}` },
    view.queries.leaks.some((column) => column.some((n) => n > 0)) && {
      status: "leaks",
      words: "Forbidden document returned",
    },
    { status: "failed", words: "Failed" },
    { status: "unscored", words: "No score" },
  ];
  return choices.filter((choice) => choice !== false);
}

export interface TagChoice {
  readonly tag: string;
  readonly values: readonly string[];
}

/** The tags that have few enough values for a filter. */
export const tagChoices = (view: View): readonly TagChoice[] =>
  Object.entries(view.queries.tags)
    .map(([tag, column]) => ({ tag, values: [...new Set(column.filter((value) => value !== null))] }))
    .filter(({ values }) => values.length > 1 && values.length <= MOST_VALUES)
    .map(({ tag, values }) => ({ tag, values: values.sort(NAMES.compare) }));
