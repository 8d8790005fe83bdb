/**
 * All that the dashboard can show, ask and write. cli passes it in; the server gives the answers as JSON, and the client
 * reads these types. A `ref` names a run on the pages and in URLs: it is one of those that `runs()` lists, never a path.
 */
import type { QueryId } from "../core/ids.ts";
import type { ListView, MeanView, QueryView, ShownProblem, View } from "../reports/view/model.ts";
import type { StoredState } from "../store/stored-state.ts";
import type { LabelDesk } from "./label-desk.ts";

export interface DashboardData {
  readonly project: ProjectFacts;
  /** Everything there is to open. */
  runs(): Promise<RunsView>;
  /** One run, or several side by side; the first is the baseline. */
  view(refs: readonly string[]): Promise<View>;
  /** A query of such a view. */
  query(refs: readonly string[], id: QueryId): Promise<QueryView>;
  /** `hear` is called with all that runs now: at once, and whenever that changes. The function that comes back ends it. */
  progress(hear: (running: readonly RunningView[]) => void): () => void;
  /** Sets the note of a stored run; an empty text removes it. */
  note(id: string, text: string): Promise<void>;
  /** Asks the retrievers of the config one question; absent where no config was loaded. */
  ask?(question: string, k: number, signal: AbortSignal): Promise<AskedView>;
  /** What is labelled; absent where nothing is. */
  readonly labels?: LabelDesk;
}

export interface ProjectFacts {
  /** The name of its folder. */
  readonly name: string;
  /** The version of Goldie. */
  readonly goldie: string;
  /** The retrievers that `ask` asks, in the order of the config; absent where there is no config. */
  readonly retrievers?: readonly { readonly name: string; readonly about?: string }[];
  /** Can hits be labelled here? */
  readonly labels: boolean;
}

export interface RunsView {
  /** Newest first. */
  readonly runs: readonly StoredRunView[];
  /** Files that were named on the command line, in its order. */
  readonly files: readonly RetrieverView[];
  /** What `goldie bless` wrote. */
  readonly baseline?: BaselineView;
  /** Such as a baseline that cannot be read. */
  readonly problems: readonly ShownProblem[];
}

export interface StoredRunView {
  readonly id: string;
  /** ISO 8601; absent where the run is damaged. */
  readonly created?: string;
  readonly note?: string;
  readonly state: StoredState;
  /** Of git, in full. */
  readonly commit?: string;
  readonly branch?: string;
  /** Absent where the run is damaged. `hash` changes with the file; `partial`: a sample or selection of it was asked. */
  readonly gold?: {
    readonly file?: string;
    readonly hash: string;
    readonly queries: number;
    readonly partial: boolean;
  };
  /** Why it is damaged, or why its scores are not shown. */
  readonly problem?: ShownProblem;
  readonly retrievers: readonly RetrieverView[];
}

/** One retriever of a stored run, or one run of a file. */
export interface RetrieverView {
  /** For `view` and `query`. */
  readonly ref: string;
  readonly name: string;
  readonly about?: string;
  /** Absent where it was not scored: the run was interrupted, or its scores cannot be read. */
  readonly queries?: number;
  /** A hash of the queries and gold it was scored on. Means are comparable where it and `NamedMean.rules` are the same. */
  readonly gold?: string;
  /** The first is the headline metric; empty where it was not scored. */
  readonly means: readonly NamedMean[];
  /** Milliseconds, of a live run. */
  readonly p50?: number;
}

export interface NamedMean extends MeanView {
  readonly metric: string;
  readonly direction: "higher" | "lower";
  /** Absent where it has no bound on one side. */
  readonly range?: readonly [low: number, high: number];
  /** A hash of the rules it was made by. */
  readonly rules: string;
}

export interface BaselineView {
  /** The name of the run that was blessed. */
  readonly name: string;
  readonly means: readonly NamedMean[];
  /** As of a run. */
  readonly gold: string;
}

/** A `goldie run` or `goldie judge` of any process of this project. */
export interface RunningView {
  /** Tells it from the others, as long as it lasts. */
  readonly key: string;
  readonly what: "run" | "judge";
  /** Such as the retriever that is asked now. */
  readonly detail?: string;
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  /** ISO 8601. */
  readonly started: string;
  readonly state: "running" | "stopping";
}

/** The lists of the configured retrievers for one question. */
export interface AskedView {
  readonly question: string;
  readonly lists: readonly {
    readonly retriever: string;
    readonly about?: string;
    /** Nothing is judged here: each hit is "unjudged". A retriever that failed says so in `failed`. */
    readonly list: ListView;
  }[];
}

/** What the server answers instead, with a status of 400 and above. */
export interface Refusal {
  readonly problem: ShownProblem;
}

/** The addresses of the interface. Writes are POST with a JSON body, all others GET. */
export const API = {
  /** → ProjectFacts */
  project: "/api/project",
  /** → RunsView */
  runs: "/api/runs",
  /** ?run=REF&run=REF → View */
  view: "/api/view",
  /** ?run=REF&run=REF&id=QUERY → QueryView */
  query: "/api/query",
  /** Server-sent events named "progress", each with RunningView[] as its data. */
  progress: "/api/progress",
  /** { id, text } → {} */
  note: "/api/note",
  /** { question, k } → AskedView */
  ask: "/api/ask",
} as const;
