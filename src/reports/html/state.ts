/** What the reader chose on a page about runs, and its form in the URL hash. */
import type { QueryId } from "../../core/ids.ts";

export interface PageState {
  /** The opened query. */
  readonly query?: QueryId;
  /** The metric of the table and the opened query; the headline metric by default. */
  readonly metric?: string;
  /** Absent: worst first, or largest drop first. */
  readonly sort?: SortState;
  readonly status: QueryStatus;
  /** Chosen values by tag. */
  readonly tags: Readonly<Record<string, string>>;
  /** Words, or a part of an id. */
  readonly search: string;
  /** The two runs that are compared, as places in `View.runs`; the first two by default. */
  readonly pair?: readonly [a: number, b: number];
}

export interface SortState {
  readonly by: SortColumn;
  readonly descending: boolean;
}

/** "score" with the place of its run: "score.0". */
export type SortColumn = "id" | "question" | "tags" | "diff" | "first" | "leaks" | `score.${number}`;

const STATUSES = ["all", "worse", "better", "flipped", "missed", "leaks", "failed", "unscored"] as const;
export type QueryStatus = (typeof STATUSES)[number];

export const initialState: PageState = { status: "all", tags: {}, search: "" };

const COLUMNS: readonly string[] = ["id", "question", "tags", "diff", "first", "leaks"];
const TAG = "tag.";

/** The state that a hash such as "#q=q7&m=ndcg@10&sort=-diff&tag.lang=de" describes. Ignores what it cannot read. */
export function readState(hash: string): PageState {
  const params = new URLSearchParams(hash.startsWith("#") ? hash.slice(1) : hash);
  const query = params.get("q");
  const metric = params.get("m");
  const sort = readSort(params.get("sort"));
  const pair = readPair(params.get("runs"));
  const tags = [...params]
    .filter(([name]) => name.startsWith(TAG) && name.length > TAG.length)
    .map(([name, value]): [string, string] => [name.slice(TAG.length), value]);
  return {
    ...(query === null ? {} : { query }),
    ...(metric === null ? {} : { metric }),
    ...(sort === undefined ? {} : { sort }),
    status: STATUSES.find((status) => status === params.get("status")) ?? "all",
    tags: Object.fromEntries(tags),
    search: params.get("find") ?? "",
    ...(pair === undefined ? {} : { pair }),
  };
}

/** The hash of a state, with its "#"; empty for the initial state. `readState` gives the state back. */
export function printState(state: PageState): string {
  const params = new URLSearchParams();
  if (state.query !== undefined) params.set("q", state.query);
  if (state.metric !== undefined) params.set("m", state.metric);
  if (state.sort !== undefined) params.set("sort", `${state.sort.descending ? "-" : ""}${state.sort.by}`);
  if (state.status !== "all") params.set("status", state.status);
  for (const [tag, value] of Object.entries(state.tags)) params.set(TAG + tag, value);
  if (state.search !== "") params.set("find", state.search);
  if (state.pair !== undefined) params.set("runs", state.pair.join("-"));
  const text = params.toString();
  // Keep the "@" of metric names readable; it is safe in a hash.
  return text === "" ? "" : `#${text.replaceAll("%40", "@")}`;
}

function readSort(text: string | null): SortState | undefined {
  if (text === null) return undefined;
  const descending = text.startsWith("-");
  const by = descending ? text.slice(1) : text;
  return COLUMNS.includes(by) || /^score\.\d{1,4}$/.test(by)
    ? { by: by as SortColumn, descending }
    : undefined;
}

function readPair(text: string | null): readonly [number, number] | undefined {
  const found = /^(\d{1,4})-(\d{1,4})$/.exec(text ?? "");
  return found === null || found[1] === found[2] ? undefined : [Number(found[1]), Number(found[2])];
}
